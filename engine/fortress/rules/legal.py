"""The legal steps (rules 3 to 5); ``apply`` says what each does.

``steps`` is the only place that says what is legal, and it looks at nothing that the player may not see.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.fortress.cards.cards import ACE, CardRow, is_royal, value
from engine.fortress.cards.position import ATTACKING, FORTIFYING, PLACING, STARTER, Position

from .steps import DONE_STEP, ENDS, KEEP, PASS, PLACE, Step, ace, attack, shift, start

MAX_NUMBERS_FOR_DONE = 1


def steps(position: Position, seat: int) -> list[Step]:
    """Return every legal step of a seat, each once; none for a seat that is not asked."""
    if seat not in position.asked:
        return []
    if position.phase == PLACING or (position.phase == FORTIFYING and position.coming[seat]):
        return list(PLACE)
    if position.phase == FORTIFYING:
        return [KEEP, *shifts(len(position.hand(seat)))]
    if position.phase == STARTER:
        return [start(player + 1) for player in position.playing]
    assert position.phase == ATTACKING
    return list(_turns(position, seat))


def runs(hand: CardRow) -> Iterator[tuple[int, int]]:
    """Yield the cards that can attack together: each card alone, and neighbours of equal rank.

    Each run is given by its first and last positions.
    """
    for first in range(len(hand)):
        last = first
        while last < len(hand) and value(hand[last]) == value(hand[first]):
            yield first + 1, last + 1
            last += 1


def may_call_done(hand: CardRow) -> bool:
    """Return whether the hand holds at most one number card."""
    return sum([not is_royal(card) for card in hand]) <= MAX_NUMBERS_FOR_DONE


def shifts(length: int) -> Iterator[Step]:
    """Yield the ways to move one card in a hand of the given length."""
    for first in range(1, length + 1):
        for last in range(1, length + 1):
            if first not in (last, last + 1):
                yield shift(first, last)


def _turns(position: Position, seat: int) -> Iterator[Step]:
    hand = position.hand(seat)
    for first, last in runs(hand):
        for end in ENDS:
            yield attack(first, last, end)
    if position.deck:  # R4
        yield from (ace(place) for place, card in enumerate(hand, start=1) if value(card) == ACE)
    yield PASS
    if may_call_done(hand):
        yield DONE_STEP
