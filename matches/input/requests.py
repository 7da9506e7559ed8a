"""Helpers about requests that the views share."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, cast
from urllib.parse import quote, urlencode, urlsplit

from allauth.account.adapter import get_adapter
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.utils.encoding import iri_to_uri
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

# Web servers read lines of 8 kB; the rest is room for the address of the login page around it.
LONGEST_NEXT = 7900
TYPED = "typed_before_login"
SECRET_HEADERS = {  # of a page whose address is a secret
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
}
IPV6_NETWORK = 64  # bits: what one household or one server has to itself


class MemberRequest(HttpRequest):
    """The request of a view behind ``login_required``."""

    user: User


MemberView = Callable[Concatenate[MemberRequest, P], HttpResponse]


def login_keeps(typed: Callable[[QueryDict], Mapping[str, str]]) -> Callable[[MemberView[P]], View[P]]:
    """Require a login, and keep what was typed if a login has ended in the meantime.

    The page after the login has in its query string what ``typed`` finds in the form: as much of it as an address can
    hold, the first things first.
    """

    def decorate(view: MemberView[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.user.is_authenticated:
                return view(cast("MemberRequest", request), *args, **kwargs)
            if request.method != "POST":
                return redirect_to_login(request.get_full_path())
            return redirect_to_login(address_with(request.path, dict(typed(request.POST))))

        return guarded

    return decorate


def log_in_first(request: HttpRequest, typed: str) -> HttpResponse:
    """Lead to the login, and back by GET, while what was typed waits in the session.

    In an address, where ``login_keeps`` puts it, servers would write it into their logs, and it is for its writer's
    eyes alone.
    """
    if typed:
        request.session[TYPED] = [request.path, typed]
    return redirect_to_login(request.path)


def typed_before_login(request: HttpRequest) -> str | None:
    """Return what was typed on this page before the login; ``None`` if nothing was."""
    path, typed = request.session.get(TYPED, ("", None))
    return typed if path == request.path else None


def forget_typed(request: HttpRequest) -> None:
    """Forget what was typed before a login: it has been sent now."""
    request.session.pop(TYPED, None)


def login_where_hidden(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Ask visitors to log in for what they may not see, whether or not it exists."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Http404:
            if request.user.is_authenticated:
                raise
            return redirect_to_login(request.get_full_path())

    return guarded


def fields(*names: str) -> Callable[[QueryDict], dict[str, str]]:
    """Return what was typed in these fields, as far as they were sent, for ``login_keeps``."""

    def typed(posted: QueryDict) -> dict[str, str]:
        return {name: str(posted[name]) for name in names if name in posted}

    return typed


def address_with(path: str, query: dict[str, str]) -> str:
    """Return the address with this query string, without its last fields if it would be too long."""
    address = f"{path}?{urlencode(query)}" if query else path
    while query and len(quote(address)) > LONGEST_NEXT:
        query.popitem()
        address = f"{path}?{urlencode(query)}"
    return address


def whole_number(text: str | None) -> int | None:
    """Return the number in a form's field; ``None`` if there is none that a database could hold."""
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def contribution_in(request: HttpRequest) -> str:
    """Return the player's contribution to a match's seed: drawn by their browser, or typed; "" for none."""
    return request.POST.get("contribution", "")


def network_of(request: HttpRequest) -> str:
    """Return the address that visitors are counted by; for IPv6 its network.

    Visitors without one, as on a socket without a proxy, are counted together.
    """
    try:
        text = str(get_adapter(request).get_client_ip(request))
        address = ipaddress.ip_address(text)
    except (ValueError, PermissionDenied):
        return "nowhere"
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped  # as a server that listens on both has it
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, IPV6_NETWORK), strict=False).network_address)


def is_by_script(request: HttpRequest) -> bool:
    """Return whether a script of the page sends the form, and reads the answer as JSON."""
    return request.accepts("application/json") and not request.accepts("text/html")


def see_other(url: str) -> HttpResponse:
    """Answer 303: what was posted is done, and another page shows it (RFC 9110, 15.4.4)."""
    return HttpResponse(status=HTTPStatus.SEE_OTHER, headers={"Location": iri_to_uri(url)})


def way_back(request: HttpRequest, usual: str = "/") -> str:
    """Return the page that the form is on (``next``), else the one before, else the ``usual`` one.

    Never a page of another site.
    """
    sender = urlsplit(request.headers.get("Referer", ""))
    before = sender._replace(scheme="", netloc="", fragment="").geturl() if sender.netloc == request.get_host() else ""
    for url in (request.POST.get("next", ""), before):
        if url_has_allowed_host_and_scheme(url, allowed_hosts=None):
            return url
    return usual
