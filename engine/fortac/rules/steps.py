"""Steps as values, and their canonical text (rules 7). Every possible step is made once and shared."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.fortac.board.cards import CARD_WORDS, LETTERS
from engine.fortac.board.spaces import SPACES, space_name


class Step(NamedTuple):
    """The move of a turn: the card, and the spaces from and to.

    For Push the spaces are the pushing man's own step. For Trade and Switch they are those of the two men, one's own
    first, and if both are one's own, the lower space first.
    """

    card: int
    source: int
    target: int

    def __str__(self) -> str:
        return f"{CARD_WORDS[self.card]} {space_name(self.source)}-{space_name(self.target)}"


STEPS: Final = tuple(
    tuple(tuple(Step(card, source, target) for target in SPACES) for source in SPACES) for card in range(len(LETTERS))
)
"""All steps, as ``STEPS[card][source][target]``."""
