"""An email of ours that came back: told from a reply by the address it came to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from mail.inbound.lease import Outcome
from mail.models import InboundMail, OutboxMail
from mail.parse.message import Unreadable

from . import dsn
from .address import is_one, mail_of
from .effects import FAILED, address_of, came_back
from .verdict import Report, Verdict

IGNORED = InboundMail.Status.IGNORED
WORDS = {Verdict.HARD: "returned", Verdict.SOFT: "returned", Verdict.LATE: "late", Verdict.ARRIVED: "arrived"}


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
        return Outcome("unknown address", "No email of ours bounces to this address.", IGNORED)
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
