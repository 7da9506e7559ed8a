"""The standings of an event at tables, each number with everything it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Generic, NamedTuple

from .draw import P
from .points import BY_PLACE, NO_POINTS, FinishedTable, Scheme, points_shares, table_points


class TieBreak(StrEnum):
    SHARE = "share"  # of the points made at the player's tables
    WINS = "wins"  # a shared win counts as its part
    OPPONENTS = "opponents"  # the table points of those met, the mean of each table


class TablesTerm(NamedTuple, Generic[P]):
    """The part of a number that comes from one round.

    ``met`` are the others at the table, each with the points they count for here, or 0 if the value doesn't look at
    others.
    """

    round: int
    place: int
    score: int
    met: tuple[tuple[P, Fraction], ...]
    contribution: Fraction


@dataclass(frozen=True, slots=True)
class TablesValue(Generic[P]):
    """A number in the standings with its terms, one for each round."""

    terms: tuple[TablesTerm[P], ...]

    @property
    def total(self) -> Fraction:
        return sum((term.contribution for term in self.terms), NO_POINTS)


@dataclass(frozen=True, slots=True)
class TablesRow(Generic[P]):
    """A row of the standings, with ``values`` in the order of the tie-breaks.

    Players who are level to the end share the rank.
    """

    rank: int
    player: P
    points: TablesValue[P]
    values: tuple[TablesValue[P], ...]


def standings_at_tables(
    players: Sequence[P],
    rounds: Sequence[Sequence[FinishedTable[P]]],
    scheme: Scheme = Scheme.PLACES,
    tie_breaks: Sequence[TieBreak] = tuple(TieBreak),
    by_place: Sequence[int] = BY_PLACE,
) -> tuple[TablesRow[P], ...]:
    """Rank the players of an event at tables; level players stay in the order of ``players``.

    ``rounds`` has the finished tables; players get nothing for a round in which they sat at none.
    """
    points = _values(players, rounds, lambda table: table_points(table, scheme, by_place))
    totals = {player: value.total for player, value in points.items()}
    columns = [_column(tie_break, players, rounds, totals) for tie_break in tie_breaks]

    def standing(player: P) -> tuple[Fraction, ...]:
        return (-totals[player], *(-column[player].total for column in columns))

    rows: list[TablesRow[P]] = []
    for _, level in groupby(sorted(players, key=standing), key=standing):
        rank = len(rows) + 1
        rows += [TablesRow(rank, each, points[each], tuple(column[each] for column in columns)) for each in level]
    return tuple(rows)


def _column(
    tie_break: TieBreak,
    players: Sequence[P],
    rounds: Sequence[Sequence[FinishedTable[P]]],
    totals: Mapping[P, Fraction],
) -> dict[P, TablesValue[P]]:
    match tie_break:
        case TieBreak.SHARE:
            return _values(players, rounds, points_shares)
        case TieBreak.WINS:
            return _values(players, rounds, lambda table: table_points(table, Scheme.WINS))
        case TieBreak.OPPONENTS:
            return _values(players, rounds, lambda table: _mean_of_others(table, totals), totals)


def _mean_of_others(table: FinishedTable[P], totals: Mapping[P, Fraction]) -> list[Fraction]:
    """Return the mean of the other players at the table, so that a small table gives as much as a large one.

    A player whose opponents all gave up before their first turn gets nothing.
    """
    if len(table) == 1:
        return [NO_POINTS]
    total = sum((totals[seat.player] for seat in table), NO_POINTS)
    return [(total - totals[seat.player]) / (len(table) - 1) for seat in table]


def _values(
    players: Sequence[P],
    rounds: Sequence[Sequence[FinishedTable[P]]],
    worth: Callable[[FinishedTable[P]], Sequence[Fraction]],
    of_others: Mapping[P, Fraction] | None = None,
) -> dict[P, TablesValue[P]]:
    terms: dict[P, list[TablesTerm[P]]] = {player: [] for player in players}
    for number, tables in enumerate(rounds, 1):
        for table in tables:
            for seat, contribution in zip(table, worth(table), strict=True):
                others = (other.player for other in table if other.player != seat.player)
                met = tuple((other, of_others[other] if of_others else NO_POINTS) for other in others)
                terms[seat.player].append(TablesTerm(number, seat.place, seat.score, met, contribution))
    return {player: TablesValue(tuple(each)) for player, each in terms.items()}
