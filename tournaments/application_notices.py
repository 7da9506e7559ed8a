"""Mails to the organisers about players who apply."""

from __future__ import annotations

from . import hourly, organisers
from .models import Event

KIND = "event_applications"


def applied(event: Event) -> None:
    """Somebody waits for approval. Queued in the transaction of its cause; it says who waits when it is sent."""
    for organiser in organisers.told(event):
        hourly.tell(KIND, organiser, event.pk, {"event": event.pk, "thread": f"event-{event.pk}"})
