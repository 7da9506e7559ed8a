"""The kinds of tie-breaks, and the modifiers that may follow their codes after a slash.

Source: FIDE C.07, article 14, and FIDE's codes for TRF26.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from competition.history import System
from i18n.text import Text, pgettext, say

from .explained_value import TieBreakValue
from .results_so_far import ResultsSoFar

MODIFIER = re.compile(r"([CM])([1-9])|L([+-]?[1-9][0-9]?)|(F|P)", re.ASCII)
EVERYWHERE = frozenset((System.SWISS, System.ROUND_ROBIN))
SWISS_ONLY = frozenset((System.SWISS,))
ROUND_ROBIN = frozenset((System.ROUND_ROBIN,))
AT_TABLES_ONLY = frozenset((System.TABLES,))
NOWHERE: frozenset[System] = frozenset()


class BadTieBreak(ValueError):
    """An error for a tie-break that doesn't exist, or not in the given system; ``str()`` says so in a sentence."""


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The modifiers of a tie-break.

    The ``low`` lowest and ``high`` highest values are left out; the limit of Koya moves by ``limit`` half points;
    ``fore`` takes Fore Buchholz for Buchholz; ``forfeits`` lets forfeits count as games between the players.
    """

    low: int = 0
    high: int = 0
    limit: int = 0
    fore: bool = False
    forfeits: bool = False

    def with_word(self, word: str, allowed: str) -> Modifiers | None:
        """Add a modifier; return ``None`` if the word is not a modifier, is not allowed, or repeats one."""
        match = MODIFIER.fullmatch(word)
        if not match or word[0] not in allowed or (word[0] in "CM" and self.low) or (word[0] == "L" and self.limit):
            return None
        if word[0] in "CM":
            count = int(match[2])
            return replace(self, low=count, high=count if word[0] == "M" else 0)
        if word[0] == "L":
            return replace(self, limit=int(match[3]))
        return replace(self, fore=self.fore or word == "F", forfeits=self.forfeits or word == "P")

    @property
    def words(self) -> str:
        """The modifiers in canonical spelling, with their slashes."""
        cut = f"/M{self.low}" if self.high else f"/C{self.low}" if self.low else ""
        limit = f"/L{self.limit:+}" if self.limit else ""
        return cut + limit + "/F" * self.fore + "/P" * self.forfeits


@dataclass(frozen=True, slots=True)
class TieBreakKind:
    """A kind of tie-break.

    ``called`` is the message of its ``name``, an organiser's word for it, and ``explained`` that of its
    ``explanation``, one sentence for players. ``article`` is an article of FIDE C.07, empty for this site's own.
    ``places`` is the number of decimals always shown. ``modifiers`` are the letters that may follow. An organiser may
    choose it in the systems where it is ``offered``; where it is ``refused`` it must not be used at all. ``value`` is
    ``None`` for direct encounter, which depends on who is level, and for kinds only for tables
    (``competition.tables.standings``).
    """

    code: str
    called: str
    explained: str
    article: str
    value: Callable[[ResultsSoFar, int, Modifiers], TieBreakValue] | None
    places: int = 0
    modifiers: str = ""
    offered: frozenset[System] = EVERYWHERE
    refused: frozenset[System] = NOWHERE
    higher_is_better: bool = True
    needs_ratings: bool = False
    needs_scores: bool = False

    @property
    def name(self) -> Text:
        return say(self.called)

    @property
    def explanation(self) -> Text:
        return say(self.explained)


def shown(number: Fraction | None, places: int) -> str:
    """Write a number with at least ``places`` decimals, more only if it has them; a dash for ``None``."""
    if number is None:
        return "–"
    while number.denominator not in _DENOMINATORS[places] and places < len(_DENOMINATORS) - 1:
        places += 1
    return as_written(f"{float(number):.{places}f}")


def as_written(digits: str) -> str:
    """Write digits as the reader's language does: "-4.5" as "−4,5"."""
    return digits.replace("-", "−").replace(".", pgettext("before decimals", "."))


_DENOMINATORS = tuple(frozenset(n for n in range(1, 10**places + 1) if 10**places % n == 0) for places in range(4))
