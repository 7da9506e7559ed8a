"""What an email's headers say about its sender: whether a program wrote it, and whether our server vouches for them.

Emails that a program wrote are ignored and never answered.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final, Literal

from .headers import Fields, addresses, header_words

Verdict = Literal["pass", "fail", "none", "silent"]
REPORTED_BY: Final = frozenset({"mailer-daemon", "mailerdaemon", "mail-daemon", "postmaster", "post_master"})
_DAEMON: Final = re.compile(r"\b(?:mailer[-_ ]?daemon|postmaster|mail deliver[y]? (?:sub)?system)\b", re.IGNORECASE)
_NOT: Final = frozenset({"no", "false", "0", "none"})
BULK: Final = frozenset({"bulk", "list", "junk"})
_METHOD: Final = re.compile(r"([\w-]+)(?:/\d+)?=([\w-]+)")


def is_from_mail_server(fields: Fields, content_type: str) -> bool:
    """Return whether a mail server itself wrote the email, judging by its author's address or name, or their lack."""
    by = fields.first("From")
    local = {address.partition("@")[0] for address in addresses([by])}
    is_nameless = not local and not by.strip("<> ")
    is_report = content_type in {"multipart/report", "message/delivery-status"} or fields.has("X-Failed-Recipients")
    return bool(local & REPORTED_BY) or is_nameless or is_report or _DAEMON.search(header_words(by)) is not None


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


# -- our mail server's findings about the sender (RFC 8601) ------------------------------------------------------------


def dmarc(results: Iterable[str], authserv_id: str) -> Verdict:
    """Return our server's verdict on the sender by DMARC.

    ``results`` are the values of Authentication-Results from top to bottom. The topmost with our server's name counts:
    a server adds its own above all others, and one further down may have come with the email. If the topmost says
    nothing of DMARC, the next one that does is believed only if it says "fail", which nobody forges against themselves.
    "silent": our server says nothing at all about the email, so it didn't check it. If our server has no name, the
    verdict is "none".
    """
    if not authserv_id:
        return "none"
    above = False
    for value in results:
        server, *parts = _parts(value)
        if server[:1] != [authserv_id.lower()]:
            continue
        found = _found(parts)
        if found:
            passed: Verdict = "pass" if found == {"pass"} and not above else "none"
            return "fail" if "fail" in found else passed
        above = True
    return "none" if above else "silent"


def _found(parts: Iterable[list[str]]) -> set[str]:
    """Return the results for DMARC among the parts."""
    methods = (_METHOD.fullmatch(words[0]) for words in parts if words)
    return {method[2] for method in methods if method and method[1] == "dmarc"}


def _parts(value: str) -> list[list[str]]:
    """Return the words of each part between semicolons."""
    parts: list[list[str]] = [[""]]
    for kind, text in _tokens(value):
        if kind == "end":
            parts.append([""])
        elif kind == "space":
            parts[-1].append("")
        else:
            parts[-1][-1] += text
    return [_joined(part) for part in parts]


def _joined(words: list[str]) -> list[str]:
    """Return the words in lower case, without spaces around "=" and "/"."""
    text = " ".join(word for word in words if word).lower()
    return re.sub(r"\s*([=/])\s*", r"\1", text).split(" ") if text else []


def _tokens(value: str) -> Iterator[tuple[str, str]]:
    """Yield the value's characters, spaces and ends of parts. Comments become spaces, quoted strings their text."""
    depth, quoted, escaped = 0, False, False
    for sign in value:
        if escaped:
            escaped = False
            if not depth:
                yield "text", _harmless(sign)
        elif sign == "\\" and (depth or quoted):
            escaped = True
        elif quoted:
            quoted = sign != '"'
            if quoted:
                yield "text", _harmless(sign)
        elif sign == "(":
            depth += 1
        elif depth:
            depth -= sign == ")"
            yield "space", ""
        elif sign == '"':
            quoted = True
        else:
            yield {";": "end"}.get(sign, "space" if sign.isspace() else "text"), sign


def _harmless(sign: str) -> str:
    """Return a character from a quoted string, replaced if it would count as syntax."""
    return "_" if sign in "=/; " else sign
