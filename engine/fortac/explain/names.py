"""Sides, cards and combos in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.fortac.board.cards import BACK, CARD_NAMES, SIDE_NAMES
from engine.fortac.board.spaces import space_name
from engine.fortac.rules.combos import CENTER, CORNER, DIAGONAL, ORTHOGONAL
from i18n.text import Text, listed, pgettext, say

_KINDS: Final = {
    CORNER: lambda: pgettext("combo", "corner"),
    DIAGONAL: lambda: pgettext("combo", "diagonal"),
    ORTHOGONAL: lambda: pgettext("combo", "orthogonal"),
    CENTER: lambda: pgettext("combo", "centre"),
}


def side_name(side: int) -> Text:
    """Name a side: "Red"."""
    return say(SIDE_NAMES[side])


def card_name(card: int) -> Text:
    """Name a card: "Hop", or "face down" for one whose face is hidden."""
    return pgettext("card", "face down") if card == BACK else say(CARD_NAMES[card])


def kind_name(kind: str) -> Text:
    """Name a kind of combo: "corner"."""
    return _KINDS[kind]()


def cards_words(cards: Iterable[int]) -> Text:
    """List cards: "Hop, Hop and Trade"."""
    return listed([card_name(card) for card in cards])


def spaces_words(spaces: Iterable[int]) -> Text:
    """List spaces: "a2 and b3"."""
    return listed([space_name(space) for space in spaces])
