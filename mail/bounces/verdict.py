"""Classification of mail servers' refusals by what they say about the address. Pure functions.

Only errors of the address itself are hard (RFC 3463): one is enough to stop writing there. A full mailbox is emptied
some day; policy, size and content concern one email, or us; and servers and routes that fail are repaired. Those count
only if they persist.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .phrases import FULL, NOBODY

LONGEST: Final = 500  # characters of what a server said
WRAPPED: Final = 3  # lines that one answer may take
_CODE: Final = re.compile(r"(?<![\w.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\w)")
_FAILURE: Final = re.compile(r"(?<![\w.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\w)")
_REPLY: Final = re.compile(r"(?<![\d.])5\d\d(?![\d.])")
_ANSWER: Final = re.compile(r"(?<![\w.:/-])[45][0-7]\d(?=[\s\-<]|$)(?!-\d{3}-)")
_FOR_GOOD: Final = re.compile(r"(?<!\d)55[0134](?!\d)")
_HARD: Final = {
    *((1, detail) for detail in (0, 1, 2, 3, 4, 6, 9, 10)),  # no such mailbox, domain, or syntax; moved; no mail at all
    (2, 0),
    (2, 1),  # the mailbox is disabled
    (4, 4),  # no route to its domain
}


class Verdict(StrEnum):
    """The meaning of a report. ``LATE``: the server is still trying.

    ``ARRIVED``: the email reached its mailbox, or got further than anyone reports. ``UNCLEAR``: a mail server says
    something, and a person must read it.
    """

    HARD = "hard"
    SOFT = "soft"
    LATE = "late"
    ARRIVED = "arrived"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Report:
    """The fate of one email; ``words`` are the other server's, in one line."""

    verdict: Verdict
    words: str


def of_failure(status: str, said: str = "") -> Verdict:
    """Classify the failure of an email that was given up, by its status (RFC 3463) and the server's words.

    If the status is unspecific ("5.0.0"), a code in the words counts.
    """
    for text in (status, said):
        for kind, subject, detail in _CODE.findall(text):
            about = (int(subject), int(detail))
            if about[0] != 0:
                return Verdict.HARD if kind == "5" and about in _HARD else Verdict.SOFT
    return Verdict.HARD if _is_unexplained_refusal(status, said) else Verdict.SOFT


def of_refusal(reply: str) -> Verdict | None:
    """Classify a refusal within the SMTP conversation. ``None`` without a code of RFC 3463.

    A bare "550" may be about anything.
    """
    return of_failure("", reply) if _CODE.search(reply) else None


def of_prose(text: str) -> Report | None:
    """Classify a failure by its first code in a server's words for people, with its line; ``None`` without a code.

    It is hard only if the address is wrong: by a code of RFC 3463, or else by "550" or its like beside words about an
    unknown user. A full mailbox never is, whatever its code.
    """
    lines = text.splitlines()
    at = next((at for at, line in enumerate(lines) if _FAILURE.search(line) or _ANSWER.search(line)), None)
    if at is None:
        return None
    said = " ".join(lines[at : at + WRAPPED])
    code = _FAILURE.search(said)
    is_hard = _is_about_the_address(code[0]) if code else bool(_FOR_GOOD.search(lines[at]) and NOBODY.search(said))
    return Report(Verdict.HARD if is_hard and not FULL.search(said) else Verdict.SOFT, refusal_in_words(lines[at]))


def _is_about_the_address(code: str) -> bool:
    return code.startswith("5.1.") and of_failure(code) == Verdict.HARD


def refusal_in_words(*said: str) -> str:
    """Return the first of these texts that isn't empty, in one line of at most ``LONGEST`` characters."""
    return next((line for each in said if (line := " ".join(each.split()))), "")[:LONGEST]


def _is_unexplained_refusal(status: str, said: str) -> bool:
    """Return whether the refusal is permanent and unexplained: "5.0.0", with 5xx or nothing in the words."""
    return status.strip().startswith("5.0.") and (not said.strip() or bool(_REPLY.search(said)))
