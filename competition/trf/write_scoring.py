"""What results are worth, written where it is not the standard."""

from __future__ import annotations

from fractions import Fraction

from competition.history import Scoring
from i18n.text import pgettext

from .columns import points

USUAL = Scoring()


def _worths(scoring: Scoring) -> dict[str, Fraction]:
    """By the letters of record 162, without those that are as usual."""
    found = {
        letter: worth
        for letter, worth, usual in (
            ("W", scoring.win, USUAL.win),
            ("D", scoring.draw, USUAL.draw),
            ("L", scoring.loss, USUAL.loss),
            ("A", scoring.absence, USUAL.absence),
        )
        if worth != usual
    }
    bye = scoring.pairing_bye
    return found if bye in (None, scoring.win) else found | {"P": bye or Fraction(0)}


def _worth(worth: Fraction) -> str:
    return points(worth, pgettext("TRF has columns for", "the points of a result"))


def record_162(scoring: Scoring) -> list[str]:
    """Letters in columns 6, 15, 24 …, each with four columns for the points."""
    worths = _worths(scoring)
    pairs = [f"{letter}{_worth(worth)}" for letter, worth in worths.items()]
    return [f"162  {'    '.join(pairs)}"] if pairs else []


def records_of_extensions(scoring: Scoring) -> list[str]:
    """XXS for JaVaFo and those who follow it, whose bye is worth 1 unless it is said; BBW and so on for bbpPairings."""
    worths = _worths(scoring)
    if not worths:
        return []
    worths.setdefault("P", scoring.win)
    texts = {letter: _worth(worth) for letter, worth in worths.items()}
    javafo = {"W": ("W",), "D": ("D",), "L": ("WL", "BL"), "A": ("ZPB", "FL"), "P": ("PAB",)}
    bbp = {"W": ("BBW",), "D": ("BBD",), "L": ("BBL",), "A": ("BBZ", "BBF"), "P": ("BBU",)}
    words = [f"{code}={text.strip()}" for letter, text in texts.items() for code in javafo[letter]]
    return [f"XXS {' '.join(words)}", *(f"{tag} {text}" for letter, text in texts.items() for tag in bbp[letter])]
