"""Stop the clock of a turn whose email failed, and start it once the player has it."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts import last_seen
from i18n.text import noop, say
from matches.clocks import seat_clock, waiting_for_delivery
from matches.mails import turn_delivery
from matches.models import LogEntry, Seat

from . import lock
from .lock import lock_seat, transaction_with_retry
from .locked_match import LockedMatch

Kind = LogEntry.Kind
ARRIVED = noop("The email about this turn arrived late, so the clock starts now.")
NOT_WAITED_FOR = noop("We’re no longer waiting for an email about this turn, so the clock starts now.")
SEEN = noop("The player has seen this turn, so the clock starts now.")
ARRIVED_BEFORE_START = noop("This clock is no longer paused for an email. It will start with all clocks of the event.")
WAITED = noop("The clock has waited for emails as long as one match allows, so it starts now.")


@transaction_with_retry
def stop_for_failed_mail(seat_id: int, number: int) -> LogEntry | None:
    """Stop the clock, since the email about that turn was given up. ``None`` if that changes nothing."""
    found = lock_seat(seat_id)
    if found is None:
        return None
    locked_match, seat = found
    if seat.asked_turn != number or seat.stopped or not waiting_for_delivery.may_wait(seat):
        return None
    line = stop_for_mail(locked_match, seat)
    lock.save(locked_match)
    return line


def stop_for_mail(locked_match: LockedMatch, seat: Seat) -> LogEntry:
    is_first = not seat.waited
    seat_clock.stop_for_mail(seat, locked_match.now)
    if seat.player_id is not None:  # not in this transaction, which holds the match: others hold the player first
        transaction.on_commit(partial(last_seen.await_visit, seat.player_id), robust=True)
    words = say("The email about this turn couldn’t be delivered, so the clock is paused.")
    line = locked_match.log(Kind.CLOCK_STOPPED, None, LogEntry.Via.CLOCK, words, about=seat)
    if is_first:  # in this match: the others need not hear how to have it started each time
        locked_match.tell("clock_changed", locked_match.others(seat), line)
    return line


@transaction_with_retry
def start_after_waiting(seat_id: int, number: int) -> LogEntry | None:
    """Start a clock that is stopped for the email about that turn, if it no longer needs to wait for it.

    The player has seen the turn, or the clock has waited for as long as one may. ``None`` otherwise.
    """
    found = lock_seat(seat_id)
    if found is None:
        return None
    locked_match, seat = found
    if seat.asked_turn != number or seat.stopped != Seat.Stopped.MAIL:
        return None
    is_over = waiting_for_delivery.has_waited_enough(seat, locked_match.now)
    if not is_over and not waiting_for_delivery.is_seen(seat):
        return None
    return _begin_anew(locked_match, seat, WAITED if is_over else SEEN)


@transaction_with_retry
def start_when_mail_is_accepted(
    seat_id: int, number: int, queued_at: datetime, due_at: datetime | None = None
) -> LogEntry | None:
    """Start a clock that is stopped for the email about that turn, which a mail server has now taken.

    One that ran while the email was late begins again. ``due_at`` is when its reader wished to have it, if that was
    later. ``None`` if that changes nothing.
    """
    found = lock_seat(seat_id)
    if found is None:
        return None
    locked_match, seat = found
    if seat.asked_turn != number or not turn_delivery.begins_clock(seat, queued_at, locked_match.now, due_at):
        return None
    return _begin_anew(locked_match, seat, ARRIVED if turn_delivery.was_sent(seat) else NOT_WAITED_FOR)


def _begin_anew(locked_match: LockedMatch, seat: Seat, message: str) -> LogEntry:
    if locked_match.match.all_stopped and seat.stopped:
        seat_clock.keep_with_all(seat, locked_match.now)
        line = locked_match.log(Kind.CLOCK_STOPPED, None, LogEntry.Via.CLOCK, say(ARRIVED_BEFORE_START), about=seat)
        line.cause = LogEntry.Cause.MAIL_WITH_EVENT
    else:
        seat_clock.restart(seat, locked_match.now)
        line = locked_match.log(Kind.CLOCK_STARTED, None, LogEntry.Via.CLOCK, say(message), about=seat)
    lock.save(locked_match)
    return line
