"""Cards as boards show them: a face or a back, its name, and how to point at it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from engine.fortress.cards.cards import Card, CardRow, rank_letter, suit_letter
from engine.fortress.explain.card_names import SUIT_SYMBOLS, long_card, rank_words
from i18n.text import say

CardView = dict[str, Any]


def face(card: Card, *, face_up: bool = False, ref: str = "", marks: Sequence[str] = ()) -> CardView:
    """Return a card that the viewer knows; ``face_up``: everyone sees it."""
    name = long_card(card)
    return {
        "ref": ref,
        "known": True,
        "type": rank_letter(card),
        "suit": suit_letter(card),
        "rank": rank_words(card),
        "symbol": SUIT_SYMBOLS[suit_letter(card)],
        "face_up": face_up,
        "marks": list(marks),
        "name": name,
        "words": say("%(card)s, seen by all", card=name) if face_up else name,
    }


def back(ref: str = "") -> CardView:
    """Return a card that the viewer does not know."""
    hidden = {"known": False, "type": "", "suit": "", "rank": "", "symbol": "", "face_up": False, "marks": []}
    return {"ref": ref, **hidden, "name": "", "words": say("face down")}


def faces(cards: Iterable[Card]) -> list[CardView]:
    """Return a row of cards that lie face up."""
    return [face(card) for card in cards]


def row(seen: Sequence[Card | None], face_up: Collection[Card], own: bool, marked: dict[Card, str]) -> list[CardView]:
    """Return a hand from its left end; one's own cards can be pointed at by their positions."""
    found = []
    for place, card in enumerate(seen, start=1):
        ref = f"card:{place}" if own else ""
        if card is None:
            found.append(back(ref))
        else:
            marks = [marked[card]] if card in marked else []
            found.append(face(card, face_up=card in face_up, ref=ref, marks=marks))
    return found


def open_row(hand: CardRow | None) -> list[CardView]:
    """Return a hand face up, as all see it at the end of a round; empty for ``None``."""
    return [face(card, face_up=True) for card in hand or ()]
