"""The score of a round, and the match after it (rules 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, NamedTuple

from engine.fortress.cards.cards import CardRow, rank_letter
from engine.fortress.cards.position import OVER_PHASE, STARTER, Position

from .deal import lot

How = Literal["done", "passes", "cards"]

CAPTURED_POINTS: Final = {"K": 2, "Q": 1, "J": 1}
HELD_POINTS: Final = {"Q": 2, "K": 1, "J": 1}


class RoundEnd(NamedTuple):
    """The ending of a round, and what each player scored in it: 0 for those who gave up."""

    how: How
    points: tuple[int, ...]


def captured_points(cards: CardRow) -> int:
    """Return the points for captured royals."""
    return sum([CAPTURED_POINTS.get(rank_letter(card), 0) for card in cards])


def held_points(hand: CardRow) -> int:
    """Return the points for royals in hand."""
    return sum([HELD_POINTS.get(rank_letter(card), 0) for card in hand])


def end_round(position: Position, how: How) -> tuple[Position, RoundEnd]:
    """Turn all hands face up and score them (R21); then the match is over, or someone chooses the starter."""
    seats = range(position.setup.players)
    points = tuple([captured_points(position.captured[seat]) + held_points(position.hand(seat)) for seat in seats])
    ended = replace(
        position,
        passes=0,
        face_up=frozenset([card for seat in seats for card in position.hand(seat)]),
        totals=tuple([total + more for total, more in zip(position.totals, points, strict=True)]),
        last=points,
    )
    if is_decided(ended):
        return replace(ended, phase=OVER_PHASE, actor=None), RoundEnd(how, points)
    return replace(ended, phase=STARTER, actor=chooser(ended)), RoundEnd(how, points)


def is_decided(position: Position) -> bool:
    """Return whether the round that has just ended was the last one (R22)."""
    setup = position.setup
    if setup.target is None:
        return position.round == setup.rounds
    return max([position.totals[seat] for seat in position.playing]) >= setup.target


def chooser(position: Position) -> int:
    """Return the seat that chooses the next starting player (R11).

    It has the fewest points of those still in the match, ties by lot.
    """
    assert position.last is not None
    order = lot(position.setup.seed, position.round, position.setup.players)
    points = position.last
    return min(position.playing, key=lambda seat: (points[seat], order.index(seat)))


def winners(position: Position) -> tuple[int, ...]:
    """Return the winners of a match that is over, ascending (R9, R23)."""
    best = max([position.totals[seat] for seat in position.playing])
    return tuple([seat for seat in position.playing if position.totals[seat] == best])
