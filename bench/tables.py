"""Simulated events at tables: every round beside the best draw there is, and what a seat at each table is worth.

``python -m bench.tables`` prints the figures of docs/tables.md.

All players are equally strong. All chance is drawn as docs/chance.md says: the seed of event k is the number k in 32
bytes. The best draw is found by trying all, which small fields allow.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from competition.tables.draw import draw_round
from competition.tables.exchange import exchanged_tables
from competition.tables.field import FINE, Field, small_tables
from competition.tables.points import FinishedTable, Scheme, Seated, table_points
from competition.tables.sizes import table_sizes
from competition.tables.standings import TieBreak, standings_at_tables
from engine.chance import below, chance_words, shuffled

EVENTS: Final = 500
FEWEST: Final = 6
MOST: Final = 13
OF_SWAPPED: Final = 10  # one event of so many is drawn by swaps as well, as a large field is
LARGE_EVENTS: Final = 30
FEWEST_IN_LARGE: Final = 17
MOST_IN_LARGE: Final = 60
ROUNDS: Final = (3, 6)
SIZES: Final = (3, 4, 5)
BEST_SCORE: Final = 20

Tables = Sequence[Sequence[int]]
Importance = tuple[int, int, int]


class Judged(NamedTuple):
    """What counts in a draw, most important first; a smaller one is better.

    ``turns`` is how often those at small tables sat at one before, ``spread`` the squares of the differences in score,
    in parts of a point.
    """

    repeats: int
    turns: int
    spread: int


NOTHING: Final = Judged(0, 0, 0)


class Drawn(NamedTuple):
    """A round as it was drawn; ``order`` has its players by score, level ones by lot."""

    order: Sequence[int]
    scores: Mapping[int, Fraction]
    past: Sequence[Tables]
    sizes: Sequence[int]
    tables: Tables


@dataclass
class Event:
    """A simulated event. ``finished`` has the tables of its rounds with their results.

    Unless ``by_score``, rounds are drawn as if all had the same score, so that who sits where tells nothing of results.
    """

    number: int
    players: int
    wanted: int
    rounds: int
    by_score: bool = True
    finished: list[list[FinishedTable[int]]] = field(default_factory=list)

    @classmethod
    def of(cls, number: int, fewest: int = FEWEST, most: int = MOST) -> Event:
        row = chance_words(_seed(number), "tables/event/0")
        players = fewest + below(row, most - fewest + 1)
        wanted = SIZES[below(row, len(SIZES))]
        rounds = ROUNDS[0] + below(row, ROUNDS[1] - ROUNDS[0] + 1)
        return cls(number, players, wanted, rounds)

    @property
    def past(self) -> list[Tables]:
        return [[[seat.player for seat in table] for table in tables] for tables in self.finished]

    def play(self) -> Iterator[Drawn]:
        """Draw each round and play it."""
        everyone, seed = range(self.players), _seed(self.number)
        scores = dict.fromkeys(everyone, Fraction(0))
        for number in range(self.rounds):
            lot = shuffled(seed, f"tables/lot/{number}", everyone)
            known = dict(scores) if self.by_score else dict.fromkeys(everyone, Fraction(0))
            order = sorted(lot, key=lambda player: -known[player])
            sizes = table_sizes(self.players, self.wanted)
            tables = draw_round(order, known, self.past, sizes)
            yield Drawn(order, known, self.past, sizes, tables)
            row = chance_words(seed, f"tables/results/{number}")
            played = [_played(table, [below(row, BEST_SCORE + 1) for _ in table]) for table in tables]
            self.finished.append(played)
            for table in played:
                for seat, points in zip(table, table_points(table, Scheme.PLACES), strict=True):
                    scores[seat.player] += points


def _seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def _played(table: Sequence[int], scores: Sequence[int]) -> FinishedTable[int]:
    places = (1 + sum(other > score for other in scores) for score in scores)
    return tuple(Seated(*each) for each in zip(table, places, scores, strict=True))


# -- how good a draw is ------------------------------------------------------------------------------------------------


def judged(drawn: Drawn, tables: Tables) -> Judged:
    """Judge tables of the round."""
    return _Judge(drawn).all(tables)


def repeats_first(judged: Judged) -> Importance:
    return judged


def turns_first(judged: Judged) -> Importance:
    """Sort draws as if small tables in turn counted before repeated meetings."""
    return judged.turns, judged.repeats, judged.spread


def best(
    drawn: Drawn, apart: Collection[frozenset[int]] = (), by: Callable[[Judged], Importance] = repeats_first
) -> Judged | None:
    """Judge the best of all draws that keep these pairs apart; ``None`` if there is none."""
    judge = _Judge(drawn)
    large = drawn.sizes[0]

    @cache
    def best_of(free: frozenset[int], large_left: int) -> Judged | None:
        if not free:
            return NOTHING
        first, *others = sorted(free)
        sizes = {large} if large_left else set()
        sizes |= {large - 1} if len(free) > large * large_left else set()
        found = []
        for size in sizes:
            for rest in combinations(others, size - 1):
                table = (first, *rest)
                if any(pair.issubset(table) for pair in apart):
                    continue
                left = best_of(free.difference(table), large_left - (size == large))
                if left is not None:
                    found.append(_sum(judge.table(table), left))
        return min(found, key=by, default=None)

    return best_of(frozenset(drawn.order), sum(size == large for size in drawn.sizes))


class _Judge:
    def __init__(self, drawn: Drawn) -> None:
        self.sizes = drawn.sizes
        tables = (table for tables in drawn.past for table in tables)
        self.met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
        self.turns = small_tables(drawn.past, drawn.order)
        self.scores = {player: int(score * FINE) for player, score in drawn.scores.items()}
        self.table = cache(self._table)

    def all(self, tables: Tables) -> Judged:
        found = NOTHING
        for table in tables:
            found = _sum(found, self.table(tuple(sorted(table))))
        return found

    def _table(self, table: tuple[int, ...]) -> Judged:
        pairs = list(combinations(table, 2))
        is_small = len(table) < self.sizes[0]
        return Judged(
            sum(self.met[frozenset(pair)] for pair in pairs),
            sum(self.turns[player] for player in table) if is_small else 0,
            sum((self.scores[one] - self.scores[other]) ** 2 for one, other in pairs),
        )


def _sum(one: Judged, other: Judged) -> Judged:
    return Judged(one.repeats + other.repeats, one.turns + other.turns, one.spread + other.spread)


# -- figures -----------------------------------------------------------------------------------------------------------


def main() -> None:
    """Print the figures of docs/tables.md."""
    events = [Event.of(number) for number in range(EVENTS)]
    _small_fields(events)
    _worth_of_seats()
    _large_fields()


def _small_fields(events: Sequence[Event]) -> None:
    """Play the events and print how good their rounds were."""
    counts: Counter[str] = Counter()
    for event in events:
        for drawn in event.play():
            ours, least = judged(drawn, drawn.tables), best(drawn)
            in_turn = best(drawn, by=turns_first)
            assert least is not None
            assert in_turn is not None
            counts["rounds"] += 1
            counts["as good as the best"] += ours == least
            counts["in which pairs meet again"] += least.repeats > 0
            counts["pairs that meet again"] += ours.repeats
            counts["... with small tables in turn first"] += in_turn.repeats
            if event.number % OF_SWAPPED == 0:
                swapped = judged(drawn, _swapped(drawn))
                counts["rounds drawn by swaps alone, too"] += 1
                counts["... with as few repeats"] += swapped.repeats == least.repeats
                counts["... as good as the best"] += swapped == least
    for words, count in counts.items():
        print(f"{words:<40}{count:>8,}", flush=True)
    uneven = Counter(_difference(event) for event in events if len(set(map(len, event.past[0]))) > 1)
    print(f"small tables, most less fewest: {dict(sorted(uneven.items()))} in {uneven.total()} events that have them")


def _swapped(drawn: Drawn) -> Tables:
    """Draw the round as a large field is drawn."""
    found = exchanged_tables(Field.of(drawn.order, drawn.scores, drawn.past, drawn.sizes, ()))
    return [[drawn.order[place] for place in table] for table in found]


def _difference(event: Event) -> int:
    turns = small_tables(event.past, range(event.players)).values()
    return max(turns) - min(turns)


def _worth_of_seats() -> None:
    """Print where equally strong players end who sat at small tables more, or less, often than the others.

    Drawn by score, players who have lost would sit there more often.
    """
    events = [replace(Event.of(number), by_score=False) for number in range(EVENTS)]
    for event in events:
        for _drawn in event.play():
            pass
    for even in (True, False):
        ends: defaultdict[str, list[float]] = defaultdict(list)
        for event in events:
            turns = small_tables(event.past, range(event.players))
            mean = turns.total() / event.players
            rows = standings_at_tables(range(event.players), event.finished, tie_breaks=tuple(TieBreak), even=even)
            for place, row in enumerate(rows):
                if turns[row.player] != mean:
                    words = "more" if turns[row.player] > mean else "less"
                    ends[words].append(place / (event.players - 1))
        told = ", ".join(f"{words} often at small tables {_mean(found):.3f}" for words, found in sorted(ends.items()))
        print(f"mean place (0 first, 1 last), {'size counts' if even else 'size does not count'}: {told}")


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _large_fields() -> None:
    """Play large events and print how near their draws come to what can be thought of."""
    counts: Counter[str] = Counter()
    longest = 0.0
    for number in range(LARGE_EVENTS):
        event = Event.of(EVENTS + number, FEWEST_IN_LARGE, MOST_IN_LARGE)
        begun = time.process_time()
        for drawn in event.play():
            longest = max(longest, time.process_time() - begun)
            found = judged(drawn, drawn.tables)
            bound = Field.of(drawn.order, drawn.scores, drawn.past, drawn.sizes, ())
            counts["rounds of large fields"] += 1
            counts["without a repeat"] += found.repeats == 0
            counts["with no more repeats than the lower bound"] += found.repeats == bound.fewest_meetings
            counts["pairs that meet again"] += found.repeats
            counts["lower bound"] += bound.fewest_meetings
            begun = time.process_time()
    for words, count in counts.items():
        print(f"{words:<40}{count:>8,}")
    print(f"the longest draw took {longest:.1f} s of processor time")


if __name__ == "__main__":
    main()
