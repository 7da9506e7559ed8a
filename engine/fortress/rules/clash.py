"""The settling of an attack on one end of a hand (rules 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.fortress.cards.cards import Card, CardRow, value

SWEEP = 4
"""The number of attackers that is never blocked; a larger number, of royals, counts as this many (R6)."""


class Clash(NamedTuple):
    """The number of cards that fall at the attacked end of a hand, or are turned up to block; one of the two is 0."""

    beaten: int
    turned: int


def settle_clash(attackers: CardRow, inwards: Sequence[Card]) -> Clash:
    """Settle an attack: return how many cards fall, or block it.

    ``attackers`` are equal in rank; ``inwards`` is the target's hand from the attacked end.
    """
    count, rank = len(attackers), value(attackers[0])
    defence = run_length(inwards)
    if count >= SWEEP:
        return Clash(_swept(inwards, defence), 0)
    if is_blocked(count, rank, defence, value(inwards[0])):
        return Clash(0, _needed(count, rank, value(inwards[0])))
    if count == 3 and defence == 1 and run_length(inwards[1:]) == 1:
        return Clash(2, 0)  # R17
    return Clash(defence, 0)


def run_length(inwards: Sequence[Card]) -> int:
    """Count the cards of one rank at the beginning of a row: 0 if it is empty."""
    if not inwards:
        return 0
    rank = value(inwards[0])
    for place, card in enumerate(inwards):
        if value(card) != rank:
            return place
    return len(inwards)


def is_blocked(count: int, rank: int, defence: int, defending_rank: int) -> bool:
    """Return whether ``defence`` cards of one rank block ``count`` attackers of another, fewer than four."""
    if defence > count:
        return True
    return count < 3 and defence == count and rank < defending_rank


def _needed(count: int, rank: int, defending_rank: int) -> int:
    """Return the smallest number of cards of a rank that would block as the whole defence (R7)."""
    return next(cards for cards in range(1, count + 2) if is_blocked(count, rank, cards, defending_rank))


def _swept(inwards: Sequence[Card], defence: int) -> int:
    """Count the cards that fall up to the first royal or, if the end is royal, the defending cards (R5)."""
    if not value(inwards[0]):
        return defence
    return next((place for place, card in enumerate(inwards) if not value(card)), len(inwards))
