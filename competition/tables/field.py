"""The cost of seating the players of a round at tables, as one number: the draw that costs least is the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final, TypeVar

P = TypeVar("P", bound=Hashable)
RoundOfTables = Sequence[Sequence[P]]

APART: Final = 10**6  # meetings that a pair kept apart counts as
FINE: Final = 120  # scores are compared to this part of a point; points by place are whole numbers of it


@dataclass(frozen=True, slots=True)
class Field:
    """The players of a round, by their places in the order from 0, and what tables of them cost.

    Larger things cost more than all smaller ones together. ``meeting`` is the cost of one repeated meeting, ``turn``
    that of sitting at a small table once more than a player with the fewest; then come differences in score, then high
    places at small tables. ``pairs`` has the cost of two players at a table, ``small`` that of one at a small table.
    ``fewest_meetings`` and ``fewest_turns`` are lower bounds for any draw.
    """

    sizes: Sequence[int]
    pairs: Sequence[Sequence[int]]
    small: Sequence[int]
    meeting: int
    turn: int
    fewest_meetings: int
    fewest_turns: int

    @classmethod
    def of(
        cls,
        order: Sequence[P],
        scores: Mapping[P, Fraction],
        past: Sequence[RoundOfTables[P]],
        sizes: Sequence[int],
        apart: Iterable[frozenset[P]],
    ) -> Field:
        """Make the field of a round; the arguments are those of ``draw_round``."""
        count = len(order)
        points = [round(scores[player] * FINE) for player in order]
        range_ = max(points, default=0) - min(points, default=0)
        gap = count * count
        turn = gap * (gap * range_ * range_ + 1)
        counts = small_tables(past, order)
        fewest = min((counts[player] for player in order), default=0)
        turns = [counts[player] - fewest for player in order]
        meeting = turn * (sum(turns) + 1)
        met = _meetings(order, past, apart)
        pairs = tuple(
            tuple(
                met.get((one, other), 0) * meeting + (points[one] - points[other]) ** 2 * gap for other in range(count)
            )
            for one in range(count)
        )
        return cls(
            sizes=sizes,
            pairs=pairs,
            small=tuple(turns[place] * turn + count - 1 - place for place in range(count)),
            meeting=meeting,
            turn=turn,
            fewest_meetings=_fewest_meetings(
                [[met.get((one, other), 0) for other in range(count) if other != one] for one in range(count)], sizes
            ),
            fewest_turns=sum(sorted(turns)[: sum(size for size in sizes if size < sizes[0])]),
        )

    def cost(self, table: Collection[int]) -> int:
        """Return what a table costs."""
        pairs = sum(self.pairs[one][other] for one, other in combinations(table, 2))
        return pairs + (sum(self.small[place] for place in table) if self.is_small(len(table)) else 0)

    def is_small(self, size: int) -> bool:
        return size < self.sizes[0]


def _meetings(
    order: Sequence[P], past: Sequence[RoundOfTables[P]], apart: Iterable[frozenset[P]]
) -> Counter[tuple[int, int]]:
    """Count how often two players have met, by their places, both ways round."""
    places = {player: place for place, player in enumerate(order)}
    met: Counter[tuple[int, int]] = Counter()
    for tables in past:
        for table in tables:
            for one, other in combinations([places[player] for player in table if player in places], 2):
                met[one, other] += 1
                met[other, one] += 1
    for pair in apart:
        one, other = (places[player] for player in pair)
        met[one, other] += APART
        met[other, one] += APART
    return met


def _fewest_meetings(met: Iterable[Iterable[int]], sizes: Sequence[int]) -> int:
    """Return a lower bound: everyone sits with those met least before, and those with most to lose at small tables."""
    total, more = 0, []
    for each in met:
        least = sorted(each)
        total += sum(least[: sizes[-1] - 1])
        more.append(sum(least[sizes[-1] - 1 : sizes[0] - 1]))
    large_seats = sum(size for size in sizes if size == sizes[0])
    total += sum(sorted(more)[:large_seats])
    return -(-total // 2)


def small_tables(past: Sequence[RoundOfTables[P]], players: Iterable[P]) -> Counter[P]:
    """Count how often each player has sat at a smaller table than others did in the same round.

    Players who missed a round get at least the lowest count that anyone who played in it has, so that a late entrant
    owes nothing.
    """
    counts = Counter(dict.fromkeys(players, 0))
    for tables in past:
        largest = max(map(len, tables), default=0)
        seated = {player for table in tables for player in table}
        counts.update(player for table in tables if len(table) < largest for player in table)
        least = min((counts[player] for player in seated), default=0)
        for player in counts.keys() - seated:
            counts[player] = max(counts[player], least)
    return counts
