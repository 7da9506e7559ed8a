"""Addresses that turn off one sort of email for a player (RFC 8058), or choose the subjects of emails.

By default they turn off emails about turns. They are signed and stateless, so that they work without a login. Retired
keys remain valid while ``SECRET_KEY_FALLBACKS`` holds them.
"""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import OrganiserMail, TurnMail, User
from mail import hooks

_SALT = "matches.mail.unsubscribe"
TURNS = "turns"
DECISIONS = "organiser_mail"
SUBJECTS = "subjects_say"
WISHES = frozenset({TURNS, DECISIONS, SUBJECTS, "club_news", "invitations"})
"""What can be turned on and off: emails about turns, emails about decisions, or a yes-or-no field of ``User``."""


class Address(NamedTuple):
    """The player to whom an address belongs, and the wish that it turns off."""

    user: User
    wish: str


def unsubscribe_url(user: User, wish: str = TURNS) -> str:
    said = str(user.pk) if wish == TURNS else f"{user.pk}-{wish}"
    page = "mail:subjects" if wish == SUBJECTS else "mail:unsubscribe"
    return settings.SITE_URL + reverse(page, args=[_signer().sign(said)])


def find_address(signed: str) -> Address | None:
    """Return what a signed address is for; ``None`` if we didn't sign it, or its player no longer exists."""
    try:
        pk, _dash, wish = _signer().unsign(signed).partition("-")
        user = User.objects.filter(pk=int(pk)).first()
    except (BadSignature, ValueError):
        return None
    return Address(user, wish or TURNS) if user is not None and (wish or TURNS) in WISHES else None


def is_wanted(user: User, wish: str) -> bool:
    """Return whether the player wants the emails that depend on a wish. With "" for the wish they always do."""
    if wish == TURNS:
        return user.turn_mail != TurnMail.NONE
    if wish == DECISIONS:
        return user.organiser_mail != OrganiserMail.NONE
    return not wish or bool(getattr(user, wish))


def set_wish(address: Address, *, wanted: bool) -> None:
    if address.wish == TURNS:
        set_turn_mail(address.user, wanted=wanted)
        return
    if address.wish == DECISIONS:
        address.user.organiser_mail = OrganiserMail.DIGEST if wanted else OrganiserMail.NONE
    else:
        setattr(address.user, address.wish, wanted)
    address.user.save(update_fields=[address.wish])


def set_turn_mail(user: User, *, wanted: bool) -> None:
    """Turn emails about turns on or off.

    When they are turned on, open turns are announced after all. Players who get such emails already, however seldom,
    notice no change.
    """
    if wanted and user.turn_mail != TurnMail.NONE:
        return
    user.turn_mail = TurnMail.EACH if wanted else TurnMail.NONE
    user.save(update_fields=["turn_mail"])
    if wanted:
        hooks.turn_mail_wanted.send(None, user=user)


def _signer() -> Signer:
    return Signer(sep=".", salt=_SALT)
