"""Reading bounces that are told in words only: did a mail server write them, and did delivery fail for good?

Only the server's own words count, never those of the email that it returns with them.
"""

from __future__ import annotations

import re
from email.message import Message
from itertools import takewhile
from typing import Final

from mail.parse.body import DEEPEST, MOST_PARTS, decoded_text, written_text
from mail.parse.headers import Fields, author, header_words
from mail.parse.sender import is_answering_machine, is_from_mail_server

from .phrases import COPY, FAILED, GIVEN_UP, LATE, THERE
from .verdict import Report, Verdict, of_prose, refusal_in_words

LONGEST: Final = 20_000  # characters of a server's text that are read
TOLD: Final = 4  # lines of it that are stored
_OTHERS: Final = {"message/disposition-notification", "message/feedback-report"}
_HEADER: Final = re.compile(
    r"\s*(?:Received|Return-Path|X-Received|DKIM-Signature|X-Originating-IP)\s?:", re.IGNORECASE
)
_TITLE: Final = re.compile(r"\s*(?:subject|betreff|objet|asunto|oggetto)\s?:", re.IGNORECASE)
_ACTION: Final = re.compile(r"(?m)^\s*action\s?:\s*(\w+)", re.IGNORECASE)


def read_prose(message: Message, address: str, *, is_from_nobody: bool) -> Report | None:
    """Return what a mail server says of the email to that address; ``None`` if no mail server wrote this.

    ``is_from_nobody``: the envelope had no sender. Answering machines leave it out as well (RFC 3834, 4).
    """
    fields = Fields(message)
    if _reports_something_else(message) or author(fields) == address:
        return None
    text, subject = _own_words(_first_text(message)), header_words(fields.first("Subject"))
    is_said_to_have_failed = fields.has("X-Failed-Recipients") or bool(FAILED.search(f"{subject}\n{text}"))
    if is_from_mail_server(fields, message.get_content_type()):
        return _report(text, subject, is_said_to_have_failed=is_said_to_have_failed)
    is_about_it = is_said_to_have_failed and address in text.lower()
    is_bounce = is_from_nobody and is_about_it and not is_answering_machine(fields)
    return _report(text, subject, is_said_to_have_failed=True) if is_bounce else None


def _report(text: str, subject: str, *, is_said_to_have_failed: bool) -> Report:
    said = refusal_in_words(_telling_lines(text), subject, "The email could not be delivered.")
    if _is_late(text, subject):
        return Report(Verdict.LATE, said)
    if (told := of_prose(text)) is not None:
        return told
    if THERE.search(text):
        return Report(Verdict.ARRIVED, said)
    return Report(Verdict.SOFT if is_said_to_have_failed else Verdict.UNCLEAR, said)


def _is_late(text: str, subject: str) -> bool:
    """Return whether the words say that the server is still trying."""
    if action := _ACTION.search(text):
        return action[1].lower() == "delayed"
    return bool(LATE.search(f"{subject}\n{text}")) and not GIVEN_UP.search(text)


def _telling_lines(text: str) -> str:
    """Return the line that reports the failure, with those below it, which often say why."""
    lines = [line for line in text.splitlines() if re.search(r"\w", line)]
    at = next((at for at, line in enumerate(lines) if FAILED.search(line)), 0)
    return " ".join(lines[at : at + TOLD])


def _own_words(text: str) -> str:
    """Return the text above the returned email, without a subject line, which may say anything."""
    above = takewhile(lambda line: not _HEADER.match(line) and not COPY.fullmatch(line), text[:LONGEST].splitlines())
    return "\n".join(line for line in above if not _TITLE.match(line))


def _first_text(message: Message, depth: int = 0) -> str:
    """Return the first part that has text. A multipart without parts is read as plain text."""
    if not message.is_multipart():
        raw = message.get_payload(decode=True)
        is_broken = message.get_content_maintype() == "multipart" and isinstance(raw, bytes)
        return decoded_text(raw, "")[:LONGEST] if is_broken and isinstance(raw, bytes) else written_text(message)
    if message.get_content_type() == "multipart/alternative":
        return written_text(message)
    if message.get_content_maintype() != "multipart" or depth >= DEEPEST:
        return ""
    parts = [part for part in message.get_payload() if isinstance(part, Message)][:MOST_PARTS]
    return next((text for part in parts if (text := _first_text(part, depth + 1)).strip()), "")


def _reports_something_else(message: Message, depth: int = 0) -> bool:
    """Return whether the message is a read receipt or a complaint."""
    if message.get_content_type() in _OTHERS:
        return True
    if message.get_content_maintype() != "multipart" or not message.is_multipart() or depth >= DEEPEST:
        return False
    parts = [part for part in message.get_payload() if isinstance(part, Message)][:MOST_PARTS]
    return any(_reports_something_else(part, depth + 1) for part in parts)
