"""Hands, deck and discard pile as parts of a view (see ``view``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.fortac.board.cards import ALL_CARDS, BACK, BLACK, CARD_WORDS, LETTERS, RED, SIDE_WORDS, cards_in
from engine.fortac.board.position import Position
from engine.fortac.explain.names import card_name, cards_words, side_name
from engine.values import View
from i18n.text import Text, joined, noop, pgettext, say

_HELP: Final = (
    noop("one step across, up or down"),
    noop("one step diagonally"),
    noop("over one adjacent man, in any direction"),
    noop("swap places with an adjacent man"),
    noop("swap places with a man that is not adjacent"),
    noop("any distance across, up or down"),
    noop("one step in any direction"),
    noop("two steps straight and one to the side, over anything"),
    noop("any distance diagonally"),
    noop("to any empty corner"),
    noop("to any empty space that is not a corner"),
    noop("one step into a man, who is pushed on"),
)


def hand_view(position: Position, side: int, drawn: int | None) -> View:
    """Return a side's hand, with a mark on the card it drew in the last turn."""
    hand = position.hands[side]
    cards = [_card(card) for card in hand]
    if drawn is not None:
        cards[hand.index(drawn)]["marks"] = ["drawn"]
    words = say("%(side)s’s hand: %(cards)s", side=side_name(side), cards=cards_words(hand))
    return {"seat": side, "side": SIDE_WORDS[side], "owner": side_name(side), "cards": cards, "words": words}


def _card(card: int) -> View:
    name = card_name(card)
    if card == BACK:
        return {"ref": "card:back", "word": "back", "letter": "", "name": name, "help": "", "marks": []}
    word = CARD_WORDS[card]
    return {
        "ref": f"card:{word}",
        "word": word,
        "letter": LETTERS[card],
        "name": name,
        "help": say(_HELP[card]),
        "marks": [],
    }


def piles_view(position: Position) -> View:
    """Return the deck and the discard pile; the cards left in the deck follow from those seen (R13)."""
    discards = cards_in(position.discards)
    seen = bytes(sorted([*position.hands[RED], *position.hands[BLACK], *discards]))
    left = [card for card in range(len(LETTERS)) for _ in range(ALL_CARDS.count(card) - seen.count(card))]
    words = _counted_words(discards) if discards else pgettext("pile", "empty")
    return {
        "deck": len(position.deck),
        "deck_words": say("Deck: %(number)s", number=len(position.deck)),
        "discards": _counted(discards),
        "discard_count": len(discards),
        "discards_words": say("Discard pile: %(cards)s", cards=words),
        "left": _counted(left),
    }


def _counted(cards: Iterable[int]) -> list[View]:
    row = list(cards)
    return [
        {"word": CARD_WORDS[card], "letter": LETTERS[card], "name": card_name(card), "count": row.count(card)}
        for card in range(len(LETTERS))
        if card in row
    ]


def _counted_words(cards: Iterable[int]) -> Text:
    """Count cards in words: "2 Hop, 1 Trade"."""
    parts = [say("%(number)s %(card)s", number=each["count"], card=each["name"]) for each in _counted(cards)]
    return joined(parts)
