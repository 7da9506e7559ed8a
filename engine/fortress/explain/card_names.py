"""Cards and players in words: short ("K♥") in sentences, in full ("king of hearts") where a board is read out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.fortress.cards.cards import Card, rank_letter, suit_letter
from i18n.text import Text, joined, listed, noop, pgettext, say, seat_name

_RANK_LETTERS: Final[dict[str, Callable[[], Text]]] = {
    "A": lambda: pgettext("letter on a card", "A"),
    "J": lambda: pgettext("letter on a card", "J"),
    "Q": lambda: pgettext("letter on a card", "Q"),
    "K": lambda: pgettext("letter on a card", "K"),
}
_RANK_NAMES: Final = {"A": noop("ace"), "J": noop("jack"), "Q": noop("queen"), "K": noop("king")}
_SUIT_NAMES: Final = {
    "c": noop("%(rank)s of clubs"),
    "d": noop("%(rank)s of diamonds"),
    "h": noop("%(rank)s of hearts"),
    "s": noop("%(rank)s of spades"),
}
SUIT_SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def rank_words(card: Card) -> Text:
    """Write a rank as it is on the card: "K", "10"."""
    letter = rank_letter(card)
    if letter in _RANK_LETTERS:
        return _RANK_LETTERS[letter]()
    return Text(letter.replace("T", "10"))


def short_card(card: Card) -> Text:
    """Name a card briefly: "K♥"."""
    return joined([rank_words(card), SUIT_SYMBOLS[suit_letter(card)]], "")


def short_cards(cards: Iterable[Card]) -> Text:
    """Name cards briefly: "7♣ 7♥"."""
    return joined([short_card(card) for card in cards], " ")


def long_card(card: Card) -> Text:
    """Name a card in full: "king of hearts"."""
    letter = rank_letter(card)
    rank = say(_RANK_NAMES[letter]) if letter in _RANK_NAMES else letter.replace("T", "10")
    return say(_SUIT_NAMES[suit_letter(card)], rank=rank)


def player_names(seats: Iterable[int]) -> Text:
    """List players: "Player 1, Player 3 and Player 4"."""
    return listed([seat_name(seat) for seat in seats])
