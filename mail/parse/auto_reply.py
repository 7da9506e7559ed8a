"""Recognition of emails that a program wrote, not a person. They are ignored and never answered."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from .headers import Fields, addresses, words

REPORTED_BY: Final = frozenset({"mailer-daemon", "mailerdaemon", "mail-daemon", "postmaster", "post_master"})
_DAEMON: Final = re.compile(r"\b(?:mailer[-_ ]?daemon|postmaster|mail deliver[y]? (?:sub)?system)\b", re.IGNORECASE)
_NOT: Final = frozenset({"no", "false", "0", "none"})
BULK: Final = frozenset({"bulk", "list", "junk"})


def is_from_mail_server(fields: Fields, content_type: str) -> bool:
    """Return whether a mail server itself wrote the email, judging by its author's address or name, or their lack."""
    by = fields.first("From")
    local = {address.partition("@")[0] for address in addresses([by])}
    is_nameless = not local and not by.strip("<> ")
    is_report = content_type in {"multipart/report", "message/delivery-status"} or fields.has("X-Failed-Recipients")
    return bool(local & REPORTED_BY) or is_nameless or is_report or _DAEMON.search(words(by)) is not None


def is_answering_machine(fields: Fields) -> bool:
    """Return whether the email says that a program wrote it on someone's behalf."""
    return _word(fields.first("Auto-Submitted")) not in {"", "no"} or _says_auto_reply(fields)


def _says_auto_reply(fields: Fields) -> bool:
    marks = fields.all("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Mail-Autoreply")
    return any(_word(mark) not in _NOT for mark in marks) or _word(fields.first("Precedence")) in {
        "auto_reply",
        "auto-reply",
    }


def auto_reply_reason(
    fields: Fields, content_type: str, *, sender: str, envelope_sender: str, own_domains: Collection[str]
) -> str:
    """Return why an email isn't a person's, in a word or two; "" if nothing says so.

    A subject or a text proves nothing, nor does X-Auto-Response-Suppress, which some companies' servers add to people's
    emails, too.
    """
    local = {address.rpartition("@")[0].lower() for address in (sender, envelope_sender)}
    if content_type in {"multipart/report", "message/delivery-status"} or local & REPORTED_BY:
        return "report"
    if fields.has("X-Failed-Recipients"):
        return "report"
    precedence = _word(fields.first("Precedence"))
    if is_answering_machine(fields):
        return "auto-submitted"
    if fields.has("List-Id", "List-Post"):
        return "list"
    if precedence in BULK:
        return "bulk"
    return _by_address(sender, envelope_sender, own_domains)


def _by_address(sender: str, envelope_sender: str, own_domains: Collection[str]) -> str:
    ours = {domain.lower().rstrip(".") for domain in own_domains if domain}
    if any(address.rpartition("@")[2].lower().rstrip(".") in ours for address in (sender, envelope_sender)):
        return "own"
    return "" if addresses([envelope_sender]) else "null sender"


def _word(value: str) -> str:
    """Return the value without parameters and comments."""
    return value.partition(";")[0].partition("(")[0].strip().lower()
