"""Players whom no email reaches: their organisers are told, as perhaps no one else can tell them."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from mail.models import MailAddress
from mail.outbox.queue import queue_mail
from tournaments.models import Entry, Event
from tournaments.permissions import organisers

KIND = "event_unreachable"
GOING_ON = (Event.Stage.REGISTRATION, Event.Stage.RUNNING)
HERE = (Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.APPLIED, Entry.Status.INVITED)


def address_failed(row: MailAddress, user: User, **_: object) -> None:
    """Tell organisers that emails to a player bounce, in the transaction in which that became known.

    They are those of each event that the player is in, or has left with a match still running.
    """
    is_in = Q(status__in=HERE) | Q(status=Entry.Status.WITHDRAWN, player__seats__finished_at=None)
    entries = Entry.objects.filter(is_in, player=user, event__stage__in=GOING_ON).distinct()
    for entry in entries.select_related("event__club"):
        since = row.undeliverable_since.isoformat() if row.undeliverable_since else ""
        context = {"event": entry.event_id, "entry": entry.pk, "thread": f"event-{entry.event_id}"}
        told = organisers.told_at_once(entry.event, is_urgent=True)
        for organiser in (each for each in told if each != user):
            queue_mail(KIND, user=organiser, context=context, key=f"{KIND}:{entry.pk}:{organiser.pk}:{since}")
