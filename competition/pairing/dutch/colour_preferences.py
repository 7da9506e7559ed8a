"""Colour differences, colour preferences and their strength (FIDE C.04.3, A.6)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from competition.history import Colour


class Strength(IntEnum):
    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(NamedTuple):
    """The colour that a player is due, ``None`` before the first game, and how strongly."""

    colour: Colour | None
    strength: Strength


def difference(colours: Sequence[Colour]) -> int:
    """Return the number of games with white minus the number with black."""
    return sum(1 if colour is Colour.WHITE else -1 for colour in colours)


def preference(colours: Sequence[Colour]) -> Preference:
    """Return the colour that a player is due after the given colours of played games, oldest first.

    Absolute: the difference is beyond 1, or the last two games had the same colour. Strong: the difference is 1. Mild:
    it is 0, and the colour of the last game should alternate.
    """
    if not colours:
        return Preference(None, Strength.NONE)
    balance = difference(colours)
    evening = Colour.BLACK if balance > 0 else Colour.WHITE
    if abs(balance) > 1:
        return Preference(evening, Strength.ABSOLUTE)
    if colours[-2:-1] == colours[-1:]:
        return Preference(colours[-1].other, Strength.ABSOLUTE)
    if balance:
        return Preference(evening, Strength.STRONG)
    return Preference(colours[-1].other, Strength.MILD)
