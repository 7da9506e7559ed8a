"""What is done when something becomes known of an email that was sent: once, however often it is said, and in whichever
order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from django.db import transaction

from mail import hooks
from mail.inbound.lease import Outcome
from mail.models import InboundMail, OutboxMail
from mail.parse.message import Unreadable
from timekeeping import clock

from . import dead_addresses, dsn
from .address import is_one, mail_of
from .classify import Report, Verdict

Status = OutboxMail.Status
FAILED = frozenset({Verdict.HARD, Verdict.SOFT})
TEXT_LENGTH = 2000
WORDS = {Verdict.HARD: "returned", Verdict.SOFT: "returned", Verdict.LATE: "late", Verdict.ARRIVED: "arrived"}


def came_back(mail: OutboxMail, report: Report) -> bool:
    """Whether that was new. Its reader's clock is held if it announced a turn that still waits: by the gate, after the
    transaction, and where that fails at the latest when the turn's time is over."""
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
    """Whether that was new. What is said to have come back stays so: some servers take an email and return it later."""
    sent = OutboxMail.objects.filter(pk=mail.pk, message_id=mail.message_id, status=Status.SENT, delivered_at=None)
    return sent.update(delivered_at=clock.now()) > 0


def address_of(mail: OutboxMail) -> str:
    """Where it went."""
    return mail.sent_to or mail.to or (mail.user.email if mail.user else "")


# -- an email that came to where ours come back ----------------------------------------------------------------------


IGNORED = InboundMail.Status.IGNORED


class Returned(NamedTuple):
    """What it says about one of our emails; ``settle`` makes it so, inside a transaction."""

    mail: OutboxMail
    settle: Callable[[], Outcome]


def returned(inbound: InboundMail) -> Returned | Outcome | None:
    """What came back, or why that is nothing; ``None`` for an email to any of our other addresses."""
    to = inbound.recipients[0] if inbound.recipients else ""
    if not is_one(to):
        return None
    mail = mail_of(to)
    if mail is None:
        return Outcome("unknown address", "No email of ours bounces to this address.", InboundMail.Status.IGNORED)
    try:
        found = dsn.read_report(bytes(inbound.raw), address_of(mail), is_from_nobody=not inbound.sender)
    except Unreadable as error:
        return Outcome("unreadable", str(error), IGNORED)
    if found is None:
        return Outcome("automatic", f"It reports nothing about {mail}.", IGNORED)
    if found.verdict == Verdict.UNCLEAR:
        return Outcome("unclear", f"A mail server wrote about {mail}: {found.words}", InboundMail.Status.SET_ASIDE)
    return Returned(mail, partial(_settle, mail, found))


def _settle(mail: OutboxMail, found: Report) -> Outcome:
    if found.verdict in FAILED and not came_back(mail, found):
        return Outcome("repeated", f"The bounce of {mail} was already known.", IGNORED)
    return Outcome(WORDS[found.verdict], f"{str(mail).capitalize()}: {found.words}")
