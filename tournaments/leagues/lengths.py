"""How long matches take, and with them a season: from those that have ended, or, where these are too few, from the time
control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from math import ceil

FEWEST = 20  # matches to go by
TURNS = 20  # of each player in a match, where too few have ended to go by


class Fit(StrEnum):
    FITS = "fits"
    TIGHT = "tight"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Lengths:
    """Half of ``count`` matches ended within ``half``, nine in ten within ``nine_in_ten``."""

    half: timedelta
    nine_in_ten: timedelta
    count: int


def lengths_of(matches: Sequence[timedelta]) -> Lengths | None:
    """``None`` where they are too few."""
    if len(matches) < FEWEST:
        return None
    in_order = sorted(matches)
    return Lengths(_quantile(in_order, 50), _quantile(in_order, 90), len(in_order))


def longest(start: timedelta, increment: timedelta) -> timedelta:
    """Of a match of ``TURNS`` turns each, if both use all their time."""
    return 2 * (start + (TURNS - 1) * increment)


def rounds_of(players: int, cycles: int) -> int:
    """Of a round robin."""
    return cycles * (players - 1 + players % 2)


def one_after_another(rounds: int, at_once: int) -> int:
    """How many times a match's length fits into the season where so many rounds (0: all) run at the same time."""
    return ceil(rounds / at_once) if at_once else min(rounds, 1)


def fit(half: timedelta, nine_in_ten: timedelta, available: timedelta) -> Fit:
    """Whether a season fits that takes so long, by half of the matches and by nine in ten."""
    if half > available:
        return Fit.TOO_LONG
    return Fit.TIGHT if nine_in_ten > available else Fit.FITS


def _quantile(in_order: Sequence[timedelta], per_cent: int) -> timedelta:
    """The shortest length within which so many of them ended."""
    return in_order[ceil(len(in_order) * per_cent / 100) - 1]
