"""The link of a challenge that its challenger sends on: whoever has it can read the challenge, and take it up logged in
or by an email to their address. It holds as long as the challenge waits."""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from matches.models import Challenge, Gathering

_signer = Signer(sep=".", salt="matches.challenge link")
_of_tables = Signer(sep=".", salt="matches.table link")


def share_url(challenge: Challenge) -> str:
    """The absolute address."""
    return settings.SITE_URL + share_path(challenge)


def share_path(offer: Challenge) -> str:
    """The same on this site; of a seat that of its table."""
    if offer.gathering is not None:
        return _table_path(offer.gathering)
    return reverse("matches:challenge_by_link", args=[_signer.sign(str(offer.pk))])


def challenge_id(signed: str) -> int | None:
    """Of the challenge whose link has this at its end; ``None`` where none has."""
    return _signed_id(_signer, signed)


def table_url(gathering: Gathering) -> str:
    """As of a challenge."""
    return settings.SITE_URL + _table_path(gathering)


def _table_path(gathering: Gathering) -> str:
    return reverse("matches:table_by_link", args=[_of_tables.sign(str(gathering.pk))])


def table_id(signed: str) -> int | None:
    return _signed_id(_of_tables, signed)


def _signed_id(signer: Signer, signed: str) -> int | None:
    try:
        return int(signer.unsign(signed))
    except BadSignature:
        return None
