"""What a position of Fortress looks worth: points made, and what the hands may still bring their owners."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from engine.fortress.cards.cards import ACE, Row, is_royal, value
from engine.fortress.cards.position import FORTIFYING, STARTER, Position
from engine.fortress.rules.clash import run_length
from engine.fortress.rules.scoring import captured_points, held_points
from engine.lookahead import Shares

SAFE: Final = (0.2, 0.45, 0.65, 0.8, 0.9)
"""How likely a royal is still in hand when the round ends, by how many cards stand between it and the nearer end."""
STRENGTH: Final = (0.0, 0.0, 0.25, 0.7, 1.3)
"""What a run of that many equal number cards is worth as attackers, in points; longer ones as the longest."""
CARD: Final = 0.04
"""What each rank of a number card is worth, in points: a high card attacks, and stands at an end."""
OPEN: Final = 0.1
"""What it costs to have a card face up, in points."""
SPREAD: Final = 2.2
"""How many points make a round uncertain: one lead of so many is worth e times the chances."""


def judge(position: Position) -> Shares:
    """The share that each seat may expect; of those who gave up, nothing."""
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
    return own + 0.6 * prey_worth(position.hand(target)) - OPEN * seen


@lru_cache(maxsize=1 << 15)
def wall_worth(hand: Row) -> float:
    """What a hand is worth to its owner, in points."""
    last = len(hand) - 1
    royals = sum(
        [SAFE[min(place, last - place, 4)] * held_points((card,)) for place, card in enumerate(hand) if is_royal(card)]
    )
    numbers = CARD * sum([value(card) for card in hand])
    aces = 0.1 * sum([value(card) == ACE for card in hand])
    return royals + numbers + aces + _attackers_worth(hand)


def _attackers_worth(hand: Row) -> float:
    worth, place = 0.0, 0
    while place < len(hand):
        length = run_length(hand[place:])
        if value(hand[place]):
            worth += STRENGTH[min(length, 4)]
        place += length
    return worth


@lru_cache(maxsize=1 << 15)
def prey_worth(hand: Row) -> float:
    """What a hand's royals are worth to whoever attacks it, in points."""
    last = len(hand) - 1
    return sum(
        [
            (1 - SAFE[min(place, last - place, 4)]) * captured_points((card,))
            for place, card in enumerate(hand)
            if is_royal(card)
        ]
    )


def _rounds_left(position: Position) -> float:
    """About how many rounds there are still to come, the one being played included."""
    setup = position.setup
    if setup.rounds is not None:
        return setup.rounds - position.round + (position.phase != STARTER)
    assert setup.target is not None
    return 1 + max(0.0, (setup.target - max(position.totals)) / 4)
