"""Sides, unit types and armies (rules 1).

Three small numbers are used throughout the engine: an *owner* is 0 (Red) or 1 (Green); a *type* is an index into
``TYPES``; a *piece* is a type with a face, numbered 0–4 for the normal types and 5–9 for the fortified ones, which is
also the order in which a supply is written.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.errors import GameError
from i18n.text import noop, say

RED: Final = 0
GREEN: Final = 1
SIDE_NAMES: Final = (noop("Red"), noop("Green"))
SIDE_WORDS: Final = ("red", "green")
"""The sides as scripts, forms and stylesheets read them."""

TYPES: Final = "ITBCA"
TYPE_NAMES: Final = ("Infantry", "Tank", "Battleship", "Chopper", "Artillery")
INFANTRY: Final = 0
TANK: Final = 1
BATTLESHIP: Final = 2
CHOPPER: Final = 3
ARTILLERY: Final = 4

_TWICE: Final = (
    noop("The army names Infantry twice."),
    noop("The army names Tanks twice."),
    noop("The army names Battleships twice."),
    noop("The army names Choppers twice."),
    noop("The army names Artillery twice."),
)
_TOO_MANY: Final = (
    noop("An army has at most %(limit)s Infantry."),
    noop("An army has at most %(limit)s Tanks."),
    noop("An army has at most %(limit)s Battleships."),
    noop("An army has at most %(limit)s Chopper."),
    noop("An army has at most %(limit)s Artillery."),
)

PIECES: Final = range(10)
PIECE_TEXT: Final = (*TYPES, *(f"+{letter}" for letter in TYPES))

Army = tuple[int, int, int, int, int]
STANDARD_ARMY: Final[Army] = (4, 4, 4, 0, 0)
SPECIAL_LIMITS: Final[Army] = (4, 4, 4, 1, 1)
SPECIAL_SIZE: Final = 10
BALANCED_ARMY: Final[Army] = (3, 3, 2, 1, 1)  # a special one with units of each type, to start from


class ArmyError(GameError):
    """An error for a text that is no army; the message is one sentence."""


class Unit(NamedTuple):
    """A unit: its owner, its type as a letter of ``TYPES``, and its face."""

    owner: int
    type: str
    fortified: bool

    @property
    def name(self) -> str:
        """The unit's type in English: "Tank"."""
        return TYPE_NAMES[TYPES.index(self.type)]

    @property
    def piece(self) -> int:
        """The unit's type and face as a number, the same for both owners."""
        return TYPES.index(self.type) + (5 if self.fortified else 0)

    def __str__(self) -> str:
        """Write the unit as in the text of a position: upper case for Red, lower case for Green (rules 6)."""
        letter = self.type if self.owner == RED else self.type.lower()
        return f"+{letter}" if self.fortified else letter


UNITS: Final = tuple(
    tuple(Unit(owner, letter, fortified) for fortified in (False, True) for letter in TYPES) for owner in (RED, GREEN)
)
"""Every possible unit, as ``UNITS[owner][piece]``."""


_READ: Final = {str(unit): unit for pieces in UNITS for unit in pieces}


def read_unit(text: str) -> Unit | None:
    """Read a unit as the text of a position has it (``"+t"``); return ``None`` for any other text."""
    return _READ.get(text)


def parse_army(text: str) -> Army:
    """Read an army from counts such as ``I4T4B2``, in any order and case; blanks and commas are ignored.

    The army has none of a type that is left out. Raises ``ArmyError`` for more of a type than there are; ``army_fault``
    checks how many units an army needs.
    """
    if not is_army_text(text):
        raise ArmyError(
            say("“%(text)s” is not an army: write each type with its count, such as I4T4B2.", text=text.strip()[:40])
        )
    counts = [0] * len(TYPES)
    seen = set()
    for letter, digits in re.findall(r"([A-Z])([0-9]+)", _squeezed(text).upper()):
        if letter not in TYPES:
            raise ArmyError(say("There is no unit type %(letter)s: the types are I, T, B, C and A.", letter=letter))
        kind = TYPES.index(letter)
        if letter in seen:
            raise ArmyError(say(_TWICE[kind]))
        seen.add(letter)
        if len(digits) > 2 or int(digits) > SPECIAL_LIMITS[kind]:
            raise ArmyError(say(_TOO_MANY[kind], limit=SPECIAL_LIMITS[kind]))
        counts[kind] = int(digits)
    infantry, tanks, battleships, choppers, artillery = counts
    return infantry, tanks, battleships, choppers, artillery


def is_army_text(text: str) -> bool:
    """Return whether a text is made of counts of types, whatever the types and however many of each."""
    return re.fullmatch(r"(?:[A-Z][0-9]+)+", _squeezed(text).upper()) is not None


def _squeezed(text: str) -> str:
    return re.sub(r"[\s,;]+", "", text)


def format_army(army: Army) -> str:
    """Write an army in canonical form, ``I4T4B2``, leaving out types it has none of."""
    return "".join(f"{letter}{count}" for letter, count in zip(TYPES, army, strict=True) if count)


def army_fault(army: Army) -> str | None:
    """Explain why no player can own these units at the start of a volley; ``None`` if one can (rules 1)."""
    if army == STANDARD_ARMY:
        return None
    if any(count > limit for count, limit in zip(army, SPECIAL_LIMITS, strict=True)):
        return "An army has at most 4 Infantry, 4 Tanks, 4 Battleships, 1 Chopper and 1 Artillery."
    if sum(army) != SPECIAL_SIZE:
        return (
            f"An army is {format_army(STANDARD_ARMY)}, or a special one of exactly {SPECIAL_SIZE} units;"
            f" {format_army(army) or 'this one'} has {sum(army)}."
        )
    return None


def is_within_an_army(army: Army) -> bool:
    """Return whether some army has all these units (a position may show fewer than an army, never more)."""
    size = SPECIAL_SIZE if army[CHOPPER] or army[ARTILLERY] else sum(STANDARD_ARMY)
    return sum(army) <= size and all(count <= limit for count, limit in zip(army, SPECIAL_LIMITS, strict=True))
