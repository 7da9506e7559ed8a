"""The results of examining parts of the email setup."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

State = Literal["good", "look", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A result. ``words`` say what was found, ``advice`` what to do about it.

    ``publish`` are lines for the domain's zone, in the form of a zone file.
    """

    name: str
    state: State
    words: str
    advice: str = ""
    publish: tuple[str, ...] = ()


def wrong(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.state == "wrong"]


def dns_record(name: str, kind: str, value: str) -> str:
    """Return a line of a zone file. Text is put into quotes, in pieces of at most 255 characters (RFC 1035, 3.3)."""
    if kind == "TXT":
        value = " ".join(f'"{value[start : start + 255]}"' for start in range(0, len(value), 255))
    return f"{name}. {kind} {value}"
