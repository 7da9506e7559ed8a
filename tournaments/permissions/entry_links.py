"""The links in emails by which a player acts in one event without logging in: signed and stateless.

A link is bound to one player and one event and grants nothing else; it works as long as ``SECRET_KEY_FALLBACKS`` has
its key.
"""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from tournaments.models import Event

_SALT = "tournaments.entry_links"


class Holder(NamedTuple):
    """The player and the event a link belongs to."""

    event: Event
    player: User


def token(event: Event, player: User) -> str:
    return _signer().sign(f"{event.pk}-{player.pk}")


def entry_url(event: Event, player: User) -> str:
    """Return the absolute address of the page with all that the player can do in the event."""
    return settings.SITE_URL + reverse("tournaments:link", args=[token(event, player)])


def check_in_url(event: Event, player: User) -> str:
    return settings.SITE_URL + reverse("tournaments:check_in", args=[token(event, player)])


def holder_of(signed: str) -> Holder | None:
    """Return the player and event of a signed link; ``None`` if we didn't sign it, or either is gone."""
    try:
        event_id, player_id = map(int, _signer().unsign("".join(signed.split())).split("-"))
    except (BadSignature, ValueError):
        return None
    event = Event.objects.filter(pk=event_id).first()
    player = User.objects.filter(pk=player_id, is_active=True).first()
    return Holder(event, player) if event and player else None


def _signer() -> Signer:
    return Signer(sep=".", salt=_SALT)
