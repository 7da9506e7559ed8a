"""Reading mail servers' reports about our emails: by the standard (RFC 3464), or else in words.

Nothing else is taken for a report: not an answering machine, not a read receipt, not an email that quotes a report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesParser, HeaderParser
from email.policy import compat32
from typing import Final

from mail.parse.headers import Fields, addresses
from mail.parse.message import Unreadable, check_size

from . import prose
from .verdict import Report, Verdict, of_failure, refusal_in_words

MOST_RECIPIENTS: Final = 50
DEEPEST: Final = 3
_STATUSES: Final = {"message/delivery-status", "message/global-delivery-status"}
_REACHED: Final = {"delivered", "relayed", "expanded"}
_ACTIONS: Final = {"failed", "delayed", *_REACHED}
_BLANK: Final = re.compile(r"\r?\n[ \t]*\r?\n")


def read_report(raw: bytes, address: str, *, is_from_nobody: bool) -> Report | None:
    """Return what became of the email to that address; ``None`` if these bytes don't say.

    ``is_from_nobody``: their envelope had no sender. Raises ``Unreadable``, and nothing else.
    """
    try:
        check_size(raw)
        message = BytesParser(policy=compat32).parsebytes(raw)
        fields = _reported(message)
        if fields:
            return _standard(fields, address.lower())
        return prose.read_prose(message, address.lower(), is_from_nobody=is_from_nobody)
    except Unreadable:
        raise
    except Exception as error:  # "email" may raise anything
        raise Unreadable(f"The report cannot be read: {type(error).__name__}.") from error


# -- RFC 3464 --------------------------------------------------------------------------------------------------------


def _reported(message: Message) -> list[Fields]:
    """Return the report's fields for each recipient; nothing if it follows no standard."""
    status = _status_part(message)
    if status is None:
        return []
    return [fields for fields in _blocks(status) if _action(fields) in _ACTIONS][:MOST_RECIPIENTS]


def _standard(found: list[Fields], address: str) -> Report | None:
    named = [fields for fields in found if address in addresses(fields.all("Original-Recipient", "Final-Recipient"))]
    # If the email was forwarded, the report is about the address beyond. It is lost only if it reached no one there.
    has_arrived = not named and any(_action(fields) in _REACHED for fields in found)
    return None if has_arrived else _worst(named or found)


def _status_part(message: Message, depth: int = 0) -> Message | None:
    """Return the part with the status; ``None`` without one.

    Emails within the email are left out, since anyone may have written those.
    """
    kind = message.get_content_type()
    if kind in _STATUSES:
        return message
    if not kind.startswith("multipart/") or depth >= DEEPEST or not message.is_multipart():
        return None
    parts = (part for part in message.get_payload() if isinstance(part, Message))
    return next((found for part in parts if (found := _status_part(part, depth + 1))), None)


def _blocks(status: Message) -> Iterator[Fields]:
    """Yield the groups of fields: one about the email, then one for each recipient."""
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
        return Report(of_failure(status, said), refusal_in_words(said, status))
    if action == "delayed":
        return Report(Verdict.LATE, refusal_in_words(said, status))
    return Report(Verdict.ARRIVED, refusal_in_words(said, status)) if action in _REACHED else None


def _action(fields: Fields) -> str:
    return (fields.first("Action").partition("(")[0].split() or [""])[0].lower()
