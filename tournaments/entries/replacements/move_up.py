"""The replacement for a player who has left a division: in its line-up, and, before it begins, at once."""

from __future__ import annotations

from accounts.models import User
from i18n.text import say
from timekeeping import clock
from tournaments.entries.enter import admit
from tournaments.locking.locks import SEASON
from tournaments.locking.season import season_of
from tournaments.models import Entry, Event, Season, SeasonEntry

from . import find_replacement, waiting_list

Status = SeasonEntry.Status


def move_up(event: Event, left: Entry) -> Entry | None:
    """Give a place that becomes free before a division begins to the first on the season’s waiting list.

    The event must be locked.
    """
    season = season_of(event)
    if season is None or season.replacements == Season.Replacements.NOBODY:
        return None
    return _move_up(season, event=event, left=left)


@SEASON.transaction_with_retry
def _move_up(season: Season, *, event: Event, left: Entry) -> Entry | None:
    season = SEASON.lock(season.pk)
    for waiting in waiting_list.in_line(season):
        player = waiting.player
        if (
            player is not None
            and player.is_active
            and find_replacement.why_cannot_replace(season, event, player) is None
        ):
            change_line_up(season, event, left.player, left.shown_name, player)
            entry = Entry(event=event, player=player, seed=left.seed, contribution=waiting.contribution)
            return admit(event, entry, by=None, how="moved_up")
    return None


def change_line_up(season: Season, event: Event, left: User | None, name: str, player: User) -> SeasonEntry:
    """Put the new player into the division and return their registration.

    Players who left are out of the season, and count as having missed it.
    """
    before = season.entries.filter(player=left, player__isnull=False).first()
    if before is not None:
        before.status, before.division, before.words = Status.WITHDRAWN, None, ""
        before.save(update_fields=["status", "division", "words"])
    came = season.entries.filter(player=player).first()
    came = came or SeasonEntry(season=season, player=player, entered_at=clock.now())
    came.status, came.why, came.by_hand = Status.REGISTERED, "", False
    came.place = before.place if before else 0
    came.division = season.divisions.get(event=event)
    came.words = say("Plays in %(name)s’s place.", name=name)
    came.save()
    return came
