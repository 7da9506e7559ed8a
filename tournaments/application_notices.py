"""Mails to the organisers about players who apply: at once, but one an hour at most, however many apply."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from matches import clocks
from matches.mail import outbox

from .models import Event

KIND = "event_applications"
HOUR = timedelta(hours=1)


def applied(event: Event) -> None:
    """Somebody waits for approval. Queued in the transaction of its cause; it says who waits when it is sent."""
    now = clocks.now()
    hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    context = {"event": event.pk, "thread": f"event-{event.pk}"}
    for organiser in event.organisers.filter(is_active=True).order_by("pk"):
        first = outbox.queue(KIND, user=organiser, context=context, key=_key(event, organiser.pk, hour))
        if first is None:  # this hour's mail may be out already
            outbox.queue(
                KIND, user=organiser, context=context, key=_key(event, organiser.pk, hour + HOUR), now=hour + HOUR
            )


def _key(event: Event, organiser_id: int, hour: datetime) -> str:
    return f"{KIND}:{event.pk}:{organiser_id}:{hour:%Y%m%d%H}"
