"""Links for joining a club.

The club's own works for everyone who has it until it is renewed. That of an invitation, signed and stateless, works as
long as the invitation is open.
"""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournaments.models import Club, Membership

_SALT = "tournaments.clubs.links"


def club_url(club: Club) -> str:
    return settings.SITE_URL + reverse("clubs:link", args=[club.slug, club.invitation_key])


def is_key_of(club: Club, key: str) -> bool:
    return constant_time_compare(key, club.invitation_key)


def invitation_url(membership: Membership) -> str:
    return settings.SITE_URL + reverse("clubs:invitation", args=[_signer().sign(str(membership.pk))])


def membership_of(signed: str) -> Membership | None:
    """Return the membership a signed link is for, answered or not; ``None`` if we didn't sign it or it is gone."""
    try:
        pk = int(_signer().unsign("".join(signed.split())))
    except (BadSignature, ValueError):
        return None
    return Membership.objects.filter(pk=pk).select_related("club", "player").first()


def _signer() -> Signer:
    return Signer(sep=".", salt=_SALT)
