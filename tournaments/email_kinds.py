"""The kinds of emails about events, clubs and seasons, from the rooms that prepare them."""

from __future__ import annotations

from collections.abc import Mapping

from mail.outbox.registry import MailKind

from .clocks import clock_emails
from .clubs import club_emails
from .decisions import decision_emails
from .entries import entry_emails
from .entries.replacements import place_emails
from .events import organiser_emails
from .events.dates import date_emails, end_date_emails
from .events.ending import cancelling_emails
from .files.archives import archive_emails
from .rounds import round_emails
from .seasons import season_emails

KINDS: Mapping[str, MailKind] = {
    **entry_emails.KINDS,
    **organiser_emails.KINDS,
    **round_emails.KINDS,
    **club_emails.KINDS,
    **archive_emails.KINDS,
    **season_emails.KINDS,
    **place_emails.KINDS,
    **clock_emails.KINDS,
    **end_date_emails.KINDS,
    **cancelling_emails.KINDS,
    **decision_emails.KINDS,
    **date_emails.KINDS,
}
