"""Why a step is not legal, as a sentence for the player, and the playing of a turn from its text.

What is legal is decided by ``volley.groups`` alone; ``engine.fortify.reasons`` only explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.fortify.actions import END, Action
from engine.fortify.ending import Ending
from engine.fortify.notation import parse_step, parse_turn
from engine.fortify.position import Position
from engine.fortify.reasons import reason
from engine.fortify.volley import apply, may_end, steps
from engine.game import IllegalTurn


class PlayedTurn(NamedTuple):
    """What came of the actions of a turn; ``position`` is the next player's once the turn has ended."""

    position: Position
    ending: Ending | None
    actions: list[Action]


def why_not(position: Position, action: Action) -> str | None:
    """Why a step is not legal now: "a3xa4: the Tank on a3 is neither fortified nor in formation". ``None``: it is."""
    if action in steps(position):
        return None
    return f"{action}: {reason(position, action)}"


def play_actions(position: Position, actions: Sequence[Action]) -> PlayedTurn:
    """Play the first actions of a turn, or all of them, without ending it. Raises ``IllegalTurn``."""
    turn = position.turn
    ending = None
    for number, action in enumerate(actions, start=1):
        if position.turn != turn:
            raise IllegalTurn(f"Action {number}, {action}: {_used_up(turn, actions[: number - 1])}.")
        refusal = why_not(position, action)
        if refusal:
            raise IllegalTurn(f"Action {number}, {refusal}.")
        position, ending = apply(position, action)
    return PlayedTurn(position, ending, list(actions))


def play_turn(position: Position, text: str) -> PlayedTurn:
    """Play a whole turn from its text and end it. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    played = play_actions(position, parse_turn(text))
    if played.position.turn != position.turn:
        return played
    if not may_end(played.position):
        raise IllegalTurn(f"{'pass' if not played.actions else 'end'}: {reason(played.position, END)}.")
    after, ending = apply(played.position, END)
    return PlayedTurn(after, ending, played.actions)


def play_step(position: Position, text: str) -> tuple[Position, Ending | None]:
    """Play one action, or ``end``, from its text. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    step = parse_step(text)
    refusal = why_not(position, step)
    if refusal:
        raise IllegalTurn(f"{refusal}.")
    return apply(position, step)


def _used_up(turn: int, before: Sequence[Action]) -> str:
    if turn == 1:
        return "Red's first turn of a volley has only one action"
    if len(before) == 2:
        return "a turn has no more than two actions"
    return f"the Artillery's {before[-1]} took both actions of the turn"
