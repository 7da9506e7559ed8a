"""A lookahead for games that have none of their own: it goes through their drafts, step by step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.game import Game
from engine.lookahead import Lookahead, Shares

SEND: Final = ""
"""The step that ends a submission."""
SAMPLES: Final = 12
"""The number of submissions to consider where a draft offers no steps, such as for a secret pick."""


class _Point(NamedTuple):
    state: Any
    seat: int | None
    text: str


class DraftLookahead(Lookahead):
    """A lookahead for any game, built only on the interface of ``engine.game``."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def begin(self, state: Any, seat: int) -> _Point:
        return _Point(state, seat, "")

    def mover(self, position: _Point) -> int | None:
        return position.seat

    def steps(self, position: _Point) -> Sequence[str]:
        if position.seat is None:
            return ()
        draft = self.game.draft(position.state, position.seat, position.text)
        found = [step.next for step in draft.steps]
        if draft.may_send:
            found.append(SEND)
        return found or self._samples(position.state, position.seat)

    def _samples(self, state: Any, seat: int) -> list[str]:
        """Return some submissions, always the same ones for the same state, so that each is looked at again."""
        rng = random.Random(0)
        texts = [suggestion.text for suggestion in self.game.decision(state, seat).suggestions]
        return list(dict.fromkeys([*texts, *(self.game.sample(state, seat, rng) for _ in range(SAMPLES))]))

    def take(self, position: _Point, step: str) -> _Point:
        state, seat, text = position
        assert seat is not None
        if step != SEND:
            draft = self.game.draft(state, seat, step)
            if draft.steps or not draft.may_send:
                return _Point(state, seat, step)
            text = draft.text
        return self._after(self.game.play(state, seat, text).state)

    def _after(self, state: Any) -> _Point:
        asked = self.game.to_act(state)
        return _Point(state, asked[0] if asked else None, "")

    def is_between(self, position: _Point) -> bool:
        return not position.text

    def judge(self, position: _Point) -> Shares | None:
        outcome = self.game.outcome(position.state)
        return tuple(map(float, outcome.shares)) if outcome else self.game.judge(position.state)

    def play_on(self, position: _Point, rng: random.Random) -> Shares:
        game, state = self.game, position.state
        while asked := game.to_act(state):
            state = game.play(state, asked[0], game.sample(state, asked[0], rng)).state
        outcome = game.outcome(state)
        assert outcome is not None
        return tuple(map(float, outcome.shares))

    def write(self, steps: Sequence[str]) -> str:
        return [step for step in steps if step != SEND][-1]
