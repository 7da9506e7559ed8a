"""The email that says that a date of an event or a season has moved: both dates, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from matches.mails import moments
from tournaments.mails.whole import shown_url, whole_of
from tournaments.models import Event

from .date_causes import as_word

LABELS = {
    "starts_at": gettext_noop("Start: %(date)s"),
    "closes_at": gettext_noop("Registration closes: %(date)s"),
    "ends_at": gettext_noop("End: %(date)s"),
}
NOT_SET = gettext_noop("not set")


def event_moved(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Say which dates have moved; moot once all have moved again, or it is over."""
    whole = whole_of(mail)
    if whole is None or whole.stage not in (Event.Stage.REGISTRATION, Event.Stage.RUNNING):
        return None
    dates = [each for each in mail.context["dates"] if as_word(getattr(whole, each[0])) == each[2]]
    if not dates:
        return None
    return {
        "name": str(whole),
        "dates": [{"line": _(LABELS[name]) % {"date": _said(to)}, "was": _said(was)} for name, was, to in dates],
        "is_asked_again": isinstance(whole, Event) and _is_asked_again(whole, [name for name, *_others in dates]),
        "reason": mail.context["reason"],
        "event_url": shown_url(whole, reader),
    }


def _is_asked_again(event: Event, names: list[str]) -> bool:
    """Return whether players will be asked to check in before the new start."""
    return "starts_at" in names and event.check_in and event.check_in_asked_at is None


def _said(word: str) -> str:
    return moments.moment(datetime.fromisoformat(word)) if word else _(NOT_SET)


KINDS: Mapping[str, MailKind] = {
    "event_moved": MailKind(event_moved),
}
