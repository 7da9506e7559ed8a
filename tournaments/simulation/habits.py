"""The habits of simulated players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random

DRAWN = 0.12  # of matches that are not played to the end
WHOLE_MATCH = 250  # turns of a long match that is played at random to its end, about
SPREAD = 250.0  # the standard deviation of what players are worth, in rating points


@dataclass(frozen=True, slots=True)
class Habits:
    """Chances from 0 to 1 of what a player does.

    A player may never play a turn at all (``no_shows``); in a round, announce that they will miss it (``absences``); in
    a week, leave the event (``leavers``); or enter late (``late``). For a match, ``lapses`` is the chance that one of
    the two lets their time run out.

    ``answer`` is how long players take for a turn on average. After ``turns`` turns one of the two resigns, or they
    agree a draw; 0: they play to the end. They choose turns as a computer of that ``strength`` does; "": at random.
    """

    no_shows: float = 0.02
    absences: float = 0.02
    leavers: float = 0.01
    late: float = 0.02
    lapses: float = 0.01
    answer: timedelta = timedelta(hours=9)
    turns: int = 30
    strength: str = ""

    def answer_after(self, random: Random) -> timedelta:
        """Return how long a player takes for this turn: mostly less than the average, sometimes three times as long."""
        return self.answer * min(4.0, random.expovariate(1))

    def winner(self, lead: float, random: Random, *, draws: bool) -> int | None:
        """Decide at random which of two players wins, 0 or 1, or ``None`` for a draw.

        The first is rated ``lead`` points higher.
        """
        if draws and random.random() < DRAWN:
            return None
        return 0 if random.random() < 1 / (1 + 10 ** (-lead / 400)) else 1


WELL_BEHAVED = Habits(no_shows=0, absences=0, leavers=0, late=0, lapses=0)
