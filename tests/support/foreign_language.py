"""A language of one letter, none of ours: what stays readable in it was never translated."""

from __future__ import annotations

import re

from i18n.text import CONTEXT

ENGLISH = re.compile(r"[A-Za-z]{2,}")


def foreign(message: str) -> str:
    text = message.rpartition(CONTEXT)[2]
    return re.sub(r"(%\(\w+\)s)|[A-Za-z]", lambda found: found[1] or "ж", text)


def foreign_of(one: str, many: str, number: int) -> str:
    return foreign(one if number == 1 else many)
