"""Steps as people write them (rules 7, "Step").

Small differences don't matter where a text cannot be misread: case, blanks, the letter of a card for its name, dashes
of a word processor, ``to`` or nothing between the spaces. A text that could mean two things, or is incomplete, is
refused with an example.
"""

from __future__ import annotations

import re
from typing import Final

from engine.errors import MistypedTurn, UnreadableTurn
from engine.fortac.board.cards import CARD_WORDS, LETTERS
from engine.fortac.board.spaces import read_space
from engine.fortac.rules.steps import STEPS, Step
from i18n.text import Text, say

MAX_LENGTH: Final = 200
"""The longest text that is read; a turn takes 12 characters."""
EXAMPLE: Final = "hop a3-a2"

_CARDS: Final = {
    **{word: card for card, word in enumerate(CARD_WORDS)},
    **{c.lower(): i for i, c in enumerate(LETTERS)},
}
_TYPOGRAPHY: Final = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "→": "-", "\u00a0": " "})
_SPACE: Final = "[a-z][0-9]{1,2}"
_TURN: Final = re.compile(
    rf"(?P<card>[a-z]*?)[\s:,]*(?P<source>{_SPACE})?[\s,]*(?:-+>?|>|to\b)?\s*(?P<target>{_SPACE})?", re.ASCII
)
"""A turn, or a text meant to be one: any part of it may be missing."""


def parse_step(text: str) -> Step:
    """Read a step. Raises ``UnreadableTurn``, or ``MistypedTurn`` for a turn with a slip in it."""
    if len(text) > MAX_LENGTH:
        raise UnreadableTurn(say("A turn has at most %(most)s characters.", most=MAX_LENGTH))
    plain = text.translate(_TYPOGRAPHY).lower().strip(" \t\r\n.,;!")
    if not plain:
        raise UnreadableTurn(
            say("The turn is empty. Write a card and the spaces from and to, such as %(example)s.", example=EXAMPLE)
        )
    match = _TURN.fullmatch(plain)
    if match is None or not (match["source"] or match["card"] in CARD_WORDS):
        raise UnreadableTurn(
            say(
                "“%(text)s” isn’t a turn. Write a card and the spaces from and to, such as %(example)s.",
                text=_cut(text), example=EXAMPLE,
            )
        )  # fmt: skip
    fault = _fault(text, match)
    if fault:
        raise MistypedTurn(fault)
    source, target = read_space(match["source"]), read_space(match["target"])
    assert source is not None
    assert target is not None
    return STEPS[_CARDS[match["card"]]][source][target]


def _fault(text: str, match: re.Match[str]) -> Text | None:
    """Say what is wrong with a text that was meant to be a turn."""
    card, spaces = match["card"], [space for space in (match["source"], match["target"]) if space]
    if card and card not in _CARDS:
        return say(
            "There is no card “%(word)s”: the cards are %(cards)s.", word=_cut(card), cards=", ".join(CARD_WORDS)
        )
    for space in spaces:
        if read_space(space) is None:
            return say("There is no space %(space)s: columns go from a to d, rows from 1 to 4.", space=space)
    if len(spaces) < 2:
        return say(
            "“%(text)s” doesn’t say from where to where. Write it like this: %(example)s.",
            text=_cut(text), example=EXAMPLE,
        )  # fmt: skip
    if not card:
        return say(
            "“%(text)s” doesn’t say which card. Write it like this: %(example)s.", text=_cut(text), example=EXAMPLE
        )
    return None


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
