"""Emails that say that an event or a season is cancelled, or on again after all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from matches.mails import moments
from tournaments.mails.whole import shown_url, whole_of
from tournaments.models import Event

Stage = Event.Stage  # a season calls them the same


def event_called_off(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Say that the event or season is cancelled; moot once that is undone."""
    whole = whole_of(mail)
    if whole is None or whole.stage != Stage.CANCELLED or whole.ended_at is None:
        return None
    at = whole.ended_at.isoformat()
    if mail.context.get("at", at) != at:
        return None
    has_matches = isinstance(whole, Event) and whole.is_begun
    return {
        "name": str(whole),
        "reason": mail.context["reason"],
        "has_matches": has_matches,
        "annulled": moments.moment(whole.undo_until) if whole.undo_until and has_matches else "",
        "event_url": shown_url(whole, reader),
    }


def event_back_on(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Say that the event or season is on again; moot once it is cancelled again."""
    whole = whole_of(mail)
    if whole is None or whole.stage not in (Stage.REGISTRATION, Stage.RUNNING):
        return None
    is_running = whole.stage == Stage.RUNNING
    return {"name": str(whole), "is_running": is_running, "event_url": shown_url(whole, reader)}


KINDS: Mapping[str, MailKind] = {
    "event_called_off": MailKind(event_called_off),
    "event_back_on": MailKind(event_back_on),
}
