"""What the pages of events have in common: who may open them, and how a crowd is served."""

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
from tournaments.caching import VersionedCache
from tournaments.page_version import Version

from .get_event import for_readers

FRESH_SECONDS = 30
KEPT_SECONDS = 60
QUERY = ("after", "page")


class Page(NamedTuple):
    body: bytes
    etag: str


_pages: VersionedCache[Page] = VersionedCache(size=200, seconds=KEPT_SECONDS)
_parts: VersionedCache[SafeString] = VersionedCache(size=300, seconds=KEPT_SECONDS)


def event_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of an event, for whoever may see that: the view gets the event in place of ``pk``."""

    @require_safe
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.GET = _known(request.GET)  # type: ignore[assignment]  # nobody changes it
        return for_readers(view)(request, *args, **kwargs)

    return guarded


def _known(query: QueryDict) -> QueryDict:
    """Without what no page asks for, so that no one puts it into the links of a page that is kept for others."""
    known = QueryDict(mutable=True)
    for name in QUERY:
        if name in query:
            known.setlist(name, query.getlist(name))
    return known


def answer(
    request: HttpRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *,
    version: Version,
    key: tuple[Hashable, ...] = (),
) -> HttpResponse:
    """The page, rendered once for all who are not logged in, as long as ``version`` stays. ``key`` is what of the
    query string it depends on, in canonical form; ``context`` is called only where it must be rendered."""

    def whole() -> dict[str, Any]:
        return {**context(), "version": version}

    if not is_in_crowd(request):
        return render(request, template, whole())
    page = _pages.get(
        (request.path, *key, translation.get_language(), timezone.get_current_timezone_name(), theme_of(request)),
        version,
        lambda: rendered(template, whole(), request),
    )
    response = HttpResponse(page.body)
    response.headers["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
    response.headers["ETag"] = page.etag
    response.headers["Last-Modified"] = http_date(version.modified_at.timestamp())
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    # By the tag alone: a page that shows times may change while its event does not.
    return get_conditional_response(request, etag=page.etag, response=response) or response


def part(
    template: str, context: Callable[[], dict[str, Any]], *, version: Hashable, key: tuple[Hashable, ...]
) -> Callable[[], SafeString]:
    """A part of pages that says the same to all who read it in one language and time zone, for a template to show:
    rendered once, as long as ``version`` stays, and without the request, so that nothing of its reader gets into it.
    ``key`` is what else it depends on; ``context`` is called only where it must be rendered."""

    def show() -> SafeString:
        where = (template, *key, translation.get_language(), timezone.get_current_timezone_name())
        return _parts.get(where, version, lambda: SafeString(get_template(template).render(context())))

    return show


def is_in_crowd(request: HttpRequest) -> bool:
    """Someone for whom the page says nothing of their own: not logged in, and no message waits for them."""
    own = {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}
    return not request.user.is_authenticated and not own & request.COOKIES.keys()


def rendered(template: str, context: dict[str, Any], request: HttpRequest | None = None) -> Page:
    body = render_to_string(template, context, request).encode()
    return Page(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')
