"""What is done when something becomes known of an email that was sent: once, however often it is said, and in whichever
order."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from jobs import clock
from mail import hooks
from mail.models import OutboxMail

from . import reachable
from .classify import Report, Verdict

Status = OutboxMail.Status
FAILED = frozenset({Verdict.HARD, Verdict.SOFT})
TEXT_LENGTH = 2000


def came_back(mail: OutboxMail, report: Report) -> bool:
    """Whether that was new. Its reader's clock is held if it announced a turn that still waits: by the gate, after the
    transaction, and where that fails at the latest when the turn's time is over."""
    if report.verdict not in FAILED or mail.sent_at is None:
        return False
    with transaction.atomic():
        sent = OutboxMail.objects.filter(pk=mail.pk, message_id=mail.message_id, status=Status.SENT)
        if not sent.update(status=Status.BOUNCED, last_error=report.words[:TEXT_LENGTH]):
            return False
        reachable.failed(address_of(mail), mail.sent_at, report, mail)
        transaction.on_commit(partial(hooks.mail_failed.send, None, mail=mail), robust=True)
    return True


def arrived(mail: OutboxMail) -> bool:
    """Whether that was new. What is said to have come back stays so: some servers take an email and return it later."""
    sent = OutboxMail.objects.filter(pk=mail.pk, message_id=mail.message_id, status=Status.SENT, delivered_at=None)
    return sent.update(delivered_at=clock.now()) > 0


def address_of(mail: OutboxMail) -> str:
    """Where it went."""
    return mail.sent_to or mail.to or (mail.user.email if mail.user else "")
