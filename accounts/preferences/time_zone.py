"""The time zone of a request's reader.

It is the one in their account; without an account, the one chosen at the foot of a page or known to the browser's
script, which a cookie keeps.
"""

from __future__ import annotations

import zoneinfo
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from timekeeping.time_zones import known_zone, zones

COOKIE = "time_zone"  # static/zone.js writes it, too


def zone_of(request: HttpRequest) -> zoneinfo.ZoneInfo | None:
    """Return the reader's time zone, or ``None`` for the site's own.

    The site's own is used if the account has a zone that no longer exists, or the browser names none on offer.
    """
    if isinstance(request.user, User):
        return known_zone(request.user.time_zone)
    name = request.COOKIES.get(COOKIE, "")
    return zoneinfo.ZoneInfo(name) if name in _choosable() else None


def name_of_zone(request: HttpRequest) -> str:
    """Return the name of the reader's zone as accounts store it: "UTC" if none is known."""
    zone = zone_of(request)
    return "UTC" if zone is None else zone.key


def keep_time_zone(response: HttpResponse, zone: str) -> None:
    """Store a visitor's choice in their browser."""
    age = settings.LANGUAGE_COOKIE_AGE
    response.set_cookie(COOKIE, zone, age, secure=settings.HTTPS, samesite="Lax")


@cache
def _choosable() -> frozenset[str]:
    return frozenset({"UTC", *zones()})
