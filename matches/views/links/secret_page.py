"""What holds for every page that the secret link of an email opens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.csrf import csrf_exempt
from django.views.defaults import page_not_found

from accounts.last_seen import NOT_CHOSEN
from accounts.models import User
from timekeeping.time_zones import known_zone

MAIL = "mail"  # the value of the button that has a newer link sent

View = Callable[..., HttpResponse]

HEADERS = {
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
}


def secret_page(view: View) -> View:
    """A page whose address is a secret: it is not kept, not indexed, and not told to the next site; the answer to
    a wrong address carries the same headers as that to a right one.

    There is no CSRF check. The token in the address is the authority, not a cookie that a browser adds automatically,
    so a forger would need the token and then would need no forgery. And the check could not pass: under no-referrer a
    browser sends ``Origin: null`` with the form, and people who block cookies shall be able to play.
    """

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, token: str, **rest: Any) -> HttpResponse:
        try:
            response = view(request, token, **rest)
        except Http404 as error:
            response = page_not_found(request, error)
        for name, value in HEADERS.items():
            response.headers[name] = value
        return response

    return guarded


def speak_as_browser(request: HttpRequest, newcomer: User) -> None:
    """Until then the link's pages are in the language that the reader's browser asks for.
    ``GuestForm`` keeps it."""
    newcomer.language = translation.get_language_from_request(request)


@contextmanager
def as_read_by(user: User) -> Iterator[None]:
    """Words and times in the language and zone of the link's owner, who need not be logged in. A guest who has not
    chosen a zone has the browser's."""
    is_undecided = user.is_guest and user.time_zone == NOT_CHOSEN
    zone = timezone.get_current_timezone() if is_undecided else known_zone(user.time_zone)
    with translation.override(user.language), timezone.override(zone):
        yield
