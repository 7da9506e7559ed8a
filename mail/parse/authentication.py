"""What our own mail server found out about the sender of an email (RFC 8601)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

Verdict = Literal["pass", "fail", "none", "silent"]
_METHOD: Final = re.compile(r"([\w-]+)(?:/\d+)?=([\w-]+)")


def dmarc(results: Iterable[str], authserv_id: str) -> Verdict:
    """``results`` are the values of Authentication-Results from the top down.

    Of those that bear our server's name the topmost counts: a server adds its own above all others, and one further
    down may have come with the email. If the topmost does not speak of DMARC, the next that does is believed a "fail",
    which no one forges for himself. ``silent``: our server says nothing at all of the email, so it was not looked at.
    Where our server has no name, nothing counts.
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
    """What the parts say about DMARC."""
    methods = (_METHOD.fullmatch(words[0]) for words in parts if words)
    return {method[2] for method in methods if method and method[1] == "dmarc"}


def _parts(value: str) -> list[list[str]]:
    """The words of what stands between semicolons."""
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
    """In small letters, blanks around "=" taken out."""
    text = " ".join(word for word in words if word).lower()
    return re.sub(r"\s*([=/])\s*", r"\1", text).split(" ") if text else []


def _tokens(value: str) -> Iterator[tuple[str, str]]:
    """Characters, blanks and ends of parts; comments as blanks, quoted strings as their text."""
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
    """A character of a quoted string, which is never a sign of the syntax."""
    return "_" if sign in "=/; " else sign
