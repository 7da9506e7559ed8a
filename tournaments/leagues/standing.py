"""Where the players of a season stand, and who would go up and down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.leaving import LEFT
from tournaments.models import Division, Entry, Season
from tournaments.tables import table_of

from . import last_tables, proposing
from .line_up import Line, Rules, Tie, Why, by_table, in_order, line_up


@dataclass(frozen=True, slots=True)
class Row:
    """``mark`` is where the place leads to: up, down, or nowhere."""

    rank: int
    entry: Entry
    points: Fraction
    mark: Why
    has_left: bool


@dataclass(frozen=True, slots=True)
class Table:
    division: Division
    rows: Sequence[Row]


def tables_of(season: Season) -> list[Table]:
    """Of every division that is played, from the top. The number of queries depends on that of the divisions alone."""
    divisions = list(season.divisions.select_related("event").order_by("level"))
    rules = proposing.rules_of(season)
    return [Table(each, _rows(each, rules)) for each in divisions if each.event is not None]


def _rows(division: Division, rules: Rules) -> list[Row]:
    event = division.event
    assert event is not None
    if not event.is_begun:
        return []
    table = table_of(event)
    finished = last_tables.final_table(event)
    order = {row.player: index for index, row in enumerate(in_order(finished))}
    return [
        Row(
            row.rank,
            entry := table.entries[row.number],
            row.points,
            by_table(order[known.player], known, division.level - 1, len(finished), rules),
            entry.status in LEFT,
        )
        for row, known in zip(table.rows, finished, strict=True)
    ]


def ties_of(season: Season) -> list[str]:
    """What there is to say of equal points on the lines of the last season, by which this one's line-up is made."""
    last = last_tables.last_played(season)
    if last is None:
        return []
    found = line_up(last_tables.tables(last), [], proposing.rules_of(season))
    divisions = list(last.divisions.select_related("event").order_by("level"))
    return [_told(tie, divisions[tie.level]) for tie in found.ties]


def _told(tie: Tie, division: Division) -> str:
    names = _names(tie, division)
    if tie.line is Line.UP and tie.is_told_apart:
        words = _("%(division)s, going up: %(names)s have equal points; the tie-breaks tell them apart.")
    elif tie.line is Line.UP:
        words = _("%(division)s, going up: not even the tie-breaks tell %(names)s apart. Decide, and move by hand.")
    elif tie.is_told_apart:
        words = _("%(division)s, going down: %(names)s have equal points; the tie-breaks tell them apart.")
    else:
        words = _("%(division)s, going down: not even the tie-breaks tell %(names)s apart. Decide, and move by hand.")
    return words % {"division": division.name, "names": names}


def _names(tie: Tie, division: Division) -> str:
    event = division.event
    assert event is not None
    entries = table_of(event).entries.values()
    names = {entry.player_id or -entry.pk: entry.shown_name for entry in entries}
    return ", ".join(names[player] for player in tie.players)
