"""Turns as a line of text: the question that asks for one, judging, and choosing at random."""

from __future__ import annotations

import random
from typing import NamedTuple

from engine.errors import IllegalTurn
from engine.fortac.board.position import Position
from engine.fortac.explain.describe import step_words
from engine.fortac.explain.illegal import canonical, why_illegal
from engine.fortac.explain.names import side_name
from engine.fortac.notation.step import parse_step
from engine.fortac.rules.apply import Applied, apply
from engine.fortac.rules.legal import steps
from engine.fortac.rules.steps import Step
from engine.values import Decision, Played
from i18n.text import say

from .events import notes
from .state import MatchState, after_step, seats_to_act


class PlayedStep(NamedTuple):
    """A legal step, in canonical form, and its result."""

    step: Step
    applied: Applied


def play_step(position: Position, text: str) -> PlayedStep:
    """Play a step from its text. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    step = canonical(position, parse_step(text))
    refusal = why_illegal(position, step)
    if refusal:
        raise IllegalTurn(say("%(sentence)s.", sentence=refusal))
    return PlayedStep(step, apply(position, step))


def check_asked(state: MatchState, seat: int) -> None:
    """Raise ``IllegalTurn`` for a seat that is not asked to act."""
    if state.end:
        raise IllegalTurn(say("The match is over."))
    if seat not in seats_to_act(state):
        raise IllegalTurn(say("It isn’t your turn. Wait for your opponent."))


def decision(state: MatchState, seat: int) -> Decision:
    """Return the question that a seat is asked."""
    check_asked(state, seat)
    return Decision("turn", say("Your turn: play a card and move one of your men."))


def play(state: MatchState, seat: int, text: str) -> Played:
    """Judge and apply a turn. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    check_asked(state, seat)
    step, applied = play_step(state.position, text)
    words = step_words(state.position, step)
    after = after_step(applied, step, say("%(side)s: %(turn)s.", side=side_name(seat), turn=words))
    said = notes(seat, applied, after)
    return Played(after, str(step), words, words, notes=said, reveals=applied.drawn is not None)


def sample(state: MatchState, seat: int, rng: random.Random) -> str:
    """Return a random legal turn."""
    check_asked(state, seat)
    return str(rng.choice(steps(state.position)))
