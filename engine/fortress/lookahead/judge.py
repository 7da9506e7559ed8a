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
"""What it takes to beat a run of that many equal cards, in attackers; longer ones as the longest."""
FALLS: Final = 0.5
"""How likely a single royal at the end of a hand is captured before the round ends."""
EACH: Final = 1.6
"""Each time it takes so many attackers more to come to a royal, it is e times less likely captured."""
STRENGTH: Final = (0.0, 0.0, 0.25, 0.7, 1.3)
"""What a run of that many equal number cards is worth as attackers, in points; longer ones as the longest."""
CARD: Final = 0.02
"""What each rank of a number card is worth, in points: a high card attacks, and stands at an end."""
_OPEN: Final = 0.1
"""What it costs to have a card face up, in points."""
PREY: Final = 0.8
"""What of the target's royals that fall comes to the attacker: others end in attacks."""
SPREAD: Final = 2.2
"""How many points make a round uncertain: one lead of so many is worth e times the chances."""


def judge(position: Position) -> Shares:
    """Return the share that each seat may expect; of those who gave up, nothing."""
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
    """The points of this round that a seat may expect."""
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
    """Each royal, and how likely it falls, by what stands between it and the nearer end."""
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
    """Neighbours of equal rank, together."""
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
    """About how many rounds there are still to come, the one being played included."""
    setup = position.setup
    if setup.rounds is not None:
        return setup.rounds - position.round + (position.phase != STARTER)
    assert setup.target is not None
    return 1 + max(0.0, (setup.target - max(position.totals)) / 4)
