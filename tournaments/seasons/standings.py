"""The standings of a season's divisions, and who would be promoted or relegated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from competition.divisions.line_up import (
    Boundary,
    FinalRank,
    Reason,
    Rules,
    Tie,
    line_up,
    promoted_or_relegated,
    undecided,
    with_leavers_last,
)
from tournaments.models import Division, Entry, Season
from tournaments.standings.standings import standings_of

from .line_up import previous_season, propose


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """A row of a division's standings. ``mark`` is where the place leads: up, down, or nowhere.

    It is nowhere while no one has a point, and if ``is_tied``: not even tie-breaks separate the player from others
    across the line.
    """

    rank: int
    entry: Entry
    points: Fraction
    mark: Reason
    has_left: bool
    is_tied: bool = False


@dataclass(frozen=True, slots=True)
class DivisionStandings:
    division: Division
    rows: Sequence[DivisionRow]


def division_standings(season: Season) -> list[DivisionStandings]:
    """Return the standings of every division that is played, from the top.

    The number of queries depends only on how many divisions there are.
    """
    divisions = list(season.divisions.select_related("event").order_by("level"))
    rules = propose.rules_of(season)
    return [DivisionStandings(each, _rows(each, rules)) for each in divisions if each.event is not None]


def _rows(division: Division, rules: Rules) -> list[DivisionRow]:
    event = division.event
    assert event is not None
    if not event.is_begun:
        return []
    standings = standings_of(event)
    finished = previous_season.final_standings(event)
    marks = _marks(with_leavers_last(finished), division.level - 1, rules)
    return [
        DivisionRow(
            row.rank,
            entry := standings.entries[row.number],
            row.points,
            marks.get(known.player, Reason.STAYS),
            entry.status in Entry.LEFT,
            known.player not in marks,
        )
        for row, known in zip(standings.rows, finished, strict=True)
    ]


def _marks(order: Sequence[FinalRank], level: int, rules: Rules) -> dict[int, Reason]:
    """Return where each player's place leads, without places that are tied across a line."""
    if not any(row.points for row in order):
        return {row.player: Reason.STAYS for row in order}
    tied = undecided(level, order, rules)
    places = [(row, promoted_or_relegated(index, row, level, len(order), rules)) for index, row in enumerate(order)]
    return {row.player: mark for row, mark in places if row.player not in tied}


def ties_of(season: Season) -> list[str]:
    """Return sentences about ties on the lines of the last season, from which this one's line-up is made."""
    last = previous_season.last_played(season)
    if last is None:
        return []
    found = line_up(previous_season.all_standings(last), [], propose.rules_of(season, last))
    divisions = list(last.divisions.select_related("event").order_by("level"))
    return [_told(tie, divisions[tie.level]) for tie in found.ties]


def doubts_of(season: Season) -> list[str]:
    """Return sentences on why the line-up may no longer match the last standings."""
    last = previous_season.last_played(season)
    if last is None or season.proposed_at is None:
        return []
    if last.stage == Season.Stage.RUNNING:
        words = _("“%(season)s” isn’t over. Its standings, and so the line-up, can still change.")
    elif last.divisions.filter(event__changed_at__gt=season.proposed_at).exists():
        words = _("“%(season)s” has changed since the line-up was worked out. If its standings did, work it out again.")
    else:
        return []
    return [words % {"season": last.name}]


def _told(tie: Tie, division: Division) -> str:
    names = _names(tie, division)
    if tie.line is Boundary.UP and tie.is_told_apart:
        words = _("%(division)s, promotion: %(names)s are level on points; tie-breaks decide.")
    elif tie.line is Boundary.UP:
        words = _("%(division)s, promotion: %(names)s are level even on tie-breaks. Decide, and move players by hand.")
    elif tie.is_told_apart:
        words = _("%(division)s, relegation: %(names)s are level on points; tie-breaks decide.")
    else:
        words = _("%(division)s, relegation: %(names)s are level even on tie-breaks. Decide, and move players by hand.")
    return words % {"division": division.name, "names": names}


def _names(tie: Tie, division: Division) -> str:
    event = division.event
    assert event is not None
    entries = standings_of(event).entries.values()
    names = {entry.player_id or -entry.pk: entry.shown_name for entry in entries}
    return ", ".join(names[player] for player in tie.players)
