"""A slow second opinion for small fields, written from the rules alone: it lists every complete pairing and keeps the
best ones, bracket by bracket and criterion by criterion, until one is left. It shares no code with the engine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from competition.history import History, Player, Result

BYE = 0
Pairs = tuple[tuple[int, int], ...]  # higher ranked first; (number, BYE) for the pairing-allocated bye
UNPLAYED = "+-UFHZ"


@dataclass(frozen=True)
class Facts:
    """What is asked about a player who is present."""

    number: int
    effective: int
    score: Fraction
    colours: str
    unplayed: int
    down: tuple[bool, bool]  # one round back, two rounds back
    up: tuple[bool, bool]
    topscorer: bool
    bye: bool
    met: frozenset[int]

    @property
    def rank(self) -> tuple[Fraction, int]:
        return -self.score, self.number

    @property
    def balance(self) -> int:
        return self.colours.count("w") - self.colours.count("b")

    @property
    def wants(self) -> str:
        if abs(self.balance) > 1 or (self.balance and self.colours[-2:] not in ("ww", "bb")):
            return "b" if self.balance > 0 else "w"
        return {"w": "b", "b": "w", "": ""}[self.colours[-1:]]

    @property
    def strength(self) -> int:
        if abs(self.balance) > 1 or self.colours[-2:] in ("ww", "bb"):
            return 3
        return 2 if self.balance else 1 if self.colours else 0

    @property
    def streak(self) -> bool:
        """Two games running with the colour that is not wanted."""
        return self.colours[-2:] == {"w": "bb", "b": "ww", "": "-"}[self.wants]


def decide(history: History) -> set[tuple[int, int]] | None:
    """The pairs of the next round, (white, black) with black 0 for the bye; None if there is no legal pairing."""
    rounds = min(len(player.results) for player in history.players)
    facts = {each.number: each for each in _facts(history, rounds)}
    everybody = sorted(facts.values(), key=lambda each: each.rank)
    survivors = list(_complete(everybody, _legal(history, rounds + 1)))
    if not survivors:
        return None
    if len(everybody) % 2:
        survivors = _best(survivors, lambda pairs: facts[_receiver(pairs)].score)
    scores = sorted({each.score for each in everybody}, reverse=True)
    for score, following in zip(scores, [*scores[1:], None], strict=True):
        survivors = _pair_bracket(survivors, facts, score, following)
    (pairs,) = survivors
    first = _first_colour(history)
    return {_coloured(facts, pair, first) for pair in pairs}


def _facts(history: History, rounds: int) -> Iterator[Facts]:
    points = history.scoring.points
    by_number = {player.number: player for player in history.players}

    @cache
    def before(number: int, round: int) -> Fraction:
        own = by_number[number].results[: round - 1]
        extra = sum((history.extra_points.get((r, number), Fraction(0)) for r in range(1, round)), Fraction(0))
        return sum((points(each.code) for each in own), extra) + history.virtual_points.get((round, number), 0)

    def floated(player: Player, round: int) -> int:
        if round < 1:
            return 0
        result = player.results[round - 1]
        if result.code not in UNPLAYED:
            mine, theirs = before(player.number, round), before(result.opponent, round)
            return (mine > theirs) - (mine < theirs)
        return int(result.code == "U" or points(result.code) > history.scoring.loss)

    effective = 0
    for player in history.players:
        past = player.results[:rounds]
        present = len(player.results) == rounds
        if present or any(each.opponent or each.code == "U" for each in past):
            effective += 1
        if not present:
            continue
        played = [each for each in past if each.code not in UNPLAYED]
        floats = floated(player, rounds), floated(player, rounds - 1)
        score = before(player.number, rounds + 1)
        yield Facts(
            number=player.number,
            effective=effective,
            score=score,
            colours="".join(each.colour or "" for each in played),
            unplayed=rounds - len(played),
            down=(floats[0] > 0, floats[1] > 0),
            up=(floats[0] < 0, floats[1] < 0),
            topscorer=rounds + 1 == history.rounds and score > history.scoring.win * rounds / 2,
            bye=not any(_bars_bye(history, each) for each in past),
            met=frozenset(each.opponent for each in played),
        )


def _bars_bye(history: History, result: Result) -> bool:
    return result.code == "U" or (
        result.code in UNPLAYED and history.scoring.points(result.code) >= history.scoring.win
    )


def _legal(history: History, round: int) -> Callable[[Facts, Facts], bool]:
    forbidden = [each.players for each in history.forbidden if each.first_round <= round <= each.last_round]

    def legal(one: Facts, other: Facts) -> bool:
        if one.number in other.met or any({one.number, other.number} <= players for players in forbidden):
            return False
        clash = one.strength == other.strength == 3 and one.wants == other.wants
        return not clash or one.topscorer or other.topscorer

    return legal


def _complete(left: list[Facts], legal: Callable[[Facts, Facts], bool]) -> Iterator[Pairs]:
    """Every way to pair all who are left, ranked from the top."""
    if not left:
        yield ()
        return
    top, rest = left[0], left[1:]
    if len(left) % 2 and top.bye:
        for pairs in _complete(rest, legal):
            yield ((top.number, BYE), *pairs)
    for index, other in enumerate(rest):
        if legal(top, other):
            for pairs in _complete(rest[:index] + rest[index + 1 :], legal):
                yield ((top.number, other.number), *pairs)


def _receiver(pairs: Pairs) -> int:
    return next(one for one, other in pairs if other == BYE)


def _best(survivors: list[Pairs], cost: Callable[[Pairs], Hashable]) -> list[Pairs]:
    costs = [cost(pairs) for pairs in survivors]
    least = min(costs)  # type: ignore[type-var]
    return [pairs for pairs, each in zip(survivors, costs, strict=True) if each == least]


class Bracket:
    """What a complete pairing does at one score."""

    def __init__(self, pairs: Pairs, facts: dict[int, Facts], score: Fraction) -> None:
        self.facts, self.score = facts, score
        above = [each for each in facts.values() if each.score > score]
        self.made, self.down, settled = [], [], set()
        for one, other in pairs:
            low = facts[other].score if other else None
            if low is not None and low > score:
                settled |= {one, other}
            elif low == score:
                self.made.append((facts[one], facts[other]))
            else:
                self.down += [facts[each] for each in (one, other) if each and facts[each].score >= score]
        self.moved = sorted((each for each in above if each.number not in settled), key=lambda each: each.rank)
        residents = [each for each in facts.values() if each.score == score]
        self.order = self.moved + sorted(residents, key=lambda each: each.rank)
        self.with_moved = [(one, other) for one, other in self.made if one.score > score]
        self.receiver = facts[_receiver(pairs)] if len(facts) % 2 else None

    def c6(self) -> int:
        return len(self.down)

    def c7(self) -> list[Fraction]:
        return sorted((each.score for each in self.down), reverse=True)

    def c9(self) -> int:
        return self.down[0].unplayed if len(self.down) == 1 and self.down[0] is self.receiver else 0

    def clashes(self) -> list[tuple[Facts, Facts]]:
        return [pair for pair in self.made if pair[0].wants and pair[0].wants == pair[1].wants]

    def c10(self) -> int:
        return sum(abs(one.balance) > 1 and abs(other.balance) > 1 for one, other in self.clashes())

    def c11(self) -> int:
        return sum(_third(one, other) for one, other in self.clashes() if one.strength == other.strength == 3)

    def c12(self) -> int:
        return len(self.clashes())

    def c13(self) -> int:
        return sum(min(a.strength, b.strength) == 2 for a, b in self.clashes())

    def c14(self, back: int) -> int:
        return sum(each.down[back] for each in self.down if each.score == self.score)

    def c15(self, back: int) -> int:
        return sum(resident.up[back] for _, resident in self.with_moved)

    def c18(self, back: int) -> list[Fraction]:
        return sorted((each.score for each in self.down if each.score > self.score and each.down[back]), reverse=True)

    def c19(self, back: int) -> list[Fraction]:
        return sorted((moved.score for moved, resident in self.with_moved if resident.up[back]), reverse=True)

    def quality(self) -> list[object]:
        return [
            self.c9(), self.c10(), self.c11(), self.c12(), self.c13(), self.c14(0), self.c15(0), self.c14(1),
            self.c15(1), self.c18(0), self.c19(0), self.c18(1), self.c19(1),
        ]  # fmt: skip

    def place(self) -> list[object]:
        """Where the candidate stands in the order of generation."""
        number = {each: index for index, each in enumerate(self.order, 1)}
        partners = sorted((number[one], number[other]) for one, other in self.with_moved)
        taken = {each for pair in self.with_moved for each in pair}
        rest = [each for each in self.order if each.score == self.score and each not in taken]
        again = {each: index for index, each in enumerate(rest, 1)}
        pairs = sorted((again[one], again[other]) for one, other in self.made if one in again)
        uppers = {upper for upper, _ in pairs}
        leaving = set(range(1, len(pairs) + 1)) - uppers
        entering = {upper for upper in uppers if upper > len(pairs)}
        return [
            [one for one, _ in partners],
            [other for _, other in partners],
            len(entering),
            sum(entering) - sum(leaving),
            [-each for each in sorted(leaving, reverse=True)],
            sorted(entering),
            [lower for _, lower in pairs],
        ]


def _third(one: Facts, other: Facts) -> bool:
    if abs(one.balance) == abs(other.balance):
        return one.streak and other.streak
    return min(one, other, key=lambda each: abs(each.balance)).streak


def _pair_bracket(
    survivors: list[Pairs], facts: dict[int, Facts], score: Fraction, following: Fraction | None
) -> list[Pairs]:
    def at(level: Fraction) -> Callable[[Pairs], Bracket]:
        return cache(lambda pairs: Bracket(pairs, facts, level))

    here = at(score)
    survivors = _best(survivors, lambda pairs: (here(pairs).c6(), here(pairs).c7()))
    if following is not None:
        below = at(following)
        survivors = _best(survivors, lambda pairs: (below(pairs).c6(), below(pairs).c7()))
    return _best(survivors, lambda pairs: (here(pairs).quality(), here(pairs).place()))


def _first_colour(history: History) -> str:
    assert history.initial_colour
    return history.initial_colour


def _coloured(facts: dict[int, Facts], pair: tuple[int, int], first: str) -> tuple[int, int]:
    if pair[1] == BYE:
        return pair
    higher, lower = sorted((facts[pair[0]], facts[pair[1]]), key=lambda each: each.rank)
    white = _colour(higher, lower, first) == "w"
    return (higher.number, lower.number) if white else (lower.number, higher.number)


def _colour(higher: Facts, lower: Facts, first: str) -> str:
    """That of the higher ranked."""
    opposite = {"w": "b", "b": "w"}
    if higher.wants != lower.wants:
        return higher.wants or opposite[lower.wants]
    if not higher.wants:
        return first if higher.effective % 2 else opposite[first]
    mine, theirs = ((each.strength, abs(each.balance) if each.strength == 3 else 0) for each in (higher, lower))
    if mine != theirs:
        return higher.wants if mine > theirs else opposite[higher.wants]
    for own, other in zip(higher.colours[::-1], lower.colours[::-1], strict=False):
        if own != other:
            return opposite[own]
    return higher.wants
