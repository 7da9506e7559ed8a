"""The time zone of a browser without an account: the one its script knows, or the one its reader chose."""

from __future__ import annotations

import zoneinfo
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from timekeeping.time_zones import zones

COOKIE = "time_zone"  # static/zone.js writes it, too


def zone_of(request: HttpRequest) -> zoneinfo.ZoneInfo | None:
    """Return the browser's time zone; ``None``, which is the site's own, if it says nothing or something that no one
    can choose."""
    name = request.COOKIES.get(COOKIE, "")
    return zoneinfo.ZoneInfo(name) if name in _choosable() else None


def name_of_zone(request: HttpRequest) -> str:
    """Return the zone's name as accounts store it: "UTC" if nothing is known."""
    zone = zone_of(request)
    return "UTC" if zone is None else zone.key


def keep_time_zone(response: HttpResponse, zone: str) -> None:
    age = settings.LANGUAGE_COOKIE_AGE
    response.set_cookie(COOKIE, zone, age, secure=settings.HTTPS, samesite="Lax")


@cache
def _choosable() -> frozenset[str]:
    return frozenset({"UTC", *zones()})
