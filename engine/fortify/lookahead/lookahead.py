"""Fortify's rules as a search plays them: a turn is a row of actions, one step each."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.fortify.board.position import Position
from engine.fortify.board.units import SIDE_WORDS, parse_army
from engine.fortify.match.state import Last, MatchState, after_turn, choose_colour, pick_army, seats_to_act, shares
from engine.fortify.notation.turn import format_turn
from engine.fortify.rules.actions import Action
from engine.fortify.rules.apply import apply
from engine.fortify.rules.legal import steps
from engine.lookahead import Lookahead, Shares

from .armies import ARMIES
from .judge import judge, judge_between

_NOT_SAID: Final = Last("")


class SearchPosition(NamedTuple):
    """A state, and the position in its volley; ``None`` between volleys.

    The position may be in the middle of a turn.
    """

    state: MatchState
    position: Position | None


class FortifyLookahead(Lookahead):
    def begin(self, state: MatchState, seat: int) -> SearchPosition:  # noqa: ARG002 (of armies, either may be picked first)
        return _place(state)

    def mover(self, position: SearchPosition) -> int | None:
        state, place = position
        if place is not None:
            return state.red ^ place.side
        return next(iter(seats_to_act(state)), None)

    def steps(self, position: SearchPosition) -> Sequence[Action | str]:
        state, place = position
        if place is not None:
            return steps(place)
        return ARMIES if state.phase == "army" else SIDE_WORDS

    def take(self, position: SearchPosition, step: Action | str) -> SearchPosition:
        state, place = position
        if place is None or isinstance(step, str):
            return _place(_decided(state, str(step)))
        after, ending = apply(place, step)
        if ending is None:
            return SearchPosition(state, after)
        return _place(after_turn(state, after, ending, _NOT_SAID))

    def is_between(self, position: SearchPosition) -> bool:
        place = position.position
        return place is None or place.turn == 1 or place.left == 2

    def judge(self, position: SearchPosition) -> Shares:
        state, place = position
        if state.phase == "over":
            first, second = shares(state)
            return float(first), float(second)
        return judge_between(state) if place is None else judge(state, place)

    def write(self, steps: Sequence[Action | str]) -> str:
        first = steps[0]
        return first if isinstance(first, str) else format_turn([step for step in steps if not isinstance(step, str)])


def _place(state: MatchState) -> SearchPosition:
    return SearchPosition(state, state.position if state.phase == "turn" else None)


def _decided(state: MatchState, answer: str) -> MatchState:
    """Return the state after a choice of army or colour."""
    seat = seats_to_act(state)[0]
    if state.phase == "army":
        return pick_army(state, seat, parse_army(answer), _NOT_SAID)
    return choose_colour(state, seat, SIDE_WORDS.index(answer), _NOT_SAID)


def imagine(state: MatchState, seat: int, rng: random.Random) -> MatchState:
    """Return the state with another army for the opponent, if one was picked in secret; nothing else is hidden."""
    other = 1 - seat
    if state.phase != "army" or state.armies[other] is None:
        return state
    army = parse_army(rng.choice(ARMIES))
    armies = (army, state.armies[1]) if other == 0 else (state.armies[0], army)
    return replace(state, armies=armies)
