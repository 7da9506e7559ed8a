"""A first lesson in Fortress: six positions, each with a task for player 1.

All cards are face up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from engine.fortress.cards.cards import write_cards
from engine.fortress.match.state import MatchState
from engine.fortress.view.examples import example_position
from engine.lesson import Lesson, tasks_of
from engine.values import Played, Task
from i18n.text import noop


class Goal(NamedTuple):
    """The goal of a turn: to take a certain ``step``, or to make the cards in ``falls`` fall."""

    step: str = ""
    falls: str = ""


LESSONS: Final[tuple[Lesson[Goal], ...]] = (
    Lesson(
        "wall",
        "f 0 7c!5h!Kc!8s!/6d!6c!8h!5d!2d!3d!4d!9d!9h!Tc! 7d5c6hJc7hJh/. -/-",
        Goal(step="place left"),
        noop("Your wall"),
        noop(
            "You’re player 1, with the hand at the bottom. Equal cards next to each other are strong: put the 7 that"
            " you drew next to your other 7."
        ),
        noop("Choose the left end of your hand, or drag the 7 there."),
        noop("Well done. In a match eight cards come like this, one by one, and nobody else sees your hand."),
        noop("There’s an 8 at that end. Your other 7 is at the left end."),
    ),
    Lesson(
        "attack",
        "a1 0 4hQc9c2s/6d!Jd!8h!Tc! ./. -/-",
        Goal(falls="6d"),
        noop("An attack"),
        noop(
            "Attack one end of the other hand with one of your cards. A card beats one that isn’t higher: beat the 6 at"
            " the left end."
        ),
        noop("Choose the 9 in your hand, then the left end of player 2’s hand."),
        noop("Well done. Both cards leave the hands. In a match you’d see only the back of the 6."),
        noop("The 6 is still there. Attack the left end with a card that isn’t lower: the 9."),
    ),
    Lesson(
        "capture",
        "a1 0 3c9h8dJs/2h!7h!5c!Kd! ./. -/-",
        Goal(falls="Kd"),
        noop("Royals"),
        noop("Royals have rank 0, so any card beats one. You keep it for points: capture the king."),
        noop("Choose any of your cards, then the right end of player 2’s hand."),
        noop(
            "Well done, 2 points. A jack would have taken it, too, but attacking royals are always lost to the target."
        ),
        noop("The king is still there, at the right end of player 2’s hand."),
    ),
    Lesson(
        "pair",
        "a1 0 5d8c8hKs3d/7d!7s!Qh!2c!9d! ./. -/-",
        Goal(falls="7d7s"),
        noop("A pair"),
        noop("Equal neighbours defend together, and attack together: beat both 7s at the left end."),
        noop("Choose the first 8, then the second, then the left end."),
        noop("Well done. A single card would have been blocked by the pair."),
        noop("Both 7s must fall. One card can’t beat two: attack with both 8s."),
    ),
    Lesson(
        "three",
        "a1 0 2s4c4d4hQs/Ts!Kh!3c!8s!6s! ./. -/-",
        Goal(falls="TsKh"),
        noop("Three"),
        noop("Three attackers beat a single card of any rank, and the one behind it as well. Get at the king."),
        noop("Choose the first 4, then the last, then the left end."),
        noop("Well done. Four equal cards would sweep everything up to the first royal."),
        noop("The king is still there. Attack the left end with all three 4s."),
    ),
    Lesson(
        "done",
        "a1 0 QcKd4h/7s!9c!Jh! ./. Kh/-",
        Goal(step="done"),
        noop("Done"),
        noop(
            "With at most one number card in hand you may end the round. Your royals are worth 5, theirs 1: call done."
        ),
        noop("Choose “Call done” below the board."),
        noop("You’ve won. A captured king counts 2, and in hand a queen 2, a king or a jack 1."),
        noop("The round isn’t over, and your royals are in danger. Call done while you’re ahead."),
    ),
)


def lesson_tasks() -> tuple[Task, ...]:
    """Make the tasks of the lesson."""
    return tasks_of(LESSONS, _state, _is_reached)


def _state(fields: str) -> MatchState:
    """Make a state from the fields of its position, from the phase to the captured cards."""
    position = example_position(f"2/1/single 1/1 {fields} 0/0 -")
    return MatchState(replace(position, setup=replace(position.setup, seed=b"")), (0, 0))


def _is_reached(goal: Goal, _before: MatchState, played: Played) -> bool:
    if goal.step:
        return played.text == goal.step
    state: MatchState = played.state
    return state.attack is not None and write_cards(state.attack.fallen) == goal.falls
