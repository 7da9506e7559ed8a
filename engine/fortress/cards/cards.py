"""Cards as small numbers, in the order of the cards (rules 1): clubs from A to K, then diamonds, hearts, spades."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Card = int
CardRow = tuple[Card, ...]
"""Cards in a row; a hand begins at its left end, as its owner sees it."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
ALL_CARDS: Final[CardRow] = tuple(range(len(RANKS) * len(SUITS)))
CARD_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
ACE: Final = 1

_NUMBERS: Final = {text: card for card, text in enumerate(CARD_TEXTS)}
_VALUES: Final = tuple(number if number <= 10 else 0 for _ in SUITS for number in range(1, 14))


def value(card: Card) -> int:
    """Return the rank that counts in attack and defence: A is 1, royals are all 0 (R1)."""
    return _VALUES[card]


def rank_letter(card: Card) -> str:
    """Return the letter of a rank: ``"T"`` for any ten."""
    return RANKS[card % len(RANKS)]


def suit_letter(card: Card) -> str:
    """Return the letter of a suit: ``"h"`` for any heart."""
    return SUITS[card // len(RANKS)]


def is_royal(card: Card) -> bool:
    """Return whether a card is a J, Q or K."""
    return not _VALUES[card]


def read_card(text: str) -> Card | None:
    """Read a card; return ``None`` for any other text."""
    return _NUMBERS.get(text)


def write_cards(cards: Iterable[Card]) -> str:
    """Write cards: ``"7hKd"``; an empty text for none."""
    return "".join([CARD_TEXTS[card] for card in cards])
