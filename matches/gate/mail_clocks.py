"""Clocks and emails: stop the clock of a turn whose email failed, and start it once the player has the email.

The email's own fate is stored first. If the match is busy at that moment, the sweep comes back to it.
``matches.clocks.waiting_for_delivery`` says how long a clock may be stopped.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import OperationalError, transaction

from accounts import last_seen
from i18n.text import noop, say
from mail.models import OutboxMail
from matches.clocks import seat_clock, waiting_for_delivery
from matches.mails import turn_delivery
from matches.models import LogEntry, Reminder, Seat
from timekeeping import clock

from . import lock
from .lock import lock_seat, transaction_with_retry
from .locked_match import LockedMatch
from .refused import MatchRefused

log = logging.getLogger(__name__)

BATCH = 500
Kind = LogEntry.Kind
Status = OutboxMail.Status
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
    if seat.asked_turn != number or not begins_clock(seat, queued_at, locked_match.now, due_at):
        return None
    return _begin_anew(locked_match, seat, ARRIVED if turn_delivery.was_sent(seat) else NOT_WAITED_FOR)


def begins_clock(seat: Seat, queued_at: datetime, now: datetime, due_at: datetime | None = None) -> bool:
    """Return whether the clock begins when the email queued at ``queued_at`` arrives now.

    It does if it was stopped for the email, or ran while the email was late and the player didn't see the turn. If the
    reader wished the email to wait, it is late only from ``due_at`` on.
    """
    if seat.stopped == Seat.Stopped.MAIL:
        return True
    is_late = now - (due_at or queued_at) > turn_delivery.LATE and turn_delivery.told_at_once(seat, queued_at)
    return is_late and seat.running_since is not None and waiting_for_delivery.may_wait(seat)


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


# -- what becomes of an email ----------------------------------------------------------------------------------------


def follow_failure(mail: OutboxMail, **_: object) -> None:
    """Stop the clock of an email's reader, as the email was given up or bounced."""
    if mail.kind == turn_delivery.KIND:
        _follow(mail, partial(stop_for_failed_mail, mail.context["seat"], mail.context["number"]))


def follow_acceptance(mail: OutboxMail, **_: object) -> None:
    """Start the clock that was stopped for an email, now that a mail server has taken it.

    A clock that ran meanwhile begins again.
    """
    if mail.kind == turn_delivery.KIND:
        seat, number = mail.context["seat"], mail.context["number"]
        _follow(mail, partial(start_when_mail_is_accepted, seat, number, mail.queued_at, mail.due_at))
    elif mail.kind == "reminder":
        _drop_what_is_reminded_of(mail)


def _drop_what_is_reminded_of(mail: OutboxMail) -> None:
    """Drop emails about turns that the reader was just reminded of, and that would go out when quiet hours are over."""
    made = Reminder.objects.filter(pk__in=mail.context["reminders"]).values_list("seat", "number")
    keys = [f"{turn_delivery.KIND}:{seat}:{number}" for seat, number in made]
    waiting = OutboxMail.objects.filter(key__in=keys, status=Status.QUEUED, leased_until=None)
    waiting.filter(waits_until__gt=clock.now()).update(status=Status.DROPPED)


def release_held_clocks() -> int:
    """Start the clocks that no longer have to wait for an email, and return how many.

    The email has since been sent, or no one wants it, as when its reader has left; or the player has seen the turn all
    the same, or the clock has waited long enough.
    """
    started, last = 0, 0
    stopped = (
        Seat.objects.filter(stopped=Seat.Stopped.MAIL, asked_turn__isnull=False).select_related("player").order_by("pk")
    )
    while batch := list(stopped.filter(pk__gt=last)[:BATCH]):
        waited_for = turn_delivery.undelivered_keys(batch)
        seats = Seat.objects.filter(pk__in=[seat.pk for seat in batch])
        seen = set(waiting_for_delivery.seen(seats).values_list("pk", flat=True))
        now = clock.now()
        for seat in batch:
            if turn_delivery.turn_key(seat) not in waited_for:
                act = partial(start_when_mail_is_accepted, seat.pk, seat.asked_turn or 0, seat.asked_at or now)
                started += _follow(seat, act)
            elif seat.pk in seen or waiting_for_delivery.has_waited_enough(seat, now):
                started += _follow(seat, partial(start_after_waiting, seat.pk, seat.asked_turn or 0))
        last = batch[-1].pk
    return started


def _follow(what: OutboxMail | Seat, act: Callable[[], LogEntry | None]) -> bool:
    try:
        return act() is not None
    except (MatchRefused, OperationalError) as error:
        log.warning("the clock of %s could not follow its email now (%s); the sweep will see to it", what, error)
    except Exception:  # one match that cannot be read, for whatever reason, must not stop mails and clocks of others
        log.exception("the clock of %s could not follow its email", what)
    return False
