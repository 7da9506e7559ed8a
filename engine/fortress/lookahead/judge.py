"""The worth of a position: points made, and what the hands may still bring their owners."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp
from typing import Final

from engine.fortress.cards.cards import ACE, Card, CardRow, is_royal, value
from engine.fortress.cards.position import FORTIFYING, STARTER, Position
from engine.fortress.rules.clash import run_length
from engine.fortress.rules.scoring import captured_points, held_points
from engine.lookahead import Shares

COVER: Final = (0.0, 1.0, 2.2, 3.5, 5.0)
"""The number of attackers it takes to beat a run of that many equal cards; longer runs count as the last."""
FALLS: Final = 0.5
"""The chance that a single royal at the end of a hand is captured before the round ends."""
EACH: Final = 1.6
"""The number of additional attackers needed that makes the capture of a royal e times less likely."""
STRENGTH: Final = (0.0, 0.0, 0.25, 0.7, 1.3)
"""The worth of a run of that many equal number cards as attackers, in points; longer runs count as the last."""
CARD: Final = 0.02
"""The worth, in points, of each rank of a number card: a high card attacks, and defends an end."""
_OPEN: Final = 0.1
"""The cost of having a card face up, in points."""
PREY: Final = 0.8
"""The share of the target's fallen royals that goes to the attacker: others end in attacks."""
SPREAD: Final = 2.2
"""The uncertainty of a round, in points: a lead of that size multiplies the chances by e."""


def judge(position: Position) -> Shares:
    """Return the share that each seat may expect; nothing for those who gave up."""
    seats = range(position.setup.players)
    is_over = position.phase == STARTER
    expected = [
        position.totals[seat] + (0.0 if is_over else _expect(position, seat))
        if position.hands[seat] is not None
        else None
        for seat in seats
    ]
    best = max(points for points in expected if points is not None)
    scale = SPREAD * _rounds_left(position) ** 0.5
    weights = [0.0 if points is None else exp((points - best) / scale) for points in expected]
    mass = sum(weights)
    return tuple([weight / mass for weight in weights])


def _expect(position: Position, seat: int) -> float:
    """Return the points that a seat may expect from this round."""
    hand = position.hand(seat)
    own = captured_points(position.captured[seat]) + wall_worth(hand)
    target = position.target(seat) if position.phase != FORTIFYING else position.after(seat)
    seen = sum([card in position.face_up for card in hand])
    return own + PREY * prey_worth(position.hand(target)) - _OPEN * seen


@lru_cache(maxsize=1 << 15)
def wall_worth(hand: CardRow) -> float:
    """Return the worth of a hand to its owner, in points."""
    royals = sum([(1 - falls) * held_points((card,)) for card, falls in _dangers(hand)])
    numbers = CARD * sum([value(card) for card in hand])
    aces = 0.1 * sum([value(card) == ACE for card in hand])
    return royals + numbers + aces + _attackers_worth(hand)


@lru_cache(maxsize=1 << 15)
def _dangers(hand: CardRow) -> list[tuple[Card, float]]:
    """Return each royal with the chance that it falls, by the cards between it and the nearer end."""
    runs = list(_runs(hand))
    covers = [COVER[min(len(run), 4)] for run in runs]
    whole, before = sum(covers), 0.0
    found = []
    for run, cover in zip(runs, covers, strict=True):
        if is_royal(run[0]):
            nearer = min(before, whole - before - cover) + cover - COVER[1]
            falls = FALLS * exp(-nearer / EACH)
            found += [(card, falls) for card in run]
        before += cover
    return found


def _runs(hand: CardRow) -> Iterator[CardRow]:
    """Yield neighbours of equal rank together."""
    while hand:
        length = run_length(hand)
        yield hand[:length]
        hand = hand[length:]


def _attackers_worth(hand: CardRow) -> float:
    return sum([STRENGTH[min(len(run), 4)] for run in _runs(hand) if not is_royal(run[0])])


@lru_cache(maxsize=1 << 15)
def prey_worth(hand: CardRow) -> float:
    """Return the worth of a hand's royals to its attacker, in points."""
    return sum([falls * captured_points((card,)) for card, falls in _dangers(hand)])


def _rounds_left(position: Position) -> float:
    """Estimate how many rounds are left, including the current one."""
    setup = position.setup
    if setup.rounds is not None:
        return setup.rounds - position.round + (position.phase != STARTER)
    assert setup.target is not None
    return 1 + max(0.0, (setup.target - max(position.totals)) / 4)
