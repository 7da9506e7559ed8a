"""The guest who plays in a browser, as its session remembers."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from accounts.models import User

from .guests import KEPT_FOR, guests_by_cookie

KEY: Final = "guest"


def guest_of(request: HttpRequest) -> User | None:
    """Return the browser's guest, without a query if the browser has never played as one."""
    pk = request.session.get(KEY)
    return None if pk is None else guests_by_cookie().filter(pk=pk, is_active=True).first()


def remember_guest(request: HttpRequest, guest: User) -> None:
    request.session.cycle_key()
    request.session[KEY] = guest.pk
    remember_longer(request)


def remember_longer(request: HttpRequest) -> None:
    """Keep the session as long after the last turn as the guest's matches are kept."""
    request.session.set_expiry(KEPT_FOR)


def forget_guest(request: HttpRequest) -> None:
    request.session.pop(KEY, None)
