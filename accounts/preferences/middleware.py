"""The reader's own language and time zone, for everything a request renders."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from .language import language_of
from .time_zone import zone_of


class PreferencesMiddleware:
    """Middleware that activates the reader's language and time zone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.LANGUAGE_CODE = language_of(request)
        with translation.override(request.LANGUAGE_CODE), timezone.override(zone_of(request)):
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
