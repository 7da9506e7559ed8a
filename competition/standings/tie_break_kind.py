"""What a tie-break is, before anybody has chosen its modifiers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from competition.history import System
from i18n.text import Text, pgettext, say

from .explained_value import Value
from .modifiers import Modifiers
from .results_so_far import Table

EVERYWHERE = frozenset(System)
SWISS = frozenset((System.SWISS,))
ROUND_ROBIN = frozenset((System.ROUND_ROBIN,))
NOWHERE: frozenset[System] = frozenset()


class BadTieBreak(ValueError):
    """There is no such tie-break, or not in this system; ``str()`` says so in a sentence."""


@dataclass(frozen=True, slots=True)
class Kind:
    """``called`` is the message of its ``name``, an organiser's word for it, and ``explained`` that of its
    ``explanation``, one sentence for players. ``article`` is of C.07, empty
    for those that are our own. ``places`` are the decimals that are always shown. ``modifiers`` are the letters that
    may follow. An organiser may choose it in the systems where it is ``offered``; where it is ``refused`` it must not
    be used at all. ``value`` is ``None`` for direct encounter, which depends on who is level.
    """

    code: str
    called: str
    explained: str
    article: str
    value: Callable[[Table, int, Modifiers], Value] | None
    places: int = 0
    modifiers: str = ""
    offered: frozenset[System] = EVERYWHERE
    refused: frozenset[System] = NOWHERE
    higher_is_better: bool = True
    needs_ratings: bool = False
    needs_volleys: bool = False

    @property
    def name(self) -> Text:
        return say(self.called)

    @property
    def explanation(self) -> Text:
        return say(self.explained)


def shown(number: Fraction | None, places: int) -> str:
    """With at least so many decimals, more only if the number has them; a dash for none."""
    if number is None:
        return "–"
    while number.denominator not in _DENOMINATORS[places] and places < len(_DENOMINATORS) - 1:
        places += 1
    return as_written(f"{float(number):.{places}f}")


def as_written(digits: str) -> str:
    """The digits "-4.5" with a minus sign, and what the reader's language has before the decimals: "−4,5"."""
    return digits.replace("-", "−").replace(".", pgettext("before decimals", "."))


_DENOMINATORS = tuple(frozenset(n for n in range(1, 10**places + 1) if 10**places % n == 0) for places in range(4))
