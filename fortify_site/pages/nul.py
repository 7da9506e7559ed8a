"""Protection from U+0000, the one character that no text has and PostgreSQL can't store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.utils.http import urlencode

NUL = "\0"
UNREADABLE = "\ufffd"
FROM_PROVIDERS = frozenset({"incoming_mail", "mail_events"})  # addresses by name


class NulCookieMiddleware:
    """Middleware that drops cookies with U+0000. The site sets none, and the database can't look one up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if any(NUL in text for text in request.COOKIES.values()):
            request.COOKIES = {name: text for name, text in request.COOKIES.items() if NUL not in text}
        return self.get_response(request)


class NulMiddleware:
    """Middleware that removes U+0000 from requests.

    In a path it becomes a character that no address has, so that each page answers as to any wrong address. In queries
    and forms it is left out, as if it hadn't been typed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Django looks for the page by path_info; path stays what was asked for, and nothing looks anything up by it.
        request.path_info = request.path_info.replace(NUL, UNREADABLE)
        if "%00" in request.META.get("QUERY_STRING", ""):
            request.GET = _without(request.GET)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        """Remove U+0000 from a posted form."""
        if request.method == "POST" and not _is_from_provider(request) and _has(request.POST):
            request.POST = _without(request.POST)


def _is_from_provider(request: HttpRequest) -> bool:
    """Return whether a mail provider posts: an email stays as it is, and its view limits how much of it is read."""
    return request.resolver_match is not None and request.resolver_match.view_name in FROM_PROVIDERS


def _has(fields: QueryDict) -> bool:
    return any(NUL in name or any(NUL in text for text in texts) for name, texts in fields.lists())


def _without(fields: QueryDict) -> Any:  # immutable, a type that only the stubs have
    pairs = [(name, text) for name, texts in fields.lists() for text in texts]
    return QueryDict(urlencode([(name.replace(NUL, ""), text.replace(NUL, "")) for name, text in pairs]))
