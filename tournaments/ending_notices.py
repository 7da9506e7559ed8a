"""Mails about the end of an event."""

from __future__ import annotations

from matches.mail.queue import queue_mail

from .models import Entry, Event

CALLED_OFF = "event_called_off"
CONCERNED = (Entry.Status.ENTERED, Entry.Status.APPLIED, Entry.Status.WAITING, Entry.Status.INVITED)


def called_off(event: Event, reason: str) -> None:
    """Tell all who are in, or hoped to be. In the transaction of its cause, before the event is called off: of one that
    is being set up nobody knows."""
    if event.stage == Event.Stage.DRAFT:
        return
    context = {"event": event.pk, "reason": reason, "thread": f"event-{event.pk}"}
    concerned = event.entries.filter(status__in=CONCERNED, player__is_active=True).select_related("player")
    for entry in concerned.order_by("pk"):
        queue_mail(CALLED_OFF, user=entry.player, context=context, key=f"{CALLED_OFF}:{entry.pk}")
