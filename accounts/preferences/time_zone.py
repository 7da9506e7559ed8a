"""The time zone of a browser without an account: chosen by its reader, or known to its script."""

from __future__ import annotations

import zoneinfo
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from timekeeping.time_zones import zones

COOKIE = "time_zone"  # static/zone.js writes it, too


def zone_of(request: HttpRequest) -> zoneinfo.ZoneInfo | None:
    """Return the browser's time zone, or ``None`` for the site's own if the browser names no zone on offer."""
    name = request.COOKIES.get(COOKIE, "")
    return zoneinfo.ZoneInfo(name) if name in _choosable() else None


def name_of_zone(request: HttpRequest) -> str:
    """Return the name of the browser's zone as accounts store it: "UTC" if none is known."""
    zone = zone_of(request)
    return "UTC" if zone is None else zone.key


def keep_time_zone(response: HttpResponse, zone: str) -> None:
    age = settings.LANGUAGE_COOKIE_AGE
    response.set_cookie(COOKIE, zone, age, secure=settings.HTTPS, samesite="Lax")


@cache
def _choosable() -> frozenset[str]:
    return frozenset({"UTC", *zones()})
