"""The standings of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from competition.history import History, System

from .direct_encounter import encounters
from .explained_value import TieBreakValue
from .results_so_far import ResultsSoFar
from .tie_break import TieBreak, check_tie_break, parse_tie_break
from .tie_break_kinds import POINTS_KIND

BY_POINTS = TieBreak(POINTS_KIND)
LevelPlayers = list[int]
Column = Mapping[int, TieBreakValue]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings, with ``values`` in the order in which the tie-breaks were asked for.

    ``decided_by`` is the code of the tie-break that puts this row below the one above it (PTS for the points); empty
    for the first row, and where both share the rank.
    """

    rank: int
    number: int
    points: Fraction
    values: tuple[TieBreakValue, ...]
    decided_by: str


def standings(
    history: History,
    tie_breaks: Sequence[str | TieBreak],
    system: System = System.SWISS,
    after_round: int | None = None,
    *,
    unrated: int | None = None,
    difference_cap: int | None = None,
) -> tuple[StandingsRow, ...]:
    """Rank the players by points, then by the tie-breaks in their order (``PTS`` may be the first of them).

    Players who are level to the end share a rank and are in the order of their numbers. ``after_round`` is the last
    round that counts, by default the last one paired; a match still running counts nothing. ``unrated`` is the rating
    of players without one, in the tie-breaks that need it. ``difference_cap`` is the most that a match adds to a
    game-point difference. Raises ``BadTieBreak``.
    """
    wanted = _parsed(tie_breaks, system)
    table = _table(history, system, after_round, unrated, difference_cap)
    asked = wanted if wanted[:1] == [BY_POINTS] else [BY_POINTS, *wanted]
    groups: list[LevelPlayers] = [list(table.numbers)] if table.numbers else []
    columns = []
    for tie_break in asked:
        columns.append(_column(table, tie_break, groups))
        groups = [part for group in groups for part in _split(group, tie_break, columns[-1])]
    shown = columns if len(asked) == len(wanted) else columns[1:]
    return tuple(_rows(table, asked, columns, shown, groups))


def values(
    history: History,
    tie_breaks: Sequence[str | TieBreak],
    system: System = System.SWISS,
    after_round: int | None = None,
) -> dict[int, tuple[TieBreakValue, ...]]:
    """Return each tie-break on its own, by pairing number, as if it came right after the points.

    That makes a difference only to direct encounter, which in the standings looks at the players who are level so far.
    """
    wanted = _parsed(tie_breaks, system)
    table = _table(history, system, after_round)
    groups = _split(list(table.numbers), BY_POINTS, _column(table, BY_POINTS, []))
    columns = [_column(table, tie_break, groups) for tie_break in wanted]
    return {number: tuple(column[number] for column in columns) for number in table.numbers}


def _parsed(tie_breaks: Sequence[str | TieBreak], system: System) -> list[TieBreak]:
    wanted = [parse_tie_break(tie_break) if isinstance(tie_break, str) else tie_break for tie_break in tie_breaks]
    for tie_break in wanted:
        check_tie_break(tie_break, system)
    return wanted


def _table(
    history: History,
    system: System,
    after_round: int | None,
    unrated: int | None = None,
    difference_cap: int | None = None,
) -> ResultsSoFar:
    paired = history.paired_rounds
    return ResultsSoFar(
        history, system, paired if after_round is None else min(after_round, paired), unrated, difference_cap
    )


def _column(table: ResultsSoFar, tie_break: TieBreak, groups: Sequence[LevelPlayers]) -> Column:
    value, modifiers = tie_break.kind.value, tie_break.modifiers
    if value is None:
        return encounters(table, groups, modifiers)
    return {number: value(table, number, modifiers) for number in table.numbers}


def _split(group: LevelPlayers, tie_break: TieBreak, column: Column) -> list[LevelPlayers]:
    """Split a group by a tie-break: the best first, players without a number last."""
    if len(group) < 2:
        return [group] if group else []
    sign = -1 if tie_break.kind.higher_is_better else 1

    def key(number: int) -> tuple[bool, Fraction]:
        found = column[number].number
        return found is None, sign * found if found is not None else Fraction(0)

    return [list(part) for _, part in groupby(sorted(group, key=key), key=key)]


def _rows(
    table: ResultsSoFar,
    asked: Sequence[TieBreak],
    columns: Sequence[Column],
    shown: Sequence[Column],
    groups: Sequence[LevelPlayers],
) -> list[StandingsRow]:
    rows: list[StandingsRow] = []
    above: int | None = None
    for group in groups:
        rank, decided_by = len(rows) + 1, _decided_by(asked, columns, above, group[0])
        for number in sorted(group):
            values = tuple(column[number] for column in shown)
            rows.append(StandingsRow(rank, number, table.fraction(table.points[number]), values, decided_by))
            decided_by = ""
        above = group[0]
    return rows


def _decided_by(asked: Sequence[TieBreak], columns: Sequence[Column], above: int | None, below: int) -> str:
    if above is None:
        return ""
    return next(
        tie_break.code
        for tie_break, column in zip(asked, columns, strict=True)
        if column[above].number != column[below].number
    )
