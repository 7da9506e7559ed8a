"""Tournaments played by chance, with everything that may happen in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from competition.history import Code, Colour, Forbidden, History, Pair, Player, Result, Scoring
from competition.pairing.dutch import NoLegalPairing

PLAYED = (("1", "0"), ("0", "1"), ("=", "="))
FORFEITED = (("+", "-"), ("-", "+"), ("-", "-"))
FOOTBALL = Scoring(Fraction(3), Fraction(1))

Pairing = Callable[[History], tuple[Pair, ...]]


@dataclass
class Plan:
    """What a tournament is like. The shares are chances by player and round; ``entry`` and ``leave`` are the rounds of
    which a player is the first to play and the first to miss."""

    size: int
    rounds: int
    scoring: Scoring
    forfeits: float
    byes: float
    draws: float
    forbidden: tuple[Forbidden, ...] = ()
    virtual: dict[tuple[int, int], Fraction] = field(default_factory=dict)
    entry: dict[int, int] = field(default_factory=dict)
    leave: dict[int, int] = field(default_factory=dict)
    initial: Colour = Colour.WHITE


def some_plan(chance: Random, smallest: int = 4, largest: int = 11) -> Plan:
    """A tournament of any kind."""
    size = chance.randint(smallest, largest)
    rounds = chance.randint(3, min(11, size + 1))
    football, half_bye = chance.random() < 0.2, chance.random() < 0.15
    scoring = FOOTBALL if football else Scoring(pairing_bye=Fraction(1, 2)) if half_bye else Scoring()
    plan = Plan(
        size,
        rounds,
        scoring,
        forfeits=chance.choice((0, 0, 0.05, 0.25)),
        byes=chance.choice((0, 0, 0.03, 0.12)),
        draws=chance.choice((0.1, 0.35, 0.7)),
        initial=chance.choice(list(Colour)),
    )
    numbers = range(1, size + 1)
    if chance.random() < 0.25:
        plan.forbidden = tuple(_forbidden(chance, size, rounds) for _ in range(chance.randint(1, 3)))
    if not football and chance.random() < 0.25:
        plan.virtual = _accelerated(size, rounds)
    if chance.random() < 0.25:
        plan.entry = {number: chance.randint(2, 4) for number in numbers if chance.random() < 0.2}
    if chance.random() < 0.25:
        plan.leave = {number: chance.randint(2, rounds) for number in numbers if chance.random() < 0.2}
    return plan


def before_each_round(plan: Plan, chance: Random, pairing: Pairing) -> Iterator[History]:
    """The history before each round, byes for that round granted; ends early where no legal pairing exists."""
    history = History(
        tuple(Player(number) for number in range(1, plan.size + 1)),
        plan.rounds,
        plan.scoring,
        plan.initial,
        plan.forbidden,
        plan.virtual,
    )
    for round in range(1, plan.rounds + 1):
        history = _with(history, dict(_granted(plan, chance, round)))
        if sum(len(player.results) < round for player in history.players) < 2:
            return
        yield history
        try:
            pairs = pairing(history)
        except NoLegalPairing:
            return
        history = _with(history, dict(_played(plan, chance, pairs)))


def _forbidden(chance: Random, size: int, rounds: int) -> Forbidden:
    players = frozenset(chance.sample(range(1, size + 1), chance.choice((2, 2, 3))))
    first, last = sorted(chance.choices(range(1, rounds + 1), k=2))
    return Forbidden(players, first, last)


def _accelerated(size: int, rounds: int) -> dict[tuple[int, int], Fraction]:
    """C.04.7, written out."""
    group, half = 2 * -(-size // 4), -(-rounds // 2)
    full = -(-half // 2)
    return {
        (round, number): Fraction(1) if round <= full else Fraction(1, 2)
        for round in range(1, half + 1)
        for number in range(1, group + 1)
    }


def _granted(plan: Plan, chance: Random, round: int) -> Iterator[tuple[int, Result]]:
    for number in range(1, plan.size + 1):
        if round < plan.entry.get(number, 0) or round >= plan.leave.get(number, plan.rounds + 1):
            yield number, Result(chance.choice((Code.ZERO_BYE, Code.HALF_BYE) if round < 3 else (Code.ZERO_BYE,)))
        elif chance.random() < plan.byes:
            yield number, Result(chance.choice((Code.ZERO_BYE, Code.HALF_BYE, Code.HALF_BYE, Code.FULL_BYE)))


def _played(plan: Plan, chance: Random, pairs: tuple[Pair, ...]) -> Iterator[tuple[int, Result]]:
    for white, black in pairs:
        if not black:
            yield white, Result(Code.PAIRING_BYE)
            continue
        if chance.random() < plan.forfeits:
            codes = chance.choice(FORFEITED)
        else:
            codes = PLAYED[2] if chance.random() < plan.draws else chance.choice(PLAYED[:2])
        yield white, Result(Code(codes[0]), black, Colour.WHITE)
        yield black, Result(Code(codes[1]), white, Colour.BLACK)


def _with(history: History, results: dict[int, Result]) -> History:
    players = tuple(
        replace(player, results=(*player.results, results[player.number])) if player.number in results else player
        for player in history.players
    )
    return replace(history, players=players)
