"""Turns and steps played from their texts, or refused with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import IllegalTurn
from engine.fortify.board.position import Position
from engine.fortify.explain.illegal import reason, refusal_words, why_illegal
from engine.fortify.notation.turn import PASS, parse_step, parse_turn
from engine.fortify.rules.actions import END, Action
from engine.fortify.rules.apply import apply
from engine.fortify.rules.legal import may_end
from engine.fortify.rules.scoring import VolleyEnding
from i18n.text import Text, say


class PlayedTurn(NamedTuple):
    """The result of a turn's actions; ``position`` is the next player's once the turn has ended."""

    position: Position
    ending: VolleyEnding | None
    actions: list[Action]


def play_actions(position: Position, actions: Sequence[Action]) -> PlayedTurn:
    """Play the first actions of a turn, or all of them, without ending it. Raises ``IllegalTurn``."""
    turn = position.turn
    ending = None
    for number, action in enumerate(actions, start=1):
        if position.turn != turn:
            refusal = refusal_words(str(action), _used_up(turn, actions[: number - 1]))
            raise IllegalTurn(say("Action %(number)s, %(refusal)s.", number=number, refusal=refusal))
        illegal = why_illegal(position, action)
        if illegal:
            raise IllegalTurn(say("Action %(number)s, %(refusal)s.", number=number, refusal=illegal))
        position, ending = apply(position, action)
    return PlayedTurn(position, ending, list(actions))


def play_turn(position: Position, text: str) -> PlayedTurn:
    """Play a whole turn from its text and end it. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    played = play_actions(position, parse_turn(text, position.map))
    if played.position.turn != position.turn:
        return played
    if not may_end(played.position):
        refusal = refusal_words(str(END) if played.actions else PASS, reason(played.position, END))
        raise IllegalTurn(say("%(sentence)s.", sentence=refusal))
    after, ending = apply(played.position, END)
    return PlayedTurn(after, ending, played.actions)


def play_step(position: Position, text: str) -> tuple[Position, VolleyEnding | None]:
    """Play one action, or ``end``, from its text. Raises ``UnreadableTurn`` or ``IllegalTurn``."""
    step = parse_step(text)
    refusal = why_illegal(position, step)
    if refusal:
        raise IllegalTurn(say("%(sentence)s.", sentence=refusal))
    return apply(position, step)


def _used_up(turn: int, before: Sequence[Action]) -> Text:
    if turn == 1:
        return say("Red’s first turn of a volley has only one action")
    if len(before) == 2:
        return say("a turn has no more than two actions")
    return say("the Artillery’s %(action)s took both actions of the turn", action=str(before[-1]))
