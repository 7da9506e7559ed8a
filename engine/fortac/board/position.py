"""A position of a match as an immutable value; ``notation.position`` reads and writes its text."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.chance import shuffled

from .cards import ALL_CARDS, BACK, BLACK, DECK, HAND, RED, cards_in, letters_of

START_MEN: Final = (0b0011_0011_0000_0000, 0b0000_0000_1100_1100)
"""Red on a3, b3, a4 and b4, Black on c1, d1, c2 and d2."""
NO_COMBOS: Final[tuple[tuple[str, ...], tuple[str, ...]]] = ((), ())


class Position(NamedTuple):
    """Everything that the rules need to know between two turns (rules 7).

    ``men`` are the sets of spaces on which Red's and Black's men are; ``hands`` are Red's and Black's, each in the
    order of the cards. ``deck`` has the top card first. ``discards`` is a pile. ``combos`` are the kinds that each side
    has made, in order. ``quiet`` counts the turns in a row without a new combo. Without a ``seed`` nobody knows the
    order of the deck, and its cards are backs (see ``as_known``).
    """

    men: tuple[int, int]
    turn: int
    hands: tuple[bytes, bytes]
    deck: bytes
    discards: int
    combos: tuple[tuple[str, ...], tuple[str, ...]]
    quiet: int
    seed: bytes | None

    @classmethod
    def start(cls, seed: bytes) -> Position:
        """Start a match: Red gets the first three cards of the deck, Black the next three (rules 2)."""
        cards = deal(seed, 0, ALL_CARDS)
        hands = bytes(sorted(cards[:HAND])), bytes(sorted(cards[HAND : 2 * HAND]))
        return cls(START_MEN, 1, hands, cards[2 * HAND :], 0, NO_COMBOS, 0, seed)

    @property
    def side(self) -> int:
        """The side to move: Red has the odd turns."""
        return RED if self.turn % 2 else BLACK

    @property
    def occupied(self) -> int:
        """The set of spaces that hold a man."""
        return self.men[RED] | self.men[BLACK]

    def owner_at(self, space: int) -> int | None:
        """Return the side whose man is on a space."""
        for side in (RED, BLACK):
            if self.men[side] >> space & 1:
                return side
        return None

    def as_known(self) -> Position:
        """Return the position as everyone knows it: the deck as backs, without the seed."""
        return self._replace(deck=bytes([BACK]) * len(self.deck), seed=None)


def deal(seed: bytes | None, number: int, cards: bytes) -> bytes:
    """Shuffle the cards of deck ``number``, which come in their order (rules 6); backs if the seed is not known."""
    if seed is None:
        return bytes([BACK]) * len(cards)
    return bytes(shuffled(seed, _label(number), cards))


def reshuffle(seed: bytes | None, turn: int, discards: int) -> bytes:
    """Shuffle the discard pile into a new deck, after the turn in which the last card was drawn (R2, R9)."""
    return deal(seed, turn // DECK, cards_in(discards))


def shuffles(position: Position) -> dict[str, str]:
    """Return the shuffle with which a position begins, if it does: the letters of the deck by its label."""
    if position.seed is None or len(position.deck) != DECK or (position.turn - 1) % DECK:
        return {}
    number = (position.turn - 1) // DECK
    cards = position.deck if number else deal(position.seed, 0, ALL_CARDS)
    return {_label(number): letters_of(cards)}


def _label(number: int) -> str:
    return f"fortac/deck/{number}"
