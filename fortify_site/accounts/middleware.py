"""The reader's own language and time zone, for everything a request renders."""

from __future__ import annotations

import logging
import zoneinfo
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from .models import User

log = logging.getLogger(__name__)


class PreferencesMiddleware:
    """A player's wishes; for a visitor the language chosen at the foot of a page, or else the browser's, and the site's
    own zone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language, zone = wishes(request)
        request.LANGUAGE_CODE = language
        with translation.override(language), timezone.override(zone):
            response = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


class PrivateMiddleware:
    """What a player is shown is for that player alone: no cache on the way may keep it, and the browser asks again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_players = request.user.is_authenticated
        response = self.get_response(request)
        if is_players and "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-cache"
        return response


class PresenceMiddleware:
    """Notes that a player looks at the site who wishes for no more mail about turns until then: once for a mail, so
    that a page costs nothing more. What a script fetches for a page that stays open is no visit."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User) and request.user.told_by is not None and _is_visit(request):
            _note_visit(request.user)
        return self.get_response(request)


def _is_visit(request: HttpRequest) -> bool:
    from matches.views.seeing import is_looked_at  # a page's part, for which models have to be there

    return request.headers.get("Sec-Fetch-Dest", "document") == "document" and is_looked_at(request)


def _note_visit(user: User) -> None:
    from matches.mail import wishes as mail_wishes  # it imports this module

    try:
        mail_wishes.came_back(user)
    except OperationalError as error:  # the page is there all the same
        log.warning("could not note that player %s is back: %s", user.pk, error)


def wishes(request: HttpRequest) -> tuple[str, zoneinfo.ZoneInfo | None]:
    if not isinstance(request.user, User):
        return translation.get_language_from_request(request), None
    return request.user.language, known_zone(request.user.time_zone)


def known_zone(name: str) -> zoneinfo.ZoneInfo | None:
    """None, which is the site's own zone, for a name that this machine's zone data has lost."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return None
