"""Example boards for the rules and the first page, drawn from real positions like any other board."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.fortress.cards.cards import CARD_TEXTS
from engine.fortress.cards.position import Position
from engine.fortress.match.state import MatchState
from engine.fortress.match.submit import play
from engine.fortress.notation.position import read_position
from engine.values import View
from i18n.text import noop, say

from .view import build_view


class Example(NamedTuple):
    """A position, up to its deck, as a seat sees it (``None``: a bystander); ``caption`` is a message.

    If there is a ``step``, it is played first.
    """

    position: str
    seat: int | None
    step: str
    caption: str


_HANDS: Final = "7c7d5hKc8s/6d6c8h5dJd8d"

EXAMPLES: Final = {
    "hand": Example(
        "2/full/single 1/1 f 0 7c5hKc8s/6d6c8h5dJd 7d5cJc6h7hJh/8dKh5s6s7s -/- 0/0 -",
        0,
        "",
        noop("Player 1 has four cards in hand; the next one, the 7 of diamonds, goes to the left or the right end"),
    ),
    "beaten": Example(
        f"2/full/single 1/1 a1 0 {_HANDS} ./. -/- 0/0 -",
        0,
        "attack 1-2 left",
        noop("Beaten: two 7s attacked the left end, where two 6s lay; all four leave the hands"),
    ),
    "blocked": Example(
        f"2/full/single 1/1 a1 0 {_HANDS} ./. -/- 0/0 -",
        0,
        "attack 3 right",
        noop("Blocked: the 5 attacked the right end, and the 8 there is turned face up"),
    ),
    "captured": Example(
        "2/full/single 1/1 a1 0 7c7d5hKc8s/6d6c8h5d8dJd ./. -/- 0/0 -",
        0,
        "attack 3 right",
        noop("Captured: any card beats a single royal, and the attacker keeps it for its points"),
    ),
    "wall": Example(
        "2/full/single 1/1 a1 0 9h4c4dKsQh7sAc2dTs5c/8sTd!TcKd6h6dAsJc2c3h ./. -/- 0/0 -",
        0,
        "",
        noop("Player 1 sees ten cards of their own, and of player 2’s only the 10 that lies face up"),
    ),
    "sweep": Example(
        "2/full/single 1/1 a1 0 7c7d7h7sKc/6d2c9hQd5sJd ./. -/- 0/0 -",
        0,
        "attack 1-4 left",
        noop("Swept: four cards beat everything up to the first royal, here the 6, the 2 and the 9"),
    ),
    "ended": Example(
        "2/full/single 1/1 a1 0 QcKd4h/JsJd7s9c ./. Kh/- 0/0 -",
        0,
        "done",
        noop(
            "Done: player 1 gets 2 for the captured king, 2 for the queen and 1 for the king in hand, 5 in all;"
            " player 2 gets 2 for two jacks"
        ),
    ),
}

SHOWCASE: Final = Example(
    "3/full/single 2/2 a3 0 9h4c4dKsQh7s/8sTd!TcKd/6h6d!AsJc2c ././. Jd/-/Qc 7/9/4 5/3/4",
    None,
    "",
    noop("Each hand stands like a wall, seen from behind: only its owner knows the cards that are not face up"),
)


def draw_example(example: Example) -> View:
    """Return the view of an example."""
    position = example_position(example.position)
    state = MatchState(position, (0,) * position.setup.players)
    if example.step and position.actor is not None:
        state = play(state, position.actor, example.step).state
    view = build_view(state, example.seat)
    caption = say(example.caption)
    return {**view, "caption": caption, "alt": f"{caption}. {view['alt']}"}


def example_position(fields: str) -> Position:
    """Read a position from its fields up to the deck.

    The deck has all cards that aren't named, nothing is discarded, and any seed will do.
    """
    named = set(re.findall("[A-Z0-9][cdhs]", fields))
    deck = [card for card in CARD_TEXTS if card not in named]
    return read_position(f"{fields} {''.join(deck)} - {'0' * 64}")
