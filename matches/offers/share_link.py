"""The link of an offer that its host sends on: whoever has it can read the offer, and take it up logged in or by an
email to their address. It holds as long as the offer is open."""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from matches.models import Offer

_signer = Signer(sep=".", salt="matches.offer link")


def share_url(offer: Offer) -> str:
    """The absolute address."""
    return settings.SITE_URL + share_path(offer)


def share_path(offer: Offer) -> str:
    """The same on this site."""
    page = "matches:table_by_link" if offer.is_table else "matches:challenge_by_link"
    return reverse(page, args=[_signer.sign(str(offer.pk))])


def offer_id(signed: str) -> int | None:
    """Of the offer whose link has this at its end; ``None`` where none has."""
    try:
        return int(_signer.unsign(signed))
    except BadSignature:
        return None
