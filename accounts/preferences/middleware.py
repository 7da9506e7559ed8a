"""The reader's own language and time zone, for everything a request renders."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from accounts.models import User
from timekeeping.time_zones import known_zone

from .browser_time_zone import zone_of


class PreferencesMiddleware:
    """Middleware that activates the reader's language and time zone.

    Players have them in their accounts. Visitors get the language chosen at the foot of a page, or else the browser's,
    and the time zone chosen in the browser or known to its script.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language, zone = language_and_zone(request)
        request.LANGUAGE_CODE = language
        with translation.override(language), timezone.override(zone):
            response = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


class PrivateMiddleware:
    """Middleware that keeps players' pages private: no cache may share them, and the browser asks again each time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_players = request.user.is_authenticated
        response = self.get_response(request)
        if is_players and "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-cache"
        return response


def language_and_zone(request: HttpRequest) -> tuple[str, zoneinfo.ZoneInfo | None]:
    if not isinstance(request.user, User):
        return translation.get_language_from_request(request), zone_of(request)
    return request.user.language, known_zone(request.user.time_zone)
