"""A first lesson in the game, for one player: six positions, each with a task."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.fairytale.forest.spaces import read_space
from engine.fairytale.match.state import MatchState
from engine.fairytale.rules.position import Position
from engine.fairytale.view.examples import example_state
from engine.lesson import Lesson, tasks_of
from engine.values import Played, Task
from i18n.text import noop


class Goal(NamedTuple):
    """The goal of a turn; only some of its parts are set.

    The parts are: bring the figure ``to`` a space; leave no monsters or no tile on one (``clears``, ``destroys``); lay
    a tile (``lays``); win the match.
    """

    to: str = ""
    clears: str = ""
    destroys: str = ""
    lays: str = ""
    wins: bool = False


LESSONS: Final[tuple[Lesson[Goal], ...]] = (
    Lesson(
        "walk",
        "5/39/3 1/0 0/0 hero@o n2:T/e,n1:I/n,w1:T/n,e1:L/w,s1:X/n -",
        Goal(to="n2"),
        noop("Walking"),
        noop(
            "You’re the hero on the oak, and may walk two tiles in a turn. Walk to n2, then say which side’s monsters"
            " move on a 5."
        ),
        noop("Choose n1, then n2, then any of the four sides below the map."),
        noop("Well done. The side that you named moves if the die shows 5."),
        noop("Your hero isn’t on n2. Choose n1 first, then n2, then a side."),
    ),
    Lesson(
        "monster",
        "6/39/3 1/0 0/0 hero@o n2:T/e,n1:I/n,w1:T/n,e1:L/w,s1:X/n*1 -",
        Goal(clears="s1"),
        noop("A monster"),
        noop(
            "A monster on s1 will reach the oak if the die shows 3 or 6. Walk to it and drive it off; monsters don’t"
            " harm you."
        ),
        noop("Choose s1, and s1 again to drive off the monster. Then name a side."),
        noop("Well done. You may drive off one monster in each turn, from the tile that you stand on."),
        noop("The monster is still on s1. Walk there, then choose s1 once more."),
    ),
    Lesson(
        "lay",
        "7/39/3 1/0 0/0 hero@o n2:T/e,n1:I/n,w1:T/n,e1:L/w,s1:X/n Lw,Tb,XC",
        Goal(lays="Lw"),
        noop("Building"),
        noop(
            "You may lay one tile of the market. The fork needs two wood, and there is none in the forest yet: lay the"
            " bend with wood."
        ),
        noop("Choose Lw in the market, a marked space, and how to turn it. Then name a side."),
        noop("Well done. That wood counts for all tiles from now on; it’s never spent."),
        noop("The forest has no wood yet. Choose Lw in the market, then a marked space."),
    ),
    Lesson(
        "bomb",
        "8/39/3 1/0 0/0 hero@o n2:L/e*3,n1:X/n,n1e1:L/w,w1:Tw/n,e1:I/e,s1:Xw/n X,Tb,Td",
        Goal(destroys="n2"),
        noop("A bomb"),
        noop(
            "Now there are two wood. Lay the fork with the bomb next to the three monsters on n2, and destroy their"
            " tile."
        ),
        noop("Choose Tb, then n2e1, then how to turn it. Then choose n2e1 again, and n2."),
        noop("Well done. The fork is still joined to the forest by n1e1; without that, n2 would have been safe."),
        noop("The monsters’ tile is still there. Lay Tb on n2e1, then choose n2e1 and n2."),
    ),
    Lesson(
        "figure",
        "9/39/3 1/0 1/0 soldier@o n2:T/e,n1:X/n*2,w1:T/n,e1:I/e,s1:X/n -",
        Goal(to="n1"),
        noop("A figure’s power"),
        noop(
            "You’re the Steadfast Tin Soldier: monsters on your tile can’t leave. Two are on n1, one step from the oak."
            " Hold them."
        ),
        noop("Choose n1 and stay there. You may drive off one of the monsters, too."),
        noop("Well done. They’re held as long as you stand there, whatever the die shows."),
        noop("The monsters on n1 can still reach the oak. End your turn on n1."),
    ),
    Lesson(
        "diamond",
        "10/39/3 1/0 2/2 thumb@w1 n3:UD/s,n2:I/n,n1:X/n,w1:T/n*1,e1:I/e,s1:X/n*2 -",
        Goal(wins=True),
        noop("The third diamond"),
        noop(
            "Two diamonds are destroyed, but two monsters have reached the oak. You’re Hop-o’-My-Thumb, who walks four"
            " tiles: win now."
        ),
        noop("Choose the oak, n1, n2 and n3."),
        noop("You’ve won: all of you, always together."),
        noop("The dark diamond is still on n3. It’s four steps away: the oak, n1, n2, n3."),
    ),
)


def lesson_tasks() -> tuple[Task, ...]:
    """Make the tasks of the lesson."""
    return tasks_of(LESSONS, example_state, _is_reached)


def _is_reached(goal: Goal, _before: MatchState, played: Played) -> bool:
    state: MatchState = played.state
    position = state.position
    return (
        goal.to in ("", str(position.figures[0].space))
        and not _monsters(position, goal.clears)
        and read_space(goal.destroys) not in position.forest
        and (not goal.lays or goal.lays in (tile.code for tile in position.forest.values()))
        and (not goal.wins or (state.ending is not None and state.ending.won))
    )


def _monsters(position: Position, name: str) -> int:
    tile = position.forest.get(space) if (space := read_space(name)) else None
    return tile.monsters if tile else 0
