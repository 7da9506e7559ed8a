"""The result of a match as a line of its event's log, and as an event for webhooks."""

from __future__ import annotations

from accounts.models import User
from i18n.text import joined
from tournaments.locking import webhook_events
from tournaments.locking.log import Kind, note
from tournaments.models import Event, Pairing


def log_result(event: Event, pairing: Pairing, words: str, *, by: User | None = None, reason: str = "") -> None:
    """Log the result of a pairing and tell webhooks, with the event locked."""
    number = pairing.round.number
    line = event.rules.result_line(pairing)
    note(event, Kind.RESULT, joined([line, words], " ") if words else line, by=by, reason=reason, round_number=number)
    webhook_events.emit(event, webhook_events.WebhookEvent.MATCH_ENDED, pairing=pairing.pk)
