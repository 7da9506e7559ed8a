"""Deciding whether a turn came in time, and what makes up for coming late."""

from __future__ import annotations

from datetime import datetime

from i18n.text import say
from matches import hooks
from matches.clocks import outages, time_control
from matches.models import Seat

from . import calendar_clocks, mail_clocks, timeout
from .locked_match import LockedMatch
from .refused import MatchRefused


def accept_late_answer_or_refuse(locked_match: LockedMatch, seat: Seat, stamped_at: datetime) -> datetime:
    """Return when the answer was given, for the clock, if it is in time or late for a reason that counts.

    Raises ``MatchRefused`` otherwise. It is in time until ``GRACE`` after the deadline, but uses up all that was left.
    Pauses are brought up to date first, and vacation days are used if the terms say so. No one is late if the email
    about the turn wasn't delivered; if no sweep has run for so long that the time will be given back; or if all clocks
    of the event were stopped or given time, and this one not yet.
    """
    calendar_clocks.apply_pause_changes(locked_match, seat)
    while seat.deadline is not None and stamped_at > seat.deadline:
        if (stood_still_at := outages.under_way_since(locked_match.now)) is not None:
            return min(stamped_at, stood_still_at)
        if any(hooks.clock_act_due.ask([locked_match.match])):
            break
        if timeout.was_not_told(locked_match, seat):
            mail_clocks.stop_for_mail(locked_match, seat)
        elif stamped_at <= seat.deadline + time_control.GRACE:
            break
        elif timeout.use_vacation_day(locked_match, seat) is None:
            raise MatchRefused(say("Your time for this turn has run out."), "late")
    return stamped_at
