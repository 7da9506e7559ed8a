"""Colour differences, preferences and their strength (C.04.3, A.6)."""

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
    """The colour a player is due, ``None`` for who has played no game."""

    colour: Colour | None
    strength: Strength


def difference(colours: Sequence[Colour]) -> int:
    """Games with white less games with black."""
    return sum(1 if colour is Colour.WHITE else -1 for colour in colours)


def preference(colours: Sequence[Colour]) -> Preference:
    """Return what is due after these colours of played games, oldest first."""
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
