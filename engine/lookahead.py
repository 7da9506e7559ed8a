"""A game as a search plays it: step by step, quickly, and without words.

A game need not offer a lookahead: then ``engine.players`` plays it by its drafts, which is slow.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

Shares = tuple[float, ...]
"""The share of the result that each seat has or may expect, 0 to 1, as in ``engine.values.Outcome``."""


class Lookahead(ABC):
    """A game's rules over *positions*, each a state of a match with the steps of a submission under way.

    Positions are values, opaque to the search, and never drawn from a match's own seed: they come from states that
    ``Game.imagine`` made. A *step* is a part of a submission; equal steps of equal positions mean the same.
    """

    samples: ClassVar[bool] = False
    """True if so much is hidden that one imagined position says little about a step.

    Each step is then tried in many of them, and nothing beyond it.
    """
    nodes: ClassVar[Mapping[str, int]] = {}
    """The number of positions that a strength judges, by its key, if it differs from other games."""
    misjudgements: ClassVar[Mapping[str, float]] = {}
    """The amount by which a strength misjudges a step, by its key, if it differs from other games."""

    @abstractmethod
    def begin(self, state: Any, seat: int) -> Any:
        """Return the position of a state in which ``seat`` is asked, before its first step."""

    @abstractmethod
    def mover(self, position: Any) -> int | None:
        """Return the seat that takes the next step; ``None`` when, and only when, the match is over."""

    @abstractmethod
    def steps(self, position: Any) -> Sequence[Hashable]:
        """Return the steps to consider, at least one unless the match is over.

        They may be a selection of the legal ones.
        """

    @abstractmethod
    def take(self, position: Any, step: Any) -> Any:
        """Return the position after a step."""

    @abstractmethod
    def is_between(self, position: Any) -> bool:
        """Return whether no submission is under way."""

    @abstractmethod
    def judge(self, position: Any) -> Shares | None:
        """Return the share that each seat may expect: the result if the match is over, or else a quick guess.

        ``None`` if the game has no guess; the match is then played on at random to find out.
        """

    def play_on(self, position: Any, rng: random.Random) -> Shares:
        """Play the match on at random and return how it ended, for a game that can't ``judge``."""
        while self.mover(position) is not None:
            position = self.take(position, rng.choice(self.steps(position)))
        shares = self.judge(position)
        assert shares is not None
        return shares

    @abstractmethod
    def write(self, steps: Sequence[Any]) -> str:
        """Return the submission made up of the given steps."""
