"""Fortac's rules as a search plays them: a turn is one step, and a position is a ``SearchPosition``."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.fortac.board.position import Position
from engine.fortac.match.state import MatchState
from engine.fortac.rules.apply import Ending, apply
from engine.fortac.rules.legal import steps
from engine.fortac.rules.steps import Step
from engine.lookahead import Lookahead, Shares

from .judge import judge


class SearchPosition(NamedTuple):
    """A position, and the ending of the match if it ended there."""

    position: Position
    ending: Ending | None


class FortacLookahead(Lookahead):
    def begin(self, state: MatchState, seat: int) -> SearchPosition:  # noqa: ARG002 (one seat is asked)
        return SearchPosition(state.position, None)

    def mover(self, position: SearchPosition) -> int | None:
        return None if position.ending else position.position.side

    def steps(self, position: SearchPosition) -> Sequence[Step]:
        return steps(position.position)

    def take(self, position: SearchPosition, step: Step) -> SearchPosition:
        applied = apply(position.position, step)
        return SearchPosition(applied.position, applied.ending)

    def is_between(self, position: SearchPosition) -> bool:  # noqa: ARG002 (a turn is one step)
        return True

    def judge(self, position: SearchPosition) -> Shares:
        if position.ending is None:
            return judge(position.position)
        winner = position.ending.winner
        return (0.5, 0.5) if winner is None else (1.0 - winner, float(winner))

    def write(self, steps: Sequence[Step]) -> str:
        (step,) = steps
        return str(step)


def imagine(state: MatchState, rng: random.Random) -> MatchState:
    """Return the state with the deck in another order and another seed; nothing else is hidden."""
    position = state.position
    deck = sorted(position.deck)
    rng.shuffle(deck)
    return replace(state, position=position._replace(deck=bytes(deck), seed=rng.randbytes(32)))
