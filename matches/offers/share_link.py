"""The link of an offer that its host sends on.

Everyone who has it can read the offer, and take it up logged in or by an email to their address. It works as long as
the offer is open.
"""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from matches.models import Offer

_signer = Signer(sep=".", salt="matches.offer link")


def share_url(offer: Offer) -> str:
    """Return the absolute address at which the offer is shared."""
    return settings.SITE_URL + share_path(offer)


def share_path(offer: Offer) -> str:
    """Return the path at which the offer is shared, on this site."""
    page = "matches:table_by_link" if offer.is_table else "matches:challenge_by_link"
    return reverse(page, args=[_signer.sign(str(offer.pk))])


def offer_id(signed: str) -> int | None:
    """Return the id of the offer whose link ends in this text; ``None`` if none does."""
    try:
        return int(_signer.unsign(signed))
    except BadSignature:
        return None
