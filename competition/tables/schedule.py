"""All rounds of a round robin at tables, fixed beforehand: everyone meets everyone as evenly as possible.

In some fields every two players can meet exactly once. For 9 players at tables of three and 25 at tables of five, an
affine plane gives such rounds. For 15, 21 and 27 players at tables of three (Kirkman's schoolgirls 1850; Ray-Chaudhuri
and Wilson 1971), 16 and 28 at tables of four they come from the tables of one round, turned through a group. Golfers
know such schedules (social golfer problem, CSPLib 10). For other fields players are swapped until the meetings are even
(simulated annealing, Kirkpatrick, Gelatt and Vecchi 1983).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, exp, prod
from typing import Final

from .field import P
from .sizes import table_sizes

Tables = tuple[tuple[P, ...], ...]
Places = Tables[int]

PRIMES: Final = (3, 5)
BASES: Final = {
    (15, 3): ((7,), ("0,2,9 1,4,7 3,11,14 5,6,10 8,12,13",)),
    (16, 4): ((5,), ("0,1,6,9 2,4,12,13 3,5,10,15 7,8,11,14",)),
    (21, 3): ((7,), ("0,7,14 1,2,4 3,13,19 5,10,20 6,12,17 8,9,11 15,16,18", "1,9,18", "2,11,15", "4,8,16")),
    (27, 3): ((13,), ("0,8,22 1,16,21 2,15,25 3,10,12 4,7,23 5,6,17 9,13,14 11,19,26 18,20,24",)),
    (28, 4): ((3, 3), ("0,2,5,10 1,6,12,21 3,19,20,22 4,13,17,25 7,14,24,27 8,11,18,26 9,15,16,23",)),
}
"""The moduli of a group and the tables to turn through it, by the number of players and the size of a table.

A whole round gives a round at each turn; a single table gives one round with all its turns. Turning adds to the places
of each stretch as long as the group, digit by digit; a place beyond the last stretch stays."""

CHANCE: Final = 1  # any seed: the same field always has the same schedule
TRIES: Final = 4_000  # exchanges for each seat of each round
STAGES: Final = 100  # of cooling
WARM: Final = 0.5
COLD: Final = 0.2
OF_TURNS: Final = 0.05  # how much a small table out of turn weighs, beside a meeting


def full_rounds(players: int, wanted: int) -> int:
    """Return the fewest rounds in which everyone might meet everyone."""
    return -(-(players - 1) // (table_sizes(players, wanted)[0] - 1))


def schedule(players: Sequence[P], wanted: int, rounds: int) -> tuple[Tables[P], ...]:
    """Return the tables of each round, for players in the order of the draw.

    Raises ``ValueError`` as ``table_sizes`` does.
    """
    found = _plan(table_sizes(len(players), wanted), rounds)
    return tuple(tuple(tuple(players[place] for place in table) for table in tables) for tables in found)


@lru_cache(maxsize=64)
def _plan(sizes: tuple[int, ...], rounds: int) -> tuple[Places, ...]:
    known = tuple(_known(sum(sizes), sizes[0])) if sizes[0] == sizes[-1] else ()
    if known:
        return tuple(known[number % len(known)] for number in range(rounds))
    return _Annealing(sizes, rounds).run()


# -- known schedules -----------------------------------------------------------------------------------------------


def _known(players: int, size: int) -> Iterator[Places]:
    if size in PRIMES and players == size**2:
        yield from _parallels(size)
    if (players, size) in BASES:
        moduli, starters = BASES[players, size]
        for starter in starters:
            tables = tuple(tuple(map(int, table.split(","))) for table in starter.split())
            yield from _turned(players, moduli, tables)


def _parallels(size: int) -> Iterator[Places]:
    """Yield the classes of parallels of the affine plane of order 3 or 5. Point (x, y) has place ``size * x + y``."""
    every = range(size)
    yield tuple(tuple(size * x + y for y in every) for x in every)
    for slope in every:
        yield tuple(tuple(size * x + (slope * x + start) % size for x in every) for start in every)


def _turned(players: int, moduli: Sequence[int], tables: Places) -> Iterator[Places]:
    order = prod(moduli)

    def turned(place: int, by: int) -> int:
        stretch, at = divmod(place, order)
        return place if stretch == players // order else stretch * order + _sum(at, by, moduli)

    rounds = [tuple(tuple(turned(place, by) for place in table) for table in tables) for by in range(order)]
    if sum(map(len, tables)) == players:
        yield from rounds
    else:
        yield tuple(table for round in rounds for table in round)


def _sum(one: int, other: int, moduli: Sequence[int]) -> int:
    """Add two numbers digit by digit, without carrying."""
    total, unit = 0, 1
    for modulus in moduli:
        total += unit * ((one + other) % modulus)
        one, other, unit = one // modulus, other // modulus, unit * modulus
    return total


# -- any others ----------------------------------------------------------------------------------------------------


class _Annealing:
    """Rounds in which two players swap places again and again, so that meetings become more even.

    The worse a swap makes it, the less often it is kept. ``uneven`` counts, for every two players who meet, the pairs
    of their meetings: it is least where all meet equally often. Of rounds in which they are as even, those are better
    in which small tables go round: ``turns`` counts, for every player, the pairs of their small tables.
    """

    def __init__(self, sizes: Sequence[int], rounds: int) -> None:
        self.sizes, self.players = sizes, sum(sizes)
        self.chance = random.Random(CHANCE).random
        tables = [number for number, size in enumerate(sizes) for _ in range(size)]
        self.mates = [
            [other for other, table in enumerate(tables) if table == own and other != seat]
            for seat, own in enumerate(tables)
        ]
        self.small = [0] * self.players
        self.rounds = [self._at_random() for _ in range(rounds)]
        self.met = [[0] * self.players for _ in range(self.players)]
        self.uneven, self.turns = 0, sum(comb(times, 2) for times in self.small)
        for seats in self.rounds:
            self._count(seats)

    def run(self) -> tuple[Places, ...]:
        least, fewest, best = self._least_thinkable(), (self.uneven, self.turns), self._copy()
        tries = TRIES * self.players * len(self.rounds) // STAGES
        for stage in range(STAGES):
            heat = WARM * (COLD / WARM) ** (stage / STAGES)
            for _ in range(tries):
                self._try(heat)
                if (self.uneven, self.turns) < fewest:
                    fewest, best = (self.uneven, self.turns), self._copy()
            if fewest == least:
                break
        return tuple(map(self._tables, best))

    def _at_random(self) -> list[int]:
        """Seat a round at random, with those at its small tables who have sat there least."""
        large = sum(size for size in self.sizes if size == self.sizes[0])
        order = sorted(range(self.players), key=lambda player: (-self.small[player], self.chance()))
        for player in order[large:]:
            self.small[player] += 1
        return [*sorted(order[:large], key=self._lot), *sorted(order[large:], key=self._lot)]

    def _lot(self, _: int) -> float:
        return self.chance()

    def _count(self, seats: list[int]) -> None:
        for seat, player in enumerate(seats):
            for mate in self.mates[seat]:
                if mate < seat:
                    self.uneven += self.met[player][seats[mate]]
                    self._meet(player, seats[mate], 1)

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times

    def _least_thinkable(self) -> tuple[int, int]:
        """Return lower bounds of ``uneven`` and ``turns``."""
        meetings = len(self.rounds) * sum(comb(size, 2) for size in self.sizes)
        small_seats = len(self.rounds) * sum(size for size in self.sizes if size < self.sizes[0])
        return _evenly(meetings, comb(self.players, 2)), _evenly(small_seats, self.players)

    def _try(self, heat: float) -> None:
        """Try swapping the players in two random seats of a round."""
        chance, players = self.chance, self.players
        seats = self.rounds[int(chance() * len(self.rounds))]
        here, there = int(chance() * players), int(chance() * players)
        mates, others = self.mates[here], self.mates[there]
        if there in mates or here == there:
            return
        one, other = seats[here], seats[there]
        more = len(mates) - len(others)  # above 0: the other player sits at the smaller table
        more_turns = more * (self.small[one] - self.small[other]) + 1 if more else 0
        by_one, by_other = self.met[one], self.met[other]
        worse = len(mates) + len(others)
        for mate in mates:
            worse += by_other[seats[mate]] - by_one[seats[mate]]
        for mate in others:
            worse += by_one[seats[mate]] - by_other[seats[mate]]
        cost = worse + more_turns * OF_TURNS
        if cost > 0 and chance() >= exp(-cost / heat):
            return
        for mate in mates:
            self._meet(one, seats[mate], -1)
            self._meet(other, seats[mate], 1)
        for mate in others:
            self._meet(other, seats[mate], -1)
            self._meet(one, seats[mate], 1)
        seats[here], seats[there] = other, one
        self.small[one] += more
        self.small[other] -= more
        self.uneven += worse
        self.turns += more_turns

    def _copy(self) -> list[list[int]]:
        return [list(seats) for seats in self.rounds]

    def _tables(self, seats: list[int]) -> Places:
        at = iter(seats)
        return tuple(tuple(sorted(next(at) for _ in range(size))) for size in self.sizes)


def _evenly(times: int, among: int) -> int:
    """Count the pairs of each one's times, if ``times`` are shared out ``among`` several as evenly as possible."""
    each, more = divmod(times, among)
    return among * comb(each, 2) + more * each
