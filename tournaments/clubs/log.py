"""The log of a club."""

from __future__ import annotations

from django.utils import timezone

from fortify_site.accounts.models import User
from matches.lines import cut
from tournaments.log import LONGEST_REASON
from tournaments.models import Club, ClubLine


def note(club: Club, words: str, *, by: User | None = None, reason: str = "") -> ClubLine:
    """Write a line, in the transaction of what it says; ``by`` is ``None`` where the site did it by itself. ``words``
    are a sentence of ``engine.said``, so that each reader has it in their own language."""
    now = timezone.now()
    Club.objects.filter(pk=club.pk).update(changed_at=now)
    return ClubLine.objects.create(club=club, at=now, by=by, words=words, reason=cut(reason, LONGEST_REASON))
