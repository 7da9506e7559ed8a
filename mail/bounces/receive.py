"""An email that came to the address to which our emails come back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from mail.inbound.lease import Outcome
from mail.models import InboundMail, OutboxMail
from mail.parse.message import Unreadable

from . import address, dsn, effects
from .classify import Report, Verdict

Status = InboundMail.Status
WORDS = {Verdict.HARD: "returned", Verdict.SOFT: "returned", Verdict.LATE: "late", Verdict.ARRIVED: "arrived"}


class Returned(NamedTuple):
    """What it says about one of our emails; ``settle`` makes it so, inside a transaction."""

    mail: OutboxMail
    settle: Callable[[], Outcome]


def returned(inbound: InboundMail) -> Returned | Outcome | None:
    """What came back, or why that is nothing; ``None`` for an email to any of our other addresses."""
    to = inbound.recipients[0] if inbound.recipients else ""
    if not address.is_one(to):
        return None
    mail = address.mail_of(to)
    if mail is None:
        return Outcome("unknown address", "No mail of ours comes back to this address (any more).", Status.IGNORED)
    try:
        found = dsn.read(bytes(inbound.raw), effects.address_of(mail))
    except Unreadable as error:
        return Outcome("unreadable", str(error), Status.IGNORED)
    if found is None:
        return Outcome("automatic", f"It reports nothing about {mail}.", Status.IGNORED)
    return Returned(mail, partial(_settle, mail, found))


def _settle(mail: OutboxMail, found: Report) -> Outcome:
    if found.verdict in effects.FAILED and not effects.came_back(mail, found):
        return Outcome("repeated", f"That {mail} came back was known.", Status.IGNORED)
    return Outcome(WORDS[found.verdict], f"{str(mail).capitalize()}: {found.words}")
