"""Emails that say that a date of an event or a season has moved, queued in the transaction of their cause."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from mail.outbox.queue import queue_mail
from tournaments.events.ending.cancelling_causes import concerned
from tournaments.locking.scope import Scope
from tournaments.models import Event, Season

KIND = "event_moved"
DATES = ("starts_at", "closes_at", "ends_at")
Dates = Mapping[str, datetime | None]


def dates_of(whole: Event | Season) -> Dates:
    """Return the dates that players see before and while they play."""
    return {name: getattr(whole, name) for name in DATES}


def moved(whole: Event | Season, before: Dates, reason: str = "") -> None:
    """Queue an email about each changed date, with the old one, to players who are in or hope to be."""
    after = dates_of(whole)
    changed = [[name, as_word(before[name]), as_word(after[name])] for name in DATES if before[name] != after[name]]
    if not changed or whole.stage not in (Event.Stage.REGISTRATION, Event.Stage.RUNNING):
        return
    scope = Scope(whole)
    context = {"event" if scope.event else "season": whole.pk, "thread": scope.thread, "dates": changed}
    for user in concerned(whole):
        queue_mail(KIND, user=user, context={**context, "reason": reason})


def as_word(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat() if moment else ""
