"""The email that says that the end of an event or a season was moved, to all who play in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from i18n import dates
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from mail.preferences.unsubscribe import TURNS
from matches.mails import moments
from tournaments.mails.whole import running_scope, shown_url


def event_end_moved(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Say that the end was moved; moot once it was moved again."""
    scope = running_scope(mail)
    ends_at: str = mail.context["ends_at"]
    if scope is None or scope.end_key != ends_at:
        return None
    moment = datetime.fromisoformat(ends_at) if ends_at else None
    return {
        "name": scope.name,
        "url": shown_url(scope.whole, reader),
        "reason": mail.context["reason"],
        "was": moments.moment(datetime.fromisoformat(was)) if (was := mail.context.get("was", "")) else "",
        "ends": moments.moment(moment) if moment else "",
        "ends_day": dates.day(timezone.localdate(moment)) if moment else "",
    }


KINDS: Mapping[str, MailKind] = {
    "event_end_moved": MailKind(event_end_moved, may_wait=True, stopped_by=TURNS),
}
