"""Which guest plays in a browser: the session remembers."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from accounts.models import User

from .guests import KEPT_FOR, guests_by_cookie

KEY: Final = "guest"


def guest_of(request: HttpRequest) -> User | None:
    """Without a question to the database where the browser has never played as a guest."""
    pk = request.session.get(KEY)
    return None if pk is None else guests_by_cookie().filter(pk=pk, is_active=True).first()


def remember_guest(request: HttpRequest, guest: User) -> None:
    request.session.cycle_key()
    request.session[KEY] = guest.pk
    remember_longer(request)


def remember_longer(request: HttpRequest) -> None:
    """As long after the last turn as their matches are kept."""
    request.session.set_expiry(KEPT_FOR)


def forget_guest(request: HttpRequest) -> None:
    request.session.pop(KEY, None)
