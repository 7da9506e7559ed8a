"""Consequences of news about an email that was sent: only once, however often it comes, and in any order."""

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


# -- an email that came to where ours come back ----------------------------------------------------------------------


IGNORED = InboundMail.Status.IGNORED


class Returned(NamedTuple):
    """A report about one of our emails. ``settle``, called in a transaction, does what follows from it."""

    mail: OutboxMail
    settle: Callable[[], Outcome]


def returned(inbound: InboundMail) -> Returned | Outcome | None:
    """Read an email that came to a bounce address; ``None`` if it came to any other of our addresses.

    Return the report in it, or the reason why it has no consequences.
    """
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
