"""The log of a club, which also has the lines of its leagues’ seasons."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from i18n.text import say
from matches.input.text import cut
from tournaments.models import Club, ClubLine, Season

from .log import LONGEST_REASON


def note(club: Club, words: str, *, by: User | None = None, reason: str = "") -> ClubLine:
    """Write a line of a club's log, in the transaction of the act; ``by`` is ``None`` for the site.

    ``words`` are a sentence of ``i18n.text``, for each reader's language.
    """
    now = timezone.now()
    Club.objects.filter(pk=club.pk).update(changed_at=now)
    return ClubLine.objects.create(club=club, at=now, by=by, words=words, reason=cut(reason, LONGEST_REASON))


def note_in_season(season: Season, words: str, *, by: User | None = None, reason: str = "") -> None:
    """Write a line about a season into its club's log, in the transaction of the act."""
    Season.objects.filter(pk=season.pk).update(changed_at=timezone.now())
    league = season.league
    told = say("%(league)s, %(season)s: %(words)s", league=league.name, season=season.name, words=words)
    note(league.club, told, by=by, reason=reason)
