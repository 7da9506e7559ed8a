"""Reminders: rows made by the sweep, once for each turn and kind, and one email for all that are due to a player.

``matches.time_control`` says how long before the end of a player's time they are due.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import TurnMail, User
from mail.outbox.queue import queue_mail
from matches.clocks import seat_clock
from matches.mails import turn_delivery
from matches.models import Reminder, Seat
from matches.time_control import time_control

log = logging.getLogger(__name__)

BATCH = 500


def send_due(now: datetime) -> int:
    """Remind everyone who is due, and return how many emails were queued. Two calls at once queue one."""
    return sum(_reminded(player_id, now) for player_id in _players_due(now))


def _reminded(player_id: int | None, now: datetime) -> bool:
    try:
        return _remind(player_id, now)
    except Exception:  # a clock that cannot be worked out, for whatever reason, must not keep others unreminded
        log.exception("could not remind player %s", player_id)
        return False


def _players_due(now: datetime) -> list[int | None]:
    due = _due(now).order_by("remind_at").values_list("player_id", flat=True)[:BATCH]
    return list(dict.fromkeys(due))


def _due(now: datetime) -> QuerySet[Seat]:
    return Seat.objects.filter(remind_at__lte=now, asked_turn__isnull=False)


@transaction.atomic
def _remind(player_id: int | None, now: datetime) -> bool:
    rows = _due(now).filter(player=player_id).select_for_update(skip_locked=True, of=("self",))
    seats = list(rows.select_related("player").order_by("deadline")[:BATCH])
    made = {seat: reminders for seat in seats if (reminders := _made(seat, now))}
    if not made:
        return False
    deadline = min((seat.deadline for seat in made if seat.deadline), default=None)
    made_ids = [reminder.pk for each in made.values() for reminder in each]
    return queue_reminder(made_ids, seats[0].player, deadline)


def queue_reminder(reminders: list[int], player: User | None, deadline: datetime | None = None) -> bool:
    """Queue one email for all reminders that are due to a player. ``deadline`` is the first of them."""
    context = {"reminders": reminders}
    key = f"reminder:{min(reminders)}"
    return bool(queue_mail("reminder", user=player, context=context, key=key, deadline=deadline))


def _made(seat: Seat, now: datetime) -> list[Reminder]:
    """Make the reminders that a seat is due now, and work out when its next one is due."""
    pauses = seat.loaded_pauses
    assert seat.running_since is not None
    assert seat.turn_bank is not None
    assert seat.asked_turn is not None
    upcoming = time_control.next_reminder(seat.running_since, seat.bank, seat.turn_bank, now, pauses)
    if not Seat.objects.filter(pk=seat.pk, asked_turn=seat.asked_turn, remind_at=seat.remind_at).update(
        remind_at=upcoming
    ):
        return []
    if not _wants(seat.player, is_last=upcoming is None) or turn_delivery.is_turn_mail_undelivered(seat):
        return []
    kinds = time_control.due_reminders(seat_clock.time_left(seat, now), seat.turn_bank)
    rows = (
        Reminder.objects.get_or_create(seat=seat, number=seat.asked_turn, kind=kind, defaults={"made_at": now})
        for kind in kinds
    )
    return [reminder for reminder, is_new in rows if is_new]


def _wants(player: User | None, *, is_last: bool) -> bool:
    """Return whether the player wants reminders.

    A guest who has stopped all emails has no other way to the match, so gets the last warning of a turn.
    """
    if player is None or not player.is_active:
        return False
    return player.turn_mail != TurnMail.NONE or (is_last and player.is_guest and player.has_mailbox)
