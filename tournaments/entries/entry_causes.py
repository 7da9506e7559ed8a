"""Emails about players who come and go, queued in the transaction of their cause."""

from __future__ import annotations

from datetime import timedelta

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.queue import queue_mail
from timekeeping import clock
from tournaments.mails import hourly_limit
from tournaments.models import Entry, Event
from tournaments.permissions import organisers

APPLICATIONS = "event_applications"

# These go to people who may never have heard of this site.
UNASKED = ("event_invitation", "event_link", "club_invitation", "club_place")
UNASKED_A_DAY = 5  # to one person, by everybody together


def entered(entry: Entry, how: str) -> None:
    """Queue "you're in".

    ``how``: ``entered`` by oneself, ``approved``, ``added`` by an organiser, ``moved_up`` from the waiting list,
    ``placed`` in a division, ``back`` by an organiser; in another’s place ``took_over`` or started ``anew``.
    """
    _queue("event_entered", entry, how=how)


def waiting(entry: Entry) -> None:
    _queue("event_waiting", entry)


def refused(entry: Entry, reason: str) -> None:
    _queue("event_refused", entry, reason=reason)


def withdrawn(entry: Entry, reason: str) -> None:
    """Queue "you were withdrawn", by an organiser, or by the site after a no-show."""
    _queue("event_withdrawn", entry, reason=reason)


def asked_to_check_in(entry: Entry) -> bool:
    return _queue("event_check_in", entry)


def invited(entry: Entry, by: User) -> None:
    _queue("event_invitation", entry, by=by.pk)


def link_wanted(event: Event, reader: User) -> None:
    """Queue the link to enter by, to the reader of an address that was typed."""
    context = {"event": event.pk, "thread": f"event-{event.pk}", "asked_for": True}
    queue_mail("event_link", user=reader, context=context)


def has_had_enough(reader: User) -> bool:
    """Return whether the person has left too many events today to get more emails about that."""
    since = clock.now() - timedelta(days=1)
    recent = OutboxMail.objects.filter(user=reader, kind__in=UNASKED, queued_at__gt=since)
    return recent.count() >= UNASKED_A_DAY


def applied(event: Event) -> None:
    """Queue "someone is waiting for approval" to the organisers; the names are filled in when it is sent."""
    for organiser in organisers.told_at_once(event):
        hourly_limit.tell(APPLICATIONS, organiser, event.pk, {"event": event.pk, "thread": f"event-{event.pk}"})


def _queue(kind: str, entry: Entry, **more: str | int) -> bool:
    """Queue an email about an entry; return false for a player without an account, whom no email can reach."""
    reader = entry.player
    if reader is None or not reader.is_active:
        return False
    context = {"entry": entry.pk, "thread": f"event-{entry.event_id}", **more}
    queue_mail(kind, user=reader, context=context)
    return True
