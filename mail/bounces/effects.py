"""Consequences of news about an email that was sent.

The same news may come again, and in any order; it has its consequences only once.
"""

from __future__ import annotations

from functools import partial

from django.db import transaction

from mail import hooks
from mail.models import OutboxMail
from timekeeping import clock

from . import dead_addresses
from .verdict import Report, Verdict

Status = OutboxMail.Status
FAILED = frozenset({Verdict.HARD, Verdict.SOFT})
TEXT_LENGTH = 2000


def came_back(mail: OutboxMail, report: Report) -> bool:
    """Note that an email bounced. False if that was known already.

    If the email announced a turn that is still open, its reader's clock is stopped: by the gate, after the transaction,
    or, should that fail, at the latest when the turn's time is over.
    """
    if report.verdict not in FAILED or mail.sent_at is None:
        return False
    with transaction.atomic():
        sent = OutboxMail.objects.filter(pk=mail.pk, message_id=mail.message_id, status=Status.SENT)
        if not sent.update(status=Status.BOUNCED, last_error=report.words[:TEXT_LENGTH]):
            return False
        dead_addresses.failed(address_of(mail), mail.sent_at, report, mail)
        transaction.on_commit(partial(hooks.mail_failed.send, None, mail=mail), robust=True)
    return True


def arrived(mail: OutboxMail) -> bool:
    """Note that an email arrived. False if that was known already.

    A bounce stays a bounce: some servers accept an email and return it later.
    """
    sent = OutboxMail.objects.filter(pk=mail.pk, message_id=mail.message_id, status=Status.SENT, delivered_at=None)
    return sent.update(delivered_at=clock.now()) > 0


def address_of(mail: OutboxMail) -> str:
    """Return the address that the email was sent to."""
    return mail.sent_to or mail.to or (mail.user.email if mail.user else "")
