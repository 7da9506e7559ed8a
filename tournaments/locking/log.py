"""The change log of an event."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from matches.input.text import cut
from tournaments.models import Entry, Event, LogLine

from . import webhook_events
from .kept import mark_changed

Kind = LogLine.Kind
LONGEST_REASON = 300


def note(
    event: Event,
    kind: LogLine.Kind,
    words: str,
    *,
    by: User | None = None,
    reason: str = "",
    entry: Entry | None = None,
    round_number: int | None = None,
) -> LogLine:
    """Write a line of an event's log, in the transaction of the act; ``by`` is ``None`` for the site.

    ``words`` are a sentence of ``i18n.text``, for each reader's language. The event's pages are made again.
    """
    mark_changed(event.pk)
    if kind == Kind.RESULT:
        webhook_events.emit(event, webhook_events.WebhookEvent.TABLE_CHANGED)
    return LogLine.objects.create(
        event=event,
        at=timezone.now(),
        by=by,
        kind=kind,
        entry=entry,
        round_number=round_number,
        words=words,
        reason=cut(reason, LONGEST_REASON),
    )
