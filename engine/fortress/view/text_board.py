"""A Fortress view drawn in plain text, for emails: at most 72 columns wide.

Each player is a block: the name, the positions, and the cards below them. A card face down is ``??``; ``!`` after one's
own card means that everyone can see it.
"""

from __future__ import annotations

import textwrap

from engine.values import View
from i18n.text import begun, joined, say

_WIDTH = 72
CELL = 5
INDENT = "  "


def draw_board(view: View) -> str:
    """Draw the whole text board: title, points, hands, the card to place, deck and discards, legend."""
    parts = [
        _fill(view["title"]),
        "\n".join([_fill(view["lines"][0]), _fill(f"{view['way_words']}.")]) if view["to_act"] else "",
        *[_player(player, view) for player in view["players"]],
        _to_place(view),
        _piles(view),
        _legend(view),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def card_mark(card: View, *, own: bool = False) -> str:
    """Write a card: ``K♥``, ``??`` for a card face down, ``K♥!`` for one's own that is face up."""
    if not card["known"]:
        return "??"
    return f"{card['rank']}{card['symbol']}" + "!" * (own and card["face_up"])


def _fill(text: str) -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent=INDENT, break_on_hyphens=False)


def _player(player: View, view: View) -> str:
    heading = [player["label"]]
    if player["own"]:
        heading.append(say("you"))
    if player["is_target"]:
        heading.append(say("target"))
    if not player["playing"]:
        heading.append(say("out of the match"))
    points = say("%(what)s: %(points)s", what=begun(view["score_words"]), points=player["total"])
    found = [_fill(joined([joined(heading), points], " · "))]
    if player["cards"]:
        found += _hand(player, view)
    if player["captured"]:
        cards = " ".join(card_mark(card) for card in player["captured"])
        found.append(_fill(INDENT + say("Captured: %(cards)s", cards=cards)))
    return "\n".join(found)


def _hand(player: View, view: View) -> list[str]:
    cards = player["cards"]
    places = "".join(str(place).ljust(CELL) for place in range(1, len(cards) + 1))
    marks = "".join(card_mark(card, own=_is_marked(player, view)).ljust(CELL) for card in cards)
    found = [INDENT + places.rstrip(), INDENT + marks.rstrip()]
    if view["aim"] and player["is_target"]:
        arrow = "^^" if view["aim"] == "left" else " " * (CELL * (len(cards) - 1)) + "^^"
        found.append(INDENT + arrow)
    return found


def _is_marked(player: View, view: View) -> bool:
    """Return whether the player's open cards are marked: they are the viewer's own, and others are hidden."""
    return bool(player["own"] and view["phase"] in "ap")


def _to_place(view: View) -> str:
    if not view["coming"]:
        return ""
    cards = " ".join(card_mark(card) for card in view["coming"])
    return _fill(say("To place: %(cards)s", cards=cards))


def _piles(view: View) -> str:
    discards = " ".join(card_mark(card) for card in view["discards"]) or "–"
    deck = _fill(say("Deck: %(number)s", number=view["deck"]))
    return "\n".join([deck, _fill(say("Discards: %(cards)s", cards=discards))])


def _legend(view: View) -> str:
    cards = [(card, _is_marked(player, view)) for player in view["players"] for card in player["cards"]]
    found = []
    if not all(card["known"] for card, _ in cards) or not all(card["known"] for card in view["coming"]):
        found.append(say("?? is a card face down."))
    if any(own and card["face_up"] for card, own in cards):
        found.append(say("! marks your cards that everyone can see."))
    return "\n".join(map(_fill, found))
