"""Columns of the standings' sheet, each with what fills it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from competition.history import Code, Result
from competition.standings import StandingsRow, TieBreak
from tournaments.sheets.sheet import Column, Kind, Value
from tournaments.standings.explain import record

if TYPE_CHECKING:
    from tournaments.standings.standings import EventStandings

BYES = (Code.PAIRING_BYE, Code.FULL_BYE, Code.HALF_BYE)
COUNTED = (
    ("played_wins", gettext_lazy("Won")),
    ("played_draws", gettext_lazy("Drawn")),
    ("played_losses", gettext_lazy("Lost")),
    ("forfeit_wins", gettext_lazy("Won by forfeit")),
    ("forfeit_losses", gettext_lazy("Lost by forfeit")),
    ("byes", gettext_lazy("Byes")),
)


class Filled(NamedTuple):
    """A column, and what is in it for each row of the standings."""

    column: Column
    value: Callable[[StandingsRow], Value]


PLACE = Filled(Column("place", gettext_lazy("Place"), Kind.NUMBER), lambda row: row.rank)
NUMBER = Filled(Column("number", gettext_lazy("No."), Kind.NUMBER), lambda row: row.number)
POINTS = Filled(Column("points", gettext_lazy("Points"), Kind.NUMBER), lambda row: row.points)


def of_player(standings: EventStandings) -> Sequence[Filled]:
    """Return the player's name and rating, which is empty if there is none."""
    entries = standings.entries
    return (
        Filled(Column("player", gettext_lazy("Player")), lambda row: entries[row.number].name_in_table),
        Filled(Column("rating", gettext_lazy("Rating"), Kind.NUMBER), lambda row: entries[row.number].rating or None),
    )


def tie_breaks(standings: EventStandings) -> Sequence[Filled]:
    """Return the columns after the first."""
    spelled = standings.rules.spells_columns_out

    def column(place: int) -> Filled:
        tie_break = standings.columns[place]
        heading = tie_break.name if spelled else tie_break.code
        return Filled(Column(key_of(tie_break), heading, Kind.NUMBER), lambda row: row.values[place].number)

    return [column(place) for place in range(1, len(standings.columns))]


def played(standings: EventStandings) -> Sequence[Filled]:
    """Return how many rounds were won, drawn and lost, with played and unplayed ones apart."""
    counts = {row.number: _counts(standings.results_of(row.number)) for row in standings.rows}

    def column(place: int, key: str, heading: str | Promise) -> Filled:
        return Filled(Column(key, heading, Kind.NUMBER), lambda row: counts[row.number][place])

    return [column(place, key, heading) for place, (key, heading) in enumerate(COUNTED)]


def key_of(tie_break: TieBreak) -> str:
    """Return the key of a tie-break's column: ``bh_c1`` for BH/C1, ``ks_l_plus1`` for KS/L+1."""
    return tie_break.code.lower().replace("/", "_").replace("+", "_plus").replace("-", "_minus")


def _counts(results: Sequence[Result]) -> tuple[int, ...]:
    found = Counter(result.code for result in results)
    forfeits = (found[Code.FORFEIT_WIN], found[Code.FORFEIT_LOSS])
    return (*record(list(found.elements())), *forfeits, sum(found[code] for code in BYES))
