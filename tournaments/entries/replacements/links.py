"""The link in the email that offers a place: its player answers by it without logging in.

It is signed and stateless, bound to one offer and its player, and grants nothing else.
"""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from tournaments.models import PlaceOffer

_SALT = "tournaments.places.links"


def place_offer_url(made: PlaceOffer) -> str:
    return settings.SITE_URL + reverse("leagues:offer", args=[_signer().sign(f"{made.pk}-{made.player_id}")])


def place_offer_of(signed: str) -> PlaceOffer | None:
    """Return the offer a signed link is for, answered or not.

    It is ``None`` if we didn't sign the link, or the offer or its player is gone.
    """
    try:
        pk, player_id = map(int, _signer().unsign("".join(signed.split())).split("-"))
    except (BadSignature, ValueError):
        return None
    offers = PlaceOffer.objects.select_related("vacancy__entry__event__division", "vacancy__player", "player")
    return offers.filter(pk=pk, player=player_id, player__is_active=True).first()


def _signer() -> Signer:
    return Signer(sep=".", salt=_SALT)
