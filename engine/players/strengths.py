"""The strengths of computer players: a number of positions to look at, never a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from i18n.text import Text, noop, say


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength of computer players.

    ``nodes`` is about how many positions are judged for a submission, which bounds its time (a game's lookahead may set
    another number); ``misjudgement`` is the share of the result by which a step may look better than it is, by chance.
    """

    key: str
    label: str
    nodes: int
    misjudgement: float

    @property
    def name(self) -> Text:
        """The name that players know, in the current language: "Medium"."""
        return say(self.label)


STRENGTHS: Final = (
    Strength("easy", noop("Easy"), 40, 0.1),
    Strength("medium", noop("Medium"), 600, 0.02),
    Strength("hard", noop("Hard"), 6000, 0.003),
)
"""All strengths, the weakest first."""


def find_strength(key: str) -> Strength:
    """Return the strength with the given key. Raises ``LookupError``."""
    for candidate in STRENGTHS:
        if candidate.key == key:
            return candidate
    raise LookupError(f"There is no strength called {key!r}.")
