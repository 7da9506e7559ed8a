"""Sides and cards (rules 1 and 2).

A *side* is 0 (Red) or 1 (Black), which is also its player's seat. A *card* is an index into ``LETTERS``, in the order
of the cards. Cards in a row (a hand, the deck) are bytes, one for each card; the discard pile, whose order does not
matter, is a *pile*: the number of each card, four bits a card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from i18n.text import noop

RED: Final = 0
BLACK: Final = 1
SIDE_NAMES: Final = (noop("Red"), noop("Black"))
SIDE_WORDS: Final = ("red", "black")
"""The sides as scripts, forms and stylesheets read them."""

HOP, SKIP, JUMP, TRADE, SWITCH, ROOK, KING, HORSE, BISHOP, ZIP, ZAP, PUSH = range(12)
LETTERS: Final = "HSJTWRKNBIAP"
CARD_WORDS: Final = (
    "hop", "skip", "jump", "trade", "switch", "rook", "king", "horse", "bishop", "zip", "zap", "push",
)  # fmt: skip
"""The cards as steps name them."""
CARD_NAMES: Final = (
    noop("Hop"), noop("Skip"), noop("Jump"), noop("Trade"), noop("Switch"), noop("Rook"),
    noop("King"), noop("Horse"), noop("Bishop"), noop("Zip"), noop("Zap"), noop("Push"),
)  # fmt: skip
COPIES: Final = (4, 4, 4, 4, 4, 2, 2, 4, 4, 2, 2, 4)

ALL_CARDS: Final = bytes(card for card, copies in enumerate(COPIES) for _ in range(copies))
"""The 40 cards in their order, with all copies of a card together."""
HAND: Final = 3
DECK: Final = len(ALL_CARDS) - 2 * HAND
"""The number of cards in each deck that turns are drawn from (R9)."""
BACK: Final = len(LETTERS)
"""A card of which only the back is visible."""

_BITS: Final = 4
_LETTERS_AND_BACK: Final = LETTERS + "?"


ONE_OF: Final = tuple(1 << _BITS * card for card in range(len(LETTERS)))
"""A pile of one card, for each card."""


def letters_of(cards: Iterable[int]) -> str:
    """Write cards as in the text of a position; a back is ``?``."""
    return "".join(_LETTERS_AND_BACK[card] for card in cards)


def read_cards(letters: str) -> bytes | None:
    """Read cards by their letters; return ``None`` if any letter belongs to no card."""
    cards = [LETTERS.find(letter) for letter in letters]
    return None if -1 in cards else bytes(cards)


def pile_of(cards: Iterable[int]) -> int:
    """Count cards into a pile."""
    return sum(ONE_OF[card] for card in cards)


def cards_in(pile: int) -> bytes:
    """Return the cards of a pile, in the order of the cards."""
    mask = (1 << _BITS) - 1
    return bytes(card for card in range(len(LETTERS)) for _ in range(pile >> _BITS * card & mask))
