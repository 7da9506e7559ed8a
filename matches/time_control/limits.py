"""Limits on the times that players and organisers may agree on, for challenges and for events."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

from .presets import Pace
from .time_control import DAY, HOUR, NOTHING, AtZero
from .words import span

SHORTEST_START, LONGEST_START = HOUR, 60 * DAY
LONGEST_INCREMENT = 30 * DAY
LARGEST_CAP = 90 * DAY
SHORTEST_WHOLE_MATCH = DAY
LEAST_AFTER_PASS = HOUR
MOST_PASSES = 5


class Fault(NamedTuple):
    """The reason why a time cannot be agreed on: ``field`` is a name of ``Pace`` or of ``models.TimeControl``."""

    field: str
    message: str


def faults(
    pace: Pace, at_zero: AtZero = "lose", passes: int = 0, vacation: bool = False, baton: bool = False
) -> Iterator[Fault]:
    """Yield what is wrong with a time control of one's own; without faults it makes a ``TimeControl``."""
    yield from _faults_of_pace(*pace)
    if baton and not vacation:
        yield Fault("baton", _("Turns can pass on only while vacation pauses the clock: tick that, too."))
    if at_zero == "leave" and not vacation:
        yield Fault("at_zero", _("Vacation days can be used only if vacation pauses the clock: tick that, too."))
    if at_zero == "pass":
        if not 1 <= passes <= MOST_PASSES:
            yield Fault("passes", _("A player can pass automatically 1 to %(most)s times.") % {"most": MOST_PASSES})
        if pace.increment < LEAST_AFTER_PASS:
            words = _(
                "After an automatic pass, a player needs time for the next turn: choose a time control that adds at "
                "least %(time)s per turn."
            )
            yield Fault("at_zero", words % {"time": span(LEAST_AFTER_PASS)})


def _faults_of_pace(start: timedelta, increment: timedelta, cap: timedelta) -> Iterator[Fault]:
    if not SHORTEST_START <= start <= LONGEST_START:
        limits = {"least": span(SHORTEST_START), "most": span(LONGEST_START)}
        yield Fault("start", _("A clock can start with %(least)s to %(most)s.") % limits)
    elif increment == NOTHING and start < SHORTEST_WHOLE_MATCH:
        words = _("Time for the whole match must be at least %(time)s.")
        yield Fault("start", words % {"time": span(SHORTEST_WHOLE_MATCH)})
    if not NOTHING <= increment <= LONGEST_INCREMENT:
        yield Fault("increment", _("A turn can add at most %(time)s.") % {"time": span(LONGEST_INCREMENT)})
    elif increment > cap:
        yield Fault("increment", _("A turn can’t add more than a clock can hold."))
    if cap > LARGEST_CAP:
        yield Fault("cap", _("A clock can hold at most %(time)s.") % {"time": span(LARGEST_CAP)})
    elif cap < start <= LONGEST_START:
        yield Fault("cap", _("A clock must be able to hold its starting time."))
