"""Legal submissions chosen at random."""

from __future__ import annotations

import random

from engine.fortify.board.units import SIDE_WORDS, SPECIAL_LIMITS, SPECIAL_SIZE, TYPES
from engine.fortify.notation.turn import format_turn
from engine.fortify.rules.apply import apply
from engine.fortify.rules.legal import steps

from .state import MatchState
from .submit import check_asked


def sample(state: MatchState, seat: int, rng: random.Random) -> str:
    """A legal submission chosen at random."""
    check_asked(state, seat)
    if state.phase == "army":
        return _sample_army(rng)
    if state.phase == "colour":
        return rng.choice(SIDE_WORDS)
    return _sample_turn(state, rng)


def _sample_army(rng: random.Random) -> str:
    units = [letter for letter, limit in zip(TYPES, SPECIAL_LIMITS, strict=True) for _ in range(limit)]
    picked = rng.sample(units, SPECIAL_SIZE)
    return "".join(f"{letter}{picked.count(letter)}" for letter in TYPES if letter in picked)


def _sample_turn(state: MatchState, rng: random.Random) -> str:
    position = state.position
    assert position is not None
    turn, actions = position.turn, []
    while position.turn == turn:
        action = rng.choice(steps(position))
        actions.append(action)
        position, _ = apply(position, action)
    return format_turn(actions)
