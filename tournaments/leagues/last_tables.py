"""What a season's line-up is worked out from: the tables of the last one, and who played when."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.leaving import LEFT
from tournaments.models import Entry, Event, Season
from tournaments.tables import table_of

from .line_up import Earlier, Finished

Stage = Season.Stage


def last_played(season: Season) -> Season | None:
    """The season before, of those whose line-up was published."""
    before = season.league.seasons.filter(number__lt=season.number, stage__in=(Stage.RUNNING, Stage.FINISHED))
    return before.order_by("-number").first()


def final_table(event: Event) -> list[Finished]:
    """Players whose accounts are gone keep their rows, under a number that nobody else has."""
    table = table_of(event)
    entries = [(row, table.entries[row.number]) for row in table.rows]
    return [
        Finished(entry.player_id or -entry.pk, row.rank, row.points, entry.status in LEFT) for row, entry in entries
    ]


def tables(season: Season) -> list[list[Finished]]:
    """From the top; empty of a division in which nobody played."""
    divisions = season.divisions.select_related("event").order_by("level")
    return [final_table(each.event) if each.event else [] for each in divisions]


def earlier(season: Season, players: Iterable[int]) -> dict[int, Earlier]:
    """Where each of these last played before ``season``, counted in seasons that took place."""
    before = season.league.seasons.filter(number__lt=season.number, stage__in=(Stage.RUNNING, Stage.FINISHED))
    numbers = list(before.order_by("number").values_list("number", flat=True))
    played = Entry.objects.filter(
        player__in=list(players), number__isnull=False, event__division__season__in=before
    ).order_by("event__division__season__number")
    rows = played.values_list("player_id", "event__division__level", "event__division__season__number")
    return {player: Earlier(level - 1, len(numbers) - 1 - numbers.index(number)) for player, level, number in rows}
