"""All rounds of a round robin at tables, settled beforehand: everybody meets everybody as evenly as can be.

For fields of 9 players at tables of three, 16 of four and 25 of five an affine plane gives rounds in which every two
meet exactly once; for 15 of three it is a solution of Kirkman's schoolgirls (1850), from the lines of the projective
space of three dimensions over two elements. Such schedules are known to golfers (social golfer problem, CSPLib 10).
For other fields rounds are found by drawing each against all the others until none gets better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, TypeVar

from .draw import P, draw_round
from .sizes import table_sizes

T = TypeVar("T")
Tables = tuple[tuple[P, ...], ...]
Places = Tables[int]

_TIMES_4: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""The field of four elements: sums are by exclusive or."""


def full_rounds(players: int, wanted: int) -> int:
    """The fewest rounds in which everybody might meet everybody."""
    return -(-(players - 1) // (table_sizes(players, wanted)[0] - 1))


def schedule(players: Sequence[P], wanted: int, rounds: int) -> tuple[Tables[P], ...]:
    """The tables of each round, for players in the order of the draw. Raises ``ValueError`` as ``table_sizes`` does."""
    sizes = table_sizes(len(players), wanted)
    known = _known(len(players), sizes)
    found = [known[number % len(known)] for number in range(rounds)] if known else _found(len(players), sizes, rounds)
    return tuple(tuple(tuple(players[place] for place in table) for table in tables) for tables in found)


def _known(players: int, sizes: Sequence[int]) -> tuple[Places, ...]:
    size = sizes[0]
    if players == size**2:
        return tuple(_parallels(size))
    return _schoolgirls() if (players, size) == (15, 3) else ()


def _parallels(size: int) -> Iterator[Places]:
    """The classes of parallels of the affine plane of order 3, 4 or 5. Point (x, y) has place ``size * x + y``."""
    every = range(size)
    yield tuple(tuple(size * x + y for y in every) for x in every)
    for slope in every:
        yield tuple(tuple(size * x + _on_line(size, slope, x, start) for x in every) for start in every)


def _on_line(size: int, slope: int, x: int, start: int) -> int:
    return _TIMES_4[slope][x] ^ start if size == 4 else (slope * x + start) % size


def _schoolgirls() -> tuple[Places, ...]:
    """Seven spreads, each of lines that hold all points, no line in two of them. A point is one of the numbers 1 to 15,
    a line two of them and their sum by exclusive or."""
    points = range(1, 16)
    lines = [frozenset((a, b, a ^ b)) for a, b in combinations(points, 2) if b < a ^ b]
    spreads = [frozenset(spread) for spread in _covers(points, lines)]
    packing = next(_covers(lines, spreads))
    return tuple(tuple(tuple(point - 1 for point in sorted(line)) for line in spread) for spread in packing)


def _covers(things: Sequence[T], parts: Sequence[frozenset[T]]) -> Iterator[list[frozenset[T]]]:
    """All ways to put the things together from parts that share none."""
    if not things:
        yield []
    for part in parts:
        if things and things[0] in part:
            left = [thing for thing in things if thing not in part]
            apart = [other for other in parts if not other & part]
            yield from ([part, *others] for others in _covers(left, apart))


def _found(players: int, sizes: Sequence[int], rounds: int) -> tuple[Places, ...]:
    """Rounds drawn one after the other, then each again against all the others while that makes the meetings more
    even."""
    order, level = range(players), dict.fromkeys(range(players), Fraction(0))
    found: list[Places] = []
    for _ in range(rounds):
        found.append(draw_round(order, level, found, sizes))
    better = list(found)
    while True:
        for number in range(rounds):
            better[number] = draw_round(order, level, better[:number] + better[number + 1 :], sizes)
        if _unevenness(better) >= _unevenness(found):
            return tuple(found)
        found = list(better)


def _unevenness(found: Sequence[Places]) -> int:
    """The squares of how often two meet, summed: least where all meet equally often."""
    meetings = Counter(frozenset(pair) for tables in found for table in tables for pair in combinations(table, 2))
    return sum(times**2 for times in meetings.values())
