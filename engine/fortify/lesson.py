"""A first lesson in Fortify: six positions, each with a task for Red.

The map is 4x5. If one action is asked for, the turn has only one left, so that the turn ends with it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.fortify.board.maps import load_map
from engine.fortify.board.position import Position
from engine.fortify.board.spaces import space_name
from engine.fortify.board.units import STANDARD_ARMY, TYPES
from engine.fortify.match.play_turn import play_turn
from engine.fortify.match.state import MatchState, Setup
from engine.fortify.notation.position import parse_position
from engine.fortify.rules.actions import ATTACK, ENLIST, FORTIFY, MOVE, Action
from engine.fortify.rules.apply import apply
from engine.fortify.rules.scoring import TWO_BY_TWO
from engine.lesson import Lesson, tasks_of
from engine.values import Played, Task
from i18n.text import noop

MAP: Final = "4x5"


class Goal(NamedTuple):
    """The goal of a turn.

    It asks for an action of that ``kind``, by a unit of that ``type``, onto one of these ``spaces`` and with that
    number of ``pieces`` from the supply, if they are given. The ``kind`` ``TWO_BY_TWO`` asks for a win of the volley.
    """

    kind: str
    type: str = ""
    spaces: tuple[str, ...] = ()
    pieces: int = 0


LESSONS: Final[tuple[Lesson[Goal], ...]] = (
    Lesson(
        "enlist",
        "4/3t/1T2/4/4 r 3/1 I2t1 - 2",
        Goal(ENLIST, pieces=2),
        noop("Enlist"),
        noop("You’re Red, with the round units. Put both your Infantry on the board: they come in pairs."),
        noop("Choose the Infantry below the board, then a space beside your Tank, then another."),
        noop("Well done: two units for one action. A new unit goes beside one of yours."),
        noop(
            "That turn doesn’t enlist two. Choose the Infantry below the board, then two spaces, one after the other."
        ),
    ),
    Lesson(
        "move",
        "4/3i/4/I3/T3 r 5/1 - - 2",
        Goal(MOVE, "T", ("c4", "d3")),
        noop("Move"),
        noop(
            "A Tank drives to any empty space that isn’t Water. Move yours beside the green Infantry, not diagonally."
        ),
        noop("Choose your Tank on a1, then c4 or d3."),
        noop("Well done. Other units move to a space beside themselves or another of your units."),
        noop("That Tank isn’t beside the Infantry yet. Try c4 or d3."),
    ),
    Lesson(
        "attack",
        "4/2+Ti/4/4/I3 r 7/1 - iti 2",
        Goal(ATTACK),
        noop("Attack"),
        noop(
            "The toothed rim means fortified, so your Tank can attack. Attack the Infantry, and watch the row with the "
            "heart."
        ),
        noop("Choose your Tank on c4, then the Infantry on d4."),
        noop(
            "Well done. The unit you hit goes on the track, and pushes the last one past the heart: that one is "
            "healed, and can be enlisted again."
        ),
        noop("That turn attacks nothing. Choose the Tank on c4, then the Infantry on d4."),
    ),
    Lesson(
        "fortify",
        "4/4/2B1/4/I2t r 9/1 - - 2",
        Goal(FORTIFY),
        noop("Fortify"),
        noop("Only fortified units can attack a fortified unit. A Battleship can fortify on Shore. Fortify yours."),
        noop("Choose the Battleship on c3, then “Fortify”."),
        noop("Well done. It stays fortified until the round ends, which is called a volley."),
        noop("That turn fortifies nothing. Choose the Battleship on c3, then “Fortify”."),
    ),
    Lesson(
        "formation",
        "4/3t/4/ITT1/4 r 11/1 - - 2",
        Goal(FORTIFY, "T"),
        noop("Formation"),
        noop("Tanks fortify in a row of three: two Tanks and any third unit. Here’s one: fortify a Tank."),
        noop("Choose a Tank, then “Fortify”."),
        noop("Well done. Infantry have a formation of their own; the rules show it."),
        noop("No Tank is fortified yet. Choose one, then “Fortify”."),
    ),
    Lesson(
        "winning",
        "4/3t/1+B+B1/I+T2/3T r 13/2 - - 2",
        Goal(TWO_BY_TWO),
        noop("Winning"),
        noop("Four fortified units in a square win. You have two actions: move the Tank on d1 to c2, then fortify it."),
        noop("Move the Tank from d1 to c2. Then choose it again, and “Fortify”."),
        noop("Well done: you’ve won the volley."),
        noop("The square isn’t complete yet. Move the Tank from d1 to c2. Then choose it again, and “Fortify”."),
    ),
)


def lesson_tasks() -> tuple[Task, ...]:
    """Make the tasks of the lesson."""
    return tasks_of(LESSONS, _state, _is_reached)


def _state(position: str) -> MatchState:
    parsed = parse_position(load_map(MAP), position)
    setup = Setup(parsed.map, "standard", special=False)
    return MatchState(setup, "turn", (STANDARD_ARMY, STANDARD_ARMY), position=parsed)


def _is_reached(goal: Goal, before: MatchState, played: Played) -> bool:
    position = before.position
    assert position is not None
    _after, ending, actions = play_turn(position, played.text)
    if goal.kind == TWO_BY_TWO:
        return ending is not None and (ending.winner, ending.how) == (position.side, TWO_BY_TWO)
    for action in actions:
        if _fits(goal, position, action):
            return True
        position, _ending = apply(position, action)
    return False


def _fits(goal: Goal, position: Position, action: Action) -> bool:
    if action.kind != goal.kind:
        return False
    if goal.spaces and space_name(action.targets[0]) not in goal.spaces:
        return False
    if len(action.pieces) < goal.pieces:
        return False
    return not goal.type or _type_of(position, action) == goal.type


def _type_of(position: Position, action: Action) -> str:
    """Return the letter of the unit that acts."""
    unit = None if action.source is None else position.top(action.source)
    return TYPES[action.pieces[0] % len(TYPES)] if unit is None else unit.type
