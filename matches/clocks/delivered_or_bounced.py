"""The effect on a turn's clock when the email that announces the turn arrives, or fails to.

The email's own fate is stored first. If the match is busy at that moment, the sweep comes back to it. The clock is
stopped and started through ``gate/mail_clocks.py``; ``waiting_for_delivery.py`` says how long it may be stopped.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from django.db import OperationalError

from mail.models import OutboxMail
from matches.gate import mail_clocks
from matches.gate.refused import MatchRefused
from matches.mails import turn_delivery
from matches.models import LogEntry, Reminder, Seat
from timekeeping import clock

from . import waiting_for_delivery

log = logging.getLogger(__name__)

BATCH = 500
Status = OutboxMail.Status


def follow_failure(mail: OutboxMail, **_: object) -> None:
    """Stop the clock of an email's reader, as the email was given up or bounced."""
    if mail.kind == turn_delivery.KIND:
        _follow(mail, partial(mail_clocks.stop_for_failed_mail, mail.context["seat"], mail.context["number"]))


def follow_acceptance(mail: OutboxMail, **_: object) -> None:
    """Start the clock that was stopped for an email, now that a mail server has taken it.

    A clock that ran meanwhile begins again.
    """
    if mail.kind == turn_delivery.KIND:
        seat, number = mail.context["seat"], mail.context["number"]
        _follow(mail, partial(mail_clocks.start_when_mail_is_accepted, seat, number, mail.queued_at, mail.due_at))
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
                act = partial(
                    mail_clocks.start_when_mail_is_accepted, seat.pk, seat.asked_turn or 0, seat.asked_at or now
                )
                started += _follow(seat, act)
            elif seat.pk in seen or waiting_for_delivery.has_waited_enough(seat, now):
                started += _follow(seat, partial(mail_clocks.start_after_waiting, seat.pk, seat.asked_turn or 0))
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
