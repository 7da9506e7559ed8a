"""The standings of an event at tables, each number with everything it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Generic, NamedTuple

from .field import P
from .points import NO_POINTS, FinishedTable, Scheme, points_shares, table_points, wins


class TieBreak(StrEnum):
    SHARE = "share"  # the points made at the player's tables, compared with the average of each
    WINS = "wins"  # a shared win counts as its part
    OPPONENTS = "opponents"  # the table points of those met, without those of the common table: the mean of each table


class TablesTerm(NamedTuple, Generic[P]):
    """The part of a number that comes from one round.

    ``met`` are the others at the table, each with what they count for here, or 0 if the value doesn't look at others:
    their scores for a share, and for ``OPPONENTS`` the points that they have from other tables.
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
    *,
    even: bool = True,
) -> tuple[TablesRow[P], ...]:
    """Rank the players of an event at tables; level players stay in the order of ``players``.

    ``rounds`` has the finished tables; players get nothing for a round in which they sat at none. ``even`` is that of
    ``table_points``, for tie-breaks as well.
    """
    counting = _Counting(scheme, even)
    points = _values(players, rounds, counting.points)
    totals = {player: value.total for player, value in points.items()}
    columns = [_column(tie_break, players, rounds, counting, totals) for tie_break in tie_breaks]

    def standing(player: P) -> tuple[Fraction, ...]:
        return (-totals[player], *(-column[player].total for column in columns))

    rows: list[TablesRow[P]] = []
    for _, level in groupby(sorted(players, key=standing), key=standing):
        rank = len(rows) + 1
        rows += [TablesRow(rank, each, points[each], tuple(column[each] for column in columns)) for each in level]
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class _Counting:
    """The way in which tables count; each answer has a number for every seat."""

    scheme: Scheme
    even: bool

    def points(self, table: FinishedTable[P]) -> list[Fraction]:
        return table_points(table, self.scheme, even=self.even)

    def shares(self, table: FinishedTable[P]) -> list[Fraction]:
        return points_shares(table, even=self.even)

    def wins(self, table: FinishedTable[P]) -> list[Fraction]:
        return wins(table, even=self.even)

    def elsewhere(self, table: FinishedTable[P], totals: Mapping[P, Fraction]) -> list[Fraction]:
        """Return what each player has from other tables.

        A winner at a table of three leaves the others less than a winner at one of five, so that points of the common
        table would tell its size. If sizes don't count (not ``even``), return all their points.
        """
        here = self.points(table) if self.even else [NO_POINTS] * len(table)
        return [totals[seat.player] - own for seat, own in zip(table, here, strict=True)]


def _column(
    tie_break: TieBreak,
    players: Sequence[P],
    rounds: Sequence[Sequence[FinishedTable[P]]],
    counting: _Counting,
    totals: Mapping[P, Fraction],
) -> dict[P, TablesValue[P]]:
    match tie_break:
        case TieBreak.SHARE:
            return _values(players, rounds, counting.shares, _scores)
        case TieBreak.WINS:
            return _values(players, rounds, counting.wins)
        case TieBreak.OPPONENTS:

            def of_others(table: FinishedTable[P]) -> list[Fraction]:
                return counting.elsewhere(table, totals)

            return _values(players, rounds, lambda table: _mean_of_others(of_others(table)), of_others)


def _scores(table: FinishedTable[P]) -> list[Fraction]:
    return [Fraction(max(seat.score, 0)) for seat in table]


def _nothing(table: FinishedTable[P]) -> list[Fraction]:
    return [NO_POINTS] * len(table)


def _mean_of_others(numbers: Sequence[Fraction]) -> list[Fraction]:
    """Return for each seat the mean of the others' numbers, so that a small table gives as much as a large one.

    A player whose opponents all gave up before their first turn gets nothing.
    """
    if len(numbers) == 1:
        return [NO_POINTS]
    total = sum(numbers, NO_POINTS)
    return [(total - own) / (len(numbers) - 1) for own in numbers]


def _values(
    players: Sequence[P],
    rounds: Sequence[Sequence[FinishedTable[P]]],
    worth: Callable[[FinishedTable[P]], Sequence[Fraction]],
    of_others: Callable[[FinishedTable[P]], Sequence[Fraction]] = _nothing,
) -> dict[P, TablesValue[P]]:
    terms: dict[P, list[TablesTerm[P]]] = {player: [] for player in players}
    for number, tables in enumerate(rounds, 1):
        for table in tables:
            counted = list(zip(table, of_others(table), strict=True))
            for seat, contribution in zip(table, worth(table), strict=True):
                met = tuple((other.player, own) for other, own in counted if other.player != seat.player)
                terms[seat.player].append(TablesTerm(number, seat.place, seat.score, met, contribution))
    return {player: TablesValue(tuple(each)) for player, each in terms.items()}
