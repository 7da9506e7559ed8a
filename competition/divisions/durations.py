"""The lengths of matches and seasons, measured on matches that have ended.

Where there are too few of those, the time control gives an upper limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from math import ceil

_FEWEST = 20  # matches to go by
HALF_OF_THEM, NINE_IN_TEN = 0.5, 0.9


class Fit(StrEnum):
    FITS = "fits"
    TIGHT = "tight"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of matches: half of ``count`` ended within ``half``, nine in ten within ``nine_in_ten``."""

    half: timedelta
    nine_in_ten: timedelta
    count: int


def lengths_of(matches: Sequence[timedelta]) -> Lengths | None:
    """Measure how long matches like these take; return ``None`` where there are too few to tell."""
    if len(matches) < _FEWEST:
        return None
    in_order = sorted(matches)
    return Lengths(quantile(in_order, HALF_OF_THEM), quantile(in_order, NINE_IN_TEN), len(in_order))


def longest(start: timedelta, increment: timedelta, turns: int, players: int = 2) -> timedelta:
    """Return the length of a match whose players each use up all their time for ``turns`` turns."""
    return players * (start + (turns - 1) * increment)


def of_the_slowest(in_order: Sequence[timedelta], share: float, among: int) -> timedelta:
    """Return the time within which all of ``among`` matches end, with a probability of ``share``.

    ``in_order`` are the lengths of similar matches, ascending.
    """
    return quantile(in_order, share ** (1 / among))


def fit(half: timedelta, nine_in_ten: timedelta, available: timedelta) -> Fit:
    """Return how a season fits the time available to it.

    Half of all seasons like it end within ``half``, and nine in ten within ``nine_in_ten``.
    """
    if half > available:
        return Fit.TOO_LONG
    return Fit.TIGHT if nine_in_ten > available else Fit.FITS


def quantile(in_order: Sequence[timedelta], share: float) -> timedelta:
    """Return the shortest length within which the given share of the matches ended."""
    return in_order[ceil(round(len(in_order) * share, 6)) - 1]
