"""Names for the tabs of a workbook, within Excel's rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .values import clean

LONGEST = 31  # UTF-16 units
_RESERVED = {"history"}


def tab_names(titles: Iterable[str]) -> list[str]:
    """A name for each title, as like it as may be: without ``[ ] : * ? / \\``, line ends and apostrophes around it, not
    empty, not too long, not one that Excel keeps for itself, and no two alike but for capitals."""
    taken = set(_RESERVED)
    names = []
    for title in titles:
        name = _free(_allowed(title) or "Table", taken)
        taken.add(name.casefold())
        names.append(name)
    return names


def shortened(text: str, units: int) -> str:
    """The text cut to so many UTF-16 units, which is how Excel counts; no character is cut in half."""
    return text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore")


def _allowed(title: str) -> str:
    words = re.sub(r"[\[\]:*?/\\\s\ufffd]+", " ", clean(title))
    return shortened(words.strip(" '"), LONGEST).strip(" '")


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        mark = f" ({number})"
        free = shortened(name, LONGEST - len(mark)).strip(" '") + mark
    return free
