"""What is done in a league stands in its club's log."""

from __future__ import annotations

from django.utils import timezone

from engine.said import say
from fortify_site.accounts.models import User
from tournaments.clubs import log
from tournaments.models import Season


def note(season: Season, words: str, *, by: User | None = None, reason: str = "") -> None:
    """Write a line, in the transaction of what it says."""
    Season.objects.filter(pk=season.pk).update(changed_at=timezone.now())
    league = season.league
    told = say("%(league)s, %(season)s: %(words)s", league=league.name, season=season.name, words=words)
    log.note(league.club, told, by=by, reason=reason)
