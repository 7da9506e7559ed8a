"""The measures by which teams that played the same forest are compared."""

from __future__ import annotations

from engine.fairytale.rules.position import LOST_AT
from engine.values import Measure
from i18n.text import noop

from .state import MatchState, turns_left


def measures() -> tuple[Measure, ...]:
    """Return the measures that compare teams, the most important first.

    A lost forest has no turns left, and one that was given up counts as overrun, so that no team gains by losing early.
    """
    return (
        Measure("DIA", noop("Diamonds"), noop("How many diamonds were destroyed.")),
        Measure("WINS", noop("Forests won"), noop("How many forests were won.")),
        Measure("LEFT", noop("Turns left"), noop("Turns left before midnight, in forests that were won.")),
        Measure(
            "OAK",
            noop("Monsters at the oak"),
            noop(
                "Monsters that reached the oak: the fewer, the better. A forest that was missed or given up counts "
                "as overrun."
            ),
            fewer=True,
            missed=LOST_AT,
        ),
    )


def measure(state: MatchState) -> tuple[int, ...]:
    """Return the team's result so far; only a finished match can be won."""
    position, ending = state.position, state.ending
    has_won = ending is not None and ending.won
    left = turns_left(state) if has_won else 0
    reached = LOST_AT if ending is not None and ending.how == "left" else position.reached
    return (position.broken, int(has_won), left, reached)
