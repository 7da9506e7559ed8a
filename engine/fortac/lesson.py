"""A first lesson in Fortac: six positions, each with a task for Red."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.fortac.board.cards import BLACK, HOP, JUMP, RED, SWITCH
from engine.fortac.board.spaces import space_name
from engine.fortac.match.state import MatchState
from engine.fortac.notation.step import parse_step
from engine.fortac.view.examples import example_position
from engine.fortac.view.view import threats
from engine.lesson import Lesson, tasks_of
from engine.values import Played, Task
from i18n.text import noop


class Goal(NamedTuple):
    """The goal of a turn; only some of its parts are set.

    The parts are: play that ``card``; bring a man to one of these ``spaces``; bring Red's ``combos`` to that number;
    leave Black without a combo to make (``defends``).
    """

    card: int | None = None
    spaces: tuple[str, ...] = ()
    combos: int = 0
    defends: bool = False


LESSONS: Final[tuple[Lesson[Goal], ...]] = (
    Lesson(
        "cards",
        "RR2/RR2/2BB/2BB HTN/JWP -/-",
        Goal(HOP),
        noop("Cards"),
        noop(
            "You’re Red, with the round men. Each turn you play one card and move one man by it: play the Hop, one step"
            " across, up or down."
        ),
        noop("Choose the Hop in your hand, then the man on b3, then a marked space."),
        noop("Well done. In a match you’d now draw a card, so you always hold three."),
        noop("That wasn’t the Hop. Choose it in your hand first, then the man on b3."),
    ),
    Lesson(
        "jump",
        "RR2/R1B1/1RB1/2BB HJN/STW -/-",
        Goal(JUMP, ("d2", "d4")),
        noop("Jumping"),
        noop("A Jump goes over one adjacent man, straight on to an empty space. Jump over a black man."),
        noop("Choose the Jump, then your man on b2, then d2 or d4."),
        noop("Well done. You may jump over your own men, too. No man is ever captured."),
        noop("That turn jumps over no black man. Choose the Jump, then your man on b2."),
    ),
    Lesson(
        "swap",
        "RR2/RR2/2BB/2BB TWN/HJP -/-",
        Goal(SWITCH, ("d1",)),
        noop("Swapping"),
        noop("A Trade swaps two adjacent men, and a Switch two that aren’t. Bring one of your men to the corner d1."),
        noop("Choose the Switch, then one of your men, then the black man on d1."),
        noop("Well done. Both cards may also swap two men of your own."),
        noop("None of your men has come to d1. The Switch swaps one of them with the black man there."),
    ),
    Lesson(
        "combo",
        "B2B/1RRB/1R2/B2R HSN/HJT -/-",
        Goal(combos=1),
        noop("A combo"),
        noop(
            "Your four men on the four corners, on the four centre spaces, in a whole row or column, or on a long"
            " diagonal are a combo. Make one now."
        ),
        noop("Three of your men are in the centre. Choose the Skip, then the man on d1, then c2."),
        noop("That’s a combo, the centre. The second one will win."),
        noop("That makes no combo. Bring the man from d1 to c2, with the Skip."),
    ),
    Lesson(
        "defence",
        "R2R/1BBR/1B2/R2B HSN/HSN -/-",
        Goal(defends=True),
        noop("Defence"),
        noop("Hands lie open: with a Skip, Black can make a combo on the next turn. Stop it."),
        noop("Black needs c2. Get there first: with the Skip from d3, or the Horse from a1 or d4."),
        noop("Well done. Always look at your opponent’s cards before you play your own."),
        noop("Black can still make a combo, with the Skip from d1 to c2. Put a man on c2."),
    ),
    Lesson(
        "winning",
        "B2R/1RR1/1R1B/2BB HTN/JKP center/-",
        Goal(combos=2),
        noop("Winning"),
        noop("Two combos of different kinds win, and you made the centre before. Find the one that wins."),
        noop("Three of your men are on the diagonal from a1 to d4. Bring the fourth from b3 to a1, with the Horse."),
        noop("You’ve won: the diagonal is your second combo."),
        noop("That doesn’t win yet; the centre counts only once. A Horse can complete the diagonal from a1 to d4."),
    ),
)


def lesson_tasks() -> tuple[Task, ...]:
    """Make the tasks of the lesson."""
    return tasks_of(LESSONS, _state, _is_reached)


def _state(position: str) -> MatchState:
    return MatchState(example_position(*position.split()))


def _is_reached(goal: Goal, _before: MatchState, played: Played) -> bool:
    state: MatchState = played.state
    step = parse_step(played.text)
    return (
        goal.card in (None, step.card)
        and (not goal.spaces or space_name(step.target) in goal.spaces)
        and state.scores[RED] >= goal.combos
        and not (goal.defends and threats(state.position, BLACK))
    )
