"""Pages of events and of clubs: who may see them, and how their contents are kept and sent."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import get_template, render_to_string
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import http_date
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from accounts.preferences.theme import theme_of
from tournaments.locking.kept import Version, VersionedCache
from tournaments.pages.get_event import for_readers

FRESH_SECONDS = 30
QUERY = ("after", "page")


class Body(NamedTuple):
    content: bytes
    etag: str


_bodies: VersionedCache[Body] = VersionedCache(size=600)


def event_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Give a view the event in place of ``pk``, if the reader may see it."""

    @require_safe
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.GET = _known(request.GET)  # type: ignore[assignment]  # nobody changes it
        return for_readers(view)(request, *args, **kwargs)

    return guarded


def _known(query: QueryDict) -> QueryDict:
    """Return the query without parameters that no page knows.

    Otherwise a reader could get them into the links of a page that is kept for others.
    """
    known = QueryDict(mutable=True)
    for name in QUERY:
        if name in query:
            known.setlist(name, query.getlist(name))
    return known


def kept_body(key: tuple[Hashable, ...], version: Hashable, write: Callable[[], str | bytes]) -> Body:
    """Return what ``write`` writes, called once for each language and time zone as long as ``version`` stays.

    Everything else that the text depends on is in ``key``; nothing in it may be one reader's alone.
    """
    where = (*key, translation.get_language(), timezone.get_current_timezone_name())
    return _bodies.get(where, version, lambda: _body(write()))


def _body(written: str | bytes) -> Body:
    content = written.encode() if isinstance(written, str) else written
    return Body(content, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


def answer(
    request: HttpRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *,
    version: Version,
    key: tuple[Hashable, ...] = (),
) -> HttpResponse:
    """Answer with a page, rendered once for all who aren't logged in, as long as ``version`` stays.

    ``key`` is what it depends on in the query string, in canonical form; ``context`` is called only if the page must be
    rendered.
    """

    def whole() -> dict[str, Any]:
        return {**context(), "version": version}

    if not is_in_crowd(request):
        return render(request, template, whole())
    body = kept_body(
        (request.path, *key, theme_of(request)), version, lambda: render_to_string(template, whole(), request)
    )
    return send(request, HttpResponse(body.content), body.etag, version)


def part(
    template: str, context: Callable[[], dict[str, Any]], *, version: Hashable, key: tuple[Hashable, ...]
) -> Callable[[], SafeString]:
    """Return a part of pages that is the same for all readers, for a template to show.

    It is rendered once, as long as ``version`` stays, and without the request, so that nothing of its reader gets into
    it. ``key`` is what else it depends on; ``context`` is called only if the part must be rendered.
    """

    def show() -> SafeString:
        body = kept_body((template, *key), version, lambda: get_template(template).render(context()))
        return SafeString(body.content.decode())

    return show


def send(request: HttpRequest, response: HttpResponse, etag: str, version: Version) -> HttpResponse:
    """Complete an answer that was kept, so that browsers and proxies can keep it, too.

    Browsers ask by its tag whether they have it, and proxies may give it to the crowd for a moment.
    """
    response.headers["ETag"] = etag
    response.headers["Last-Modified"] = http_date(version.modified_at.timestamp())
    if is_in_crowd(request):
        response.headers["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
    # By the tag alone: a page that shows times may change while its event does not.
    return get_conditional_response(request, etag=etag, response=response) or response


def is_in_crowd(request: HttpRequest) -> bool:
    """Return whether the page shows nothing of the reader's own: they aren't logged in, and have no message."""
    own = {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}
    return not request.user.is_authenticated and not own & request.COOKIES.keys()
