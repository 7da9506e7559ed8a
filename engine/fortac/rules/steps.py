"""Steps as values, and their canonical text (rules 7). Every step there can be is made once and shared."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.fortac.board.cards import CARD_WORDS, LETTERS
from engine.fortac.board.spaces import SPACES, space_name


class Step(NamedTuple):
    """The move of a turn: the card, and the spaces from and to.

    For Push these are the pushing man's own step; for Trade and Switch the two men, one's own first, and of two of
    one's own the one on the lower space.
    """

    card: int
    source: int
    target: int

    def __str__(self) -> str:
        return f"{CARD_WORDS[self.card]} {space_name(self.source)}-{space_name(self.target)}"


STEPS: Final = tuple(
    tuple(tuple(Step(card, source, target) for target in SPACES) for source in SPACES) for card in range(len(LETTERS))
)
"""``STEPS[card][source][target]``."""
