"""Our own mail server's findings about the sender of an email (RFC 8601)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

Verdict = Literal["pass", "fail", "none", "silent"]
_METHOD: Final = re.compile(r"([\w-]+)(?:/\d+)?=([\w-]+)")


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
