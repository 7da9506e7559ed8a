"""The way in which a guest who was invited by email becomes a player with a chosen name.

The matches of a visitor who played a computer go to their account in ``guest_by_cookie.py``.

A guest who signs up types a name and a password as everyone does. Both wait in the session until the emailed code has
confirmed the mailbox; then they go to the guest's own account, with all its matches.
"""

from __future__ import annotations

import time
from typing import TypedDict

from allauth.account.authentication import get_authentication_records
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.names.display_names import clean_display_name, note_change
from matches.vacation import time_zone_limit
from timekeeping import clock

CLAIM_KEY = "claim"
PROVED_KEY = "address_proved"
CLAIM_SECONDS = 3600


class Claim(TypedDict):
    """A guest's entries in the sign-up form; ``password`` is a hash."""

    user: int
    display_name: str
    password: str
    time_zone: str
    language: str
    at: float


def remember(
    request: HttpRequest, guest: User, *, display_name: str, password: str, time_zone: str, language: str
) -> None:
    request.session[CLAIM_KEY] = Claim(
        user=guest.pk,
        display_name=display_name,
        password=make_password(password),
        time_zone=time_zone,
        language=language,
        at=time.time(),
    )


def pending(request: HttpRequest, user: User) -> Claim | None:
    claim: Claim | None = request.session.get(CLAIM_KEY)
    if not claim or claim["user"] != user.pk or time.time() - claim["at"] > CLAIM_SECONDS:
        return None
    return claim


def note_proof(request: HttpRequest, user: User) -> None:
    request.session[PROVED_KEY] = user.pk


def is_proved(request: HttpRequest, user: User) -> bool:
    """Return whether a code emailed to this player has been typed in this session."""
    return request.session.get(PROVED_KEY) == user.pk or has_typed_login_code(request, user)


def has_typed_login_code(request: HttpRequest, user: User) -> bool:
    return any(record["method"] == "code" for record in get_authentication_records(request, user))


def settle_claim(request: HttpRequest, guest: User, claim: Claim) -> bool:
    """Give the guest the name and password they chose. False, with nothing changed, if the name is taken by now."""
    request.session.pop(CLAIM_KEY, None)
    was = guest.display_name
    try:
        guest.display_name = clean_display_name(claim["display_name"], owner=guest)
    except ValidationError:
        return False
    guest.password = claim["password"]
    moved = ["time_zone"] if guest.time_zone != claim["time_zone"] else []
    guest.time_zone = claim["time_zone"]
    guest.language = claim.get("language", guest.language)
    guest.is_guest = False
    try:
        with transaction.atomic():
            guest.save(update_fields=["display_name", "password", "time_zone", "language", "is_guest"])
            note_change(guest, was)
            time_zone_limit.note(guest, moved, clock.now())
    except IntegrityError:  # someone else has just taken the name
        guest.refresh_from_db()
        return False
    return True
