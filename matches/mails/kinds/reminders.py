"""A reminder of turns that wait, of one match or of several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import F

from jobs import clock
from mail.outbox.recipient import Recipient
from matches.models import Match, OutboxMail, Reminder, Seat

from .clock import LeaveLeft
from .waiting_turns import listing, with_matches


def reminder(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot once none of the turns waits any more. A reminder of one match belongs to the thread of that match."""
    if reader.user is None or not reader.wants_turn_mail:
        return None
    waiting = _waiting(mail, reader)
    if not waiting:
        return None
    _file(mail, waiting[0].match if len(waiting) == 1 else None)
    return {**listing(waiting, reader, LeaveLeft(clock.now())), **_thread(mail)}


def _waiting(mail: OutboxMail, reader: Recipient) -> list[Seat]:
    """Each seat once, the one whose time ends first at the front; without those that are not asked for that turn any
    more, and those whose clocks are held. One whose time is over stays: an outage may be given back, and nobody is
    reminded of the same again."""
    reminders = Reminder.objects.filter(pk__in=mail.context["reminders"], number=F("seat__number"))
    seats = Seat.objects.filter(pk__in=reminders.values("seat"), player=reader.user, held="")
    return list(with_matches(seats).order_by("deadline", "pk"))


def _file(mail: OutboxMail, match: Match | None) -> None:
    """Put the email into the thread of that match, or of none."""
    if mail.match != match:
        mail.match = match
        mail.save(update_fields=["match"])


def _thread(mail: OutboxMail) -> dict[str, Any]:
    """What the subject of a match's thread says."""
    if mail.match is None:
        return {}
    seats: Iterable[Seat] = mail.match.seats.all()
    return {
        "match": mail.match,
        "game_name": mail.match.game.name,
        "players": " – ".join(seat.name for seat in seats),
    }
