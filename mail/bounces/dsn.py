"""Reading a delivery report (RFC 3464), and two old kinds that follow no standard. Nothing else is taken for one: not
an answering machine, not a receipt for reading, not an email that quotes a report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesParser, HeaderParser
from email.policy import compat32
from typing import Final

from mail.parse.auto_reply import REPORTED_BY
from mail.parse.body import written
from mail.parse.headers import Fields, addresses
from mail.parse.message import Unreadable, check_size

from .classify import Report, Verdict, in_words, of_failure

MOST_RECIPIENTS: Final = 50
DEEPEST: Final = 3
_STATUSES: Final = {"message/delivery-status", "message/global-delivery-status"}
_REACHED: Final = {"delivered", "relayed", "expanded"}
_QMAIL: Final = "hi. this is the qmail-send program at "
_MARKED: Final = re.compile(r"#(\d\.\d{1,3}\.\d{1,3})")
_BLANK: Final = re.compile(r"\r?\n[ \t]*\r?\n")


def read(raw: bytes, address: str) -> Report | None:
    """What became of the email to that address; ``None`` if these bytes do not tell. Raises ``Unreadable``, and
    nothing else."""
    try:
        check_size(raw)
        message = BytesParser(policy=compat32).parsebytes(raw)
        return _standard(message, address.lower()) or _of_old(message)
    except Unreadable:
        raise
    except Exception as error:  # there is no list of what "email" may raise
        raise Unreadable(f"The report cannot be read: {type(error).__name__}.") from error


# -- RFC 3464 --------------------------------------------------------------------------------------------------------


def _standard(message: Message, address: str) -> Report | None:
    status = _status_part(message)
    if status is None:
        return None
    found = [fields for fields in _blocks(status) if fields.has("Action")][:MOST_RECIPIENTS]
    named = [fields for fields in found if address in addresses(fields.all("Original-Recipient", "Final-Recipient"))]
    # Where the mail was passed on, the report is about the address behind. It is lost if it reached nobody there.
    has_arrived = not named and any(_action(fields) in _REACHED for fields in found)
    return None if has_arrived else _worst(named or found)


def _status_part(message: Message, depth: int = 0) -> Message | None:
    """Never out of an email within the email, which anybody may have written."""
    kind = message.get_content_type()
    if kind in _STATUSES:
        return message
    if not kind.startswith("multipart/") or depth >= DEEPEST or not message.is_multipart():
        return None
    parts = (part for part in message.get_payload() if isinstance(part, Message))
    return next((found for part in parts if (found := _status_part(part, depth + 1))), None)


def _blocks(status: Message) -> Iterator[Fields]:
    """The groups of fields: one about the email, then one for each recipient."""
    payload = status.get_payload()
    for part in payload if isinstance(payload, list) else [payload]:
        if not isinstance(part, Message):
            yield from _parsed(str(part))
            continue
        yield Fields(part)
        rest = part.get_payload()
        if isinstance(rest, str):
            yield from _parsed(rest)


def _parsed(text: str) -> Iterator[Fields]:
    for group in _BLANK.split(text)[: MOST_RECIPIENTS + 1]:
        yield Fields(HeaderParser(policy=compat32).parsestr(group.strip() + "\n\n"))


def _worst(found: list[Fields]) -> Report | None:
    reports = [report for fields in found if (report := _report(fields))]
    return min(reports, key=lambda report: list(Verdict).index(report.verdict), default=None)


def _report(fields: Fields) -> Report | None:
    status, said = fields.first("Status"), fields.first("Diagnostic-Code").partition(";")[2]
    action = _action(fields)
    if action == "failed":
        return Report(of_failure(status, said), in_words(said, status))
    if action == "delayed":
        return Report(Verdict.LATE, in_words(said, status))
    return Report(Verdict.ARRIVED, in_words(said, status)) if action in _REACHED else None


def _action(fields: Fields) -> str:
    return (fields.first("Action").partition("(")[0].split() or [""])[0].lower()


# -- before it -------------------------------------------------------------------------------------------------------


def _of_old(message: Message) -> Report | None:
    """Exim's, which names whom it failed in a header, and qmail's, known by its first words; from a mail server."""
    fields = Fields(message)
    by = {address.partition("@")[0] for address in addresses(fields.all("From"))}
    if message.is_multipart() or not by & REPORTED_BY:
        return None
    text = written(message)
    if not fields.has("X-Failed-Recipients") and not text.lstrip().lower().startswith(_QMAIL):
        return None
    # What follows the report is the mail itself, or its beginning.
    own = re.split(r"(?m)^-{3,}", text)[0]
    code = _MARKED.search(own)
    line = next((line for line in own.splitlines() if re.search(r"(?<![\d.])[45](\d\d|\.\d+\.\d+)(?![\d.])", line)), "")
    return Report(of_failure(code[1] if code else "", line), in_words(line, "The email could not be delivered."))
