"""The link of a challenge that its challenger sends on: whoever has it can read the challenge, and take it up once they
are logged in. It holds as long as the challenge waits."""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from matches.models import Challenge

_signer = Signer(sep=".", salt="matches.challenge link")


def share_url(challenge: Challenge) -> str:
    """The absolute address."""
    return settings.SITE_URL + reverse("matches:challenge_by_link", args=[_signer.sign(str(challenge.pk))])


def challenge_id(signed: str) -> int | None:
    """Of the challenge whose link has this at its end; ``None`` where none has."""
    try:
        return int(_signer.unsign(signed))
    except BadSignature:
        return None
