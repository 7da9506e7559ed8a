"""Emails that say that an event or a season is cancelled, or on again, queued in the transaction of their cause."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.queue import queue_mail
from tournaments.locking.scope import Scope
from tournaments.models import Entry, Event, Season, SeasonEntry

CALLED_OFF, BACK_ON = "event_called_off", "event_back_on"
HELD_BACK = timedelta(hours=1)  # in which most mistakes are noticed, before anyone hears of them
HOPEFUL = (Entry.Status.ENTERED, Entry.Status.APPLIED, Entry.Status.WAITING, Entry.Status.INVITED)


def cancelled(whole: Event | Season, reason: str) -> None:
    """Queue "cancelled" to everyone concerned, an hour from now, unless it is undone by then."""
    if whole.ended_at is None:
        return
    context = {**_about(whole), "reason": reason, "at": whole.ended_at.isoformat()}
    for user in concerned(whole):
        queue_mail(
            CALLED_OFF, user=user, context=context, key=_key(CALLED_OFF, whole, whole.ended_at, user), after=HELD_BACK
        )


def back_on(whole: Event | Season, cancelled_at: datetime) -> None:
    """Queue "on again" to those who were told that it was cancelled."""
    readers = {_key(CALLED_OFF, whole, cancelled_at, user): user for user in concerned(whole)}
    unsent = Q(status=OutboxMail.Status.QUEUED, attempts=0, leased_until=None)
    told = OutboxMail.objects.filter(key__in=list(readers)).exclude(unsent).order_by("pk")
    for key in told.values_list("key", flat=True):
        user = readers[key or ""]
        queue_mail(BACK_ON, user=user, context=_about(whole), key=_key(BACK_ON, whole, cancelled_at, user))


def concerned(whole: Event | Season) -> QuerySet[User]:
    """Return the players who are in the event or season, or hope to be.

    The players of a running season are told for their divisions.
    """
    entries: QuerySet[Entry] | QuerySet[SeasonEntry]
    if isinstance(whole, Event):
        entries = Entry.objects.filter(event=whole, status__in=HOPEFUL)
    else:
        entries = SeasonEntry.objects.filter(season=whole, status=SeasonEntry.Status.REGISTERED)
        entries = entries.filter(season__published_at=None)
    return User.objects.filter(Exists(entries.filter(player=OuterRef("pk"))), is_active=True).order_by("pk")


def _about(whole: Event | Season) -> dict[str, int | str]:
    scope = Scope(whole)
    return {"event" if scope.event else "season": whole.pk, "thread": scope.thread}


def _key(kind: str, whole: Event | Season, at: datetime, user: User) -> str:
    return f"{kind}:{at.isoformat()}:{Scope(whole).thread}:{user.pk}"
