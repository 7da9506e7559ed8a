"""What becomes of a turn's clock when the mail that announces it arrives, or does not.

The mail's own fate is written down before. Where the match is busy then, the sweep comes back to it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from django.db import OperationalError

from matches.models import OutboxMail, Seat
from matches.refusal import Refused

log = logging.getLogger(__name__)

KIND = "your_turn"
BATCH = 500
Status = OutboxMail.Status


def turn_key(seat: Seat) -> str:
    """The key of the one mail that tells a seat of the turn it is asked for now."""
    return f"{KIND}:{seat.pk}:{seat.number}"


def is_undelivered(seat: Seat) -> bool:
    """Whether the mail about the turn that the seat is asked for still waits, or was given up."""
    return OutboxMail.objects.filter(key=turn_key(seat), status__in=(Status.QUEUED, Status.PARKED)).exists()


def failed(mail: OutboxMail) -> None:
    """The mail was given up: its reader's clock is held."""
    from matches import play  # the gate queues mails

    if mail.kind == KIND:
        _unless_busy(mail, partial(play.notice_failed, mail.context["seat"], mail.context["number"]))


def arrived(mail: OutboxMail) -> None:
    """A mail server has taken the mail, or it is not wanted: a clock that was held for it runs again."""
    from matches import play  # the gate queues mails

    if mail.kind == KIND:
        act = partial(play.notice_arrived, mail.context["seat"], mail.context["number"], mail.queued_at)
        _unless_busy(mail, act)


def release_held() -> int:
    """Start the clocks that are held for mails which have since been sent, or are no longer wanted; how many."""
    released, last = 0, 0
    held = Seat.objects.filter(held=Seat.Held.MAIL, number__isnull=False).order_by("pk")
    while batch := list(held.filter(pk__gt=last)[:BATCH]):
        settled = OutboxMail.objects.filter(key__in=map(turn_key, batch), status__in=(Status.SENT, Status.DROPPED))
        for mail in settled:
            arrived(mail)
            released += 1
        last = batch[-1].pk
    return released


def _unless_busy(mail: OutboxMail, act: Callable[[], object]) -> None:
    try:
        act()
    except (Refused, OperationalError) as error:
        log.warning("the clock of %s could not follow its mail now (%s); the sweep will see to it", mail, error)
