"""The daily email with all decisions that wait for an organiser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from accounts.models import OrganiserMail
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from mail.preferences.unsubscribe import DECISIONS
from tournaments.decisions import inbox

MOST_LISTED = 30


def decisions(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:  # noqa: ARG001 (about all that waits)
    """List what an organiser must decide; moot if nothing is left, or the reader no longer wants this email."""
    if reader.user is None or reader.user.organiser_mail != OrganiserMail.DIGEST:
        return None
    lines = inbox.waiting_for(reader.user)
    if not lines:
        return None
    entries = [
        {"about": line.about, "title": line.decision.title, "words": line.decision.words, "url": _url(line)}
        for line in lines[:MOST_LISTED]
    ]
    url = f"{settings.SITE_URL}/decisions/"
    return {"entries": entries, "count": len(lines), "more": len(lines) - len(entries), "url": url}


def _url(line: inbox.InboxLine) -> str:
    return settings.SITE_URL + line.decision.url


KINDS: Mapping[str, MailKind] = {
    "decisions": MailKind(decisions, may_wait=True, stopped_by=DECISIONS),
}
