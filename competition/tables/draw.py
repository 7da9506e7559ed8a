"""A round of an event at tables, drawn as in a Swiss: players on equal points sit together, and rarely meet twice.

In order of importance: players who must be kept apart don't meet; no one has two more small tables than another; as few
pairs as possible meet again; the scores at each table are close; the smaller tables are the last. The British
Parliamentary draws of debating tournaments (World Universities Debating Council) seat four by score in the same way,
but take no account of who has met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, count
from typing import Final, TypeVar

P = TypeVar("P", bound=Hashable)
RoundOfTables = Sequence[Sequence[P]]

MOST_SEATS_TRIED: Final = 30_000  # seats tried for one number of repeats before the search is given up
EXCHANGES: Final = 600  # swaps of two players tried after that
TABU: Final = 7  # swaps during which a player doesn't return to a table
APART: Final = 10**6  # meetings that a pair kept apart counts as
ANY: Final = 10**9


class MustMeet(Exception):
    """An error for a round in which players who must be kept apart would meet; the argument has the pairs concerned."""


def draw_round(
    order: Sequence[P],
    scores: Mapping[P, Fraction],
    past: Sequence[RoundOfTables[P]],
    sizes: Sequence[int],
    apart: Collection[frozenset[P]] = (),
) -> tuple[tuple[P, ...], ...]:
    """Draw the tables of a round, from the top down; the players of each are in their order.

    ``order`` has the players in the order of the standings: by score, level players by lot. ``past`` has the tables of
    earlier rounds, ``sizes`` those of the tables to fill, larger ones first, as ``table_sizes`` returns them. ``apart``
    are pairs who must not meet. The same input always gives the same draw. Raises ``MustMeet``, and ``ValueError``
    where the players don't fill the tables.
    """
    if sum(sizes) != len(order):
        raise ValueError(f"{len(order)} players don't fill tables of {sizes}.")
    together: list[frozenset[P]] = []
    for spares_small in (True, False):
        field = _Field.of(order, scores, past, sizes, apart, spares_small=spares_small)
        found = _improved(field, _fewest_repeats(field))
        tables = tuple(tuple(order[place] for place in table) for table in found)
        together = [pair for pair in apart if any(pair.issubset(table) for table in tables)]
        if not together:
            return tables
    raise MustMeet(together)


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


@dataclass(frozen=True, slots=True)
class _Field:
    """The players by their places in the order, from 0.

    ``met`` is how often two have met, plus ``APART`` where they must not meet. ``must_small`` sit at a small table; of
    ``may_small``, just enough do to fill the small tables.
    """

    sizes: Sequence[int]
    scores: tuple[Fraction, ...]
    met: tuple[tuple[int, ...], ...]
    must_small: frozenset[int]
    may_small: frozenset[int]

    @classmethod
    def of(
        cls,
        order: Sequence[P],
        scores: Mapping[P, Fraction],
        past: Sequence[RoundOfTables[P]],
        sizes: Sequence[int],
        apart: Iterable[frozenset[P]],
        *,
        spares_small: bool,
    ) -> _Field:
        """Make the field of a round. ``spares_small``: no one gets two more small tables than another."""
        meetings = Counter(frozenset(pair) for tables in past for table in tables for pair in combinations(table, 2))
        meetings.update(dict.fromkeys(apart, APART))
        met = tuple(tuple(meetings[frozenset((one, other))] for other in order) for one in order)
        counts = small_tables(past if spares_small else (), order)
        small_seats = sum(size for size in sizes if size < sizes[0])
        owed = sorted(counts[player] for player in order)[:small_seats]
        last = owed[-1] if owed else -1
        must = frozenset(place for place, player in enumerate(order) if counts[player] < last)
        may = frozenset(place for place, player in enumerate(order) if counts[player] == last)
        return cls(sizes, tuple(scores[player] for player in order), met, must, may)

    def quota(self) -> Counter[int]:
        """Return how many players of ``may_small`` sit at tables of each size."""
        small = sum(size for size in self.sizes if size < self.sizes[0]) - len(self.must_small)
        return Counter({self.sizes[0] - 1: small, self.sizes[0]: len(self.may_small) - small})

    def may_sit(self, place: int, size: int) -> bool:
        return place in self.may_small or (place in self.must_small) == (size < self.sizes[0])

    def repeats(self, table: Sequence[int]) -> int:
        return sum(self.met[one][other] for one, other in combinations(table, 2))

    def spread(self, table: Sequence[int]) -> Fraction:
        return sum(((self.scores[a] - self.scores[b]) ** 2 for a, b in combinations(table, 2)), Fraction(0))


Seated = list[list[int]]


def _least_thinkable(field: _Field) -> int:
    """Return a lower bound on the repeats of any draw: every player meets those met least before."""
    total = 0
    for place, met in enumerate(field.met):
        sizes = [size for size in field.sizes if field.may_sit(place, size)]
        others = sorted(count for other, count in enumerate(met) if other != place)
        total += sum(others[: min(sizes) - 1])
    return -(-total // 2)


def _fewest_repeats(field: _Field) -> Seated:
    """Seat the tables with as few repeats as can be found: the true minimum, if the search comes to its end."""
    for budget in count(_least_thinkable(field)):
        search = _Search(field, budget)
        if search.run():
            return search.tables
        if search.patience == 0 or not search.was_short:
            break
    plain = _Search(field, ANY)
    plain.run()
    return _Exchange(field, plain.tables).run()


class _Search:
    """A search that fills tables from the top with the next players who fit, and goes back where none do.

    ``was_short``: a larger budget of repeats might have made room, since not only players who must not meet stood in
    the way.
    """

    def __init__(self, field: _Field, budget: int) -> None:
        self.field, self.budget, self.patience = field, budget, MOST_SEATS_TRIED
        self.tables: Seated = []
        self.free = list(range(len(field.scores)))
        self.left = Counter(field.sizes)
        self.quota = field.quota()
        self.was_short = False

    def run(self) -> bool:
        """Return whether all players are seated; if not, ``patience`` above 0 means that everything was tried."""
        if not self.free:
            return True
        return any(self._open(size) for size in sorted(self.left, reverse=True) if self.left[size])

    def _open(self, size: int) -> bool:
        """Seat the first free player at a new table of this size, then the others; return whether all are seated."""
        first = self.free[0]
        if not self._takes(first, size):
            return False
        self.left[size] -= 1
        self.tables.append([])
        if self._seat(0, size):
            return True
        self.tables.pop()
        self.left[size] += 1
        return False

    def _takes(self, place: int, size: int) -> bool:
        return self.field.may_sit(place, size) and (place not in self.field.may_small or self.quota[size] > 0)

    def _seat(self, index: int, size: int) -> bool:
        """Seat the free player with that index at the last table, then the others; return whether all are seated."""
        if self.patience == 0:
            return False
        self.patience -= 1
        table = self.tables[-1]
        place = self.free[index]
        repeats = sum(self.field.met[place][other] for other in table)
        if not self._takes(place, size):
            return False
        if repeats > self.budget:
            self.was_short = self.was_short or repeats < APART
            return False
        self.budget -= repeats
        self.quota[size] -= place in self.field.may_small
        del self.free[index]
        table.append(place)
        if len(table) == size:
            done = self.run()
        else:
            done = any(self._seat(later, size) for later in range(index, len(self.free)))
        if not done:
            table.pop()
            self.free.insert(index, place)
            self.quota[size] += place in self.field.may_small
            self.budget += repeats
        return done


class _Exchange:
    """A search that swaps players who have met at their table for others, the best swap each time.

    A swap is made even where it is worse for now; no player goes back to a table just left (tabu search: Fred Glover,
    1986).
    """

    def __init__(self, field: _Field, tables: Seated) -> None:
        self.field, self.tables = field, [list(table) for table in tables]
        self.at = {place: number for number, table in enumerate(tables) for place in table}
        self.repeats_at = [[sum(met[other] for other in table) for table in tables] for met in field.met]
        self.left_at: dict[tuple[int, int], int] = {}

    def run(self) -> Seated:
        least = _least_thinkable(self.field)
        best, fewest = self._copy(), self._repeats()
        for step in range(EXCHANGES):
            change = self._best_change(step, self._repeats() - fewest)
            if fewest <= least or change is None:
                break
            self._make(*change, step)
            if self._repeats() < fewest:
                best, fewest = self._copy(), self._repeats()
        return best

    def _copy(self) -> Seated:
        return [list(table) for table in self.tables]

    def _repeats(self) -> int:
        return sum(self.repeats_at[place][number] for place, number in self.at.items()) // 2

    def _best_change(self, step: int, above_best: int) -> tuple[int, int] | None:
        """Return the two players whose swap is best, or ``None``; one of them has met someone at their table.

        A swap that takes a player back is only allowed for a new best.
        """
        repeated = [place for place, number in self.at.items() if self.repeats_at[place][number]]
        changes = (
            (self._gain(one, other), one, other)
            for one in repeated
            for other in self.at
            if self.at[one] != self.at[other] and self._may_change(one, other)
        )
        allowed = [change for change in changes if change[0] > above_best or not self._is_return(*change[1:], step)]
        best = max(allowed, key=lambda change: (change[0], -change[1], -change[2]), default=None)
        return best and best[1:]

    def _may_change(self, one: int, other: int) -> bool:
        sizes = len(self.tables[self.at[one]]), len(self.tables[self.at[other]])
        return self.field.may_sit(one, sizes[1]) and self.field.may_sit(other, sizes[0])

    def _is_return(self, one: int, other: int, step: int) -> bool:
        ways = (one, self.at[other]), (other, self.at[one])
        return any(self.left_at.get(way, -ANY) > step - TABU for way in ways)

    def _gain(self, one: int, other: int) -> int:
        """Return by how much a swap of two players reduces the repeats."""
        here, there, each = self.at[one], self.at[other], self.field.met[one][other]
        before = self.repeats_at[one][here] + self.repeats_at[other][there]
        return before - (self.repeats_at[one][there] + self.repeats_at[other][here] - 2 * each)

    def _make(self, one: int, other: int, step: int) -> None:
        here, there = self.at[one], self.at[other]
        for place, repeats in enumerate(self.repeats_at):
            change = self.field.met[place][other] - self.field.met[place][one]
            repeats[here] += change
            repeats[there] -= change
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.at[one], self.at[other] = there, here
        self.left_at[one, here] = self.left_at[other, there] = step


def _improved(field: _Field, tables: Seated) -> Seated:
    """Return the tables after swapping players for as long as that improves the draw."""
    tables = [list(table) for table in tables]
    while any(_change(field, one, other) for one, other in combinations(tables, 2)):
        pass
    return sorted(map(sorted, tables), key=lambda table: (-len(table), *_standing(field, table)))


def _change(field: _Field, one: list[int], other: list[int]) -> bool:
    before = _worth(field, one, other)
    for i, j in _pairs(field, one, other):
        one[i], other[j] = other[j], one[i]
        if _worth(field, one, other) < before:
            return True
        one[i], other[j] = other[j], one[i]
    return False


def _pairs(field: _Field, one: list[int], other: list[int]) -> Iterator[tuple[int, int]]:
    for i, first in enumerate(one):
        for j, second in enumerate(other):
            if field.may_sit(first, len(other)) and field.may_sit(second, len(one)):
                yield i, j


def _worth(field: _Field, *tables: list[int]) -> tuple[int, Fraction, int]:
    """Return how bad two tables are, most important first: repeats, spread of scores, high players at a small table."""
    smaller = min(tables, key=len) if len(tables[0]) != len(tables[-1]) else []
    return sum(map(field.repeats, tables)), sum(map(field.spread, tables), Fraction(0)), -sum(smaller)


def _standing(field: _Field, table: Sequence[int]) -> tuple[Fraction, int]:
    return -sum((field.scores[place] for place in table), Fraction(0)) / len(table), min(table)
