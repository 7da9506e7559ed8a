"""Sides and units in words, in the grammatical cases that other languages need.

A unit appears in a sentence without an article: as the subject ("nominative"), as the object ("accusative") or after a
word such as above, with and by ("dative"). English has one form for all three.
"""

from __future__ import annotations

from typing import Final, Literal

from engine.fortify.board.units import SIDE_NAMES, TYPES, Unit
from i18n.text import Text, noop, pgettext, say, say_many

Case = Literal["nominative", "accusative", "dative"]

_NAMES: Final = (
    *(noop("Infantry"), noop("Tank"), noop("Battleship"), noop("Chopper"), noop("Artillery")),
    noop("fortified Infantry"),
    noop("fortified Tank"),
    noop("fortified Battleship"),
    noop("fortified Chopper"),
    noop("fortified Artillery"),
)
_AS_OBJECT: Final = (
    lambda: pgettext("accusative", "Infantry"),
    lambda: pgettext("accusative", "Tank"),
    lambda: pgettext("accusative", "Battleship"),
    lambda: pgettext("accusative", "Chopper"),
    lambda: pgettext("accusative", "Artillery"),
    lambda: pgettext("accusative", "fortified Infantry"),
    lambda: pgettext("accusative", "fortified Tank"),
    lambda: pgettext("accusative", "fortified Battleship"),
    lambda: pgettext("accusative", "fortified Chopper"),
    lambda: pgettext("accusative", "fortified Artillery"),
)
_AFTER_PREPOSITION: Final = (
    lambda: pgettext("dative", "Infantry"),
    lambda: pgettext("dative", "Tank"),
    lambda: pgettext("dative", "Battleship"),
    lambda: pgettext("dative", "Chopper"),
    lambda: pgettext("dative", "Artillery"),
    lambda: pgettext("dative", "fortified Infantry"),
    lambda: pgettext("dative", "fortified Tank"),
    lambda: pgettext("dative", "fortified Battleship"),
    lambda: pgettext("dative", "fortified Chopper"),
    lambda: pgettext("dative", "fortified Artillery"),
)
_COUNTED: Final = (
    lambda count: say_many("%(number)s Infantry", "%(number)s Infantry", count),
    lambda count: say_many("%(number)s Tank", "%(number)s Tanks", count),
    lambda count: say_many("%(number)s Battleship", "%(number)s Battleships", count),
    lambda count: say_many("%(number)s Chopper", "%(number)s Choppers", count),
    lambda count: say_many("%(number)s Artillery", "%(number)s Artillery", count),
    lambda count: say_many("%(number)s fortified Infantry", "%(number)s fortified Infantry", count),
    lambda count: say_many("%(number)s fortified Tank", "%(number)s fortified Tanks", count),
    lambda count: say_many("%(number)s fortified Battleship", "%(number)s fortified Battleships", count),
    lambda count: say_many("%(number)s fortified Chopper", "%(number)s fortified Choppers", count),
    lambda count: say_many("%(number)s fortified Artillery", "%(number)s fortified Artillery", count),
)
_THE: Final = (
    noop("the Infantry"), noop("the Tank"), noop("the Battleship"), noop("the Chopper"), noop("the Artillery"),
)  # fmt: skip
_THE_ON: Final = (
    noop("the Infantry on %(space)s"),
    noop("the Tank on %(space)s"),
    noop("the Battleship on %(space)s"),
    noop("the Chopper on %(space)s"),
    noop("the Artillery on %(space)s"),
)


def side_name(owner: int) -> Text:
    """Name a side: "Red"."""
    return say(SIDE_NAMES[owner])


def piece_name(piece: int, case: Case = "nominative") -> Text:
    """Name a piece: "fortified Tank"."""
    if case == "nominative":
        return say(_NAMES[piece])
    return _AS_OBJECT[piece]() if case == "accusative" else _AFTER_PREPOSITION[piece]()


def unit_words(unit: Unit, case: Case = "nominative") -> Text:
    """Name a unit: "fortified Tank"."""
    return piece_name(unit.piece, case)


def owned(unit: Unit, case: Case = "nominative") -> Text:
    """Name a unit with its owner: "Green's fortified Tank"."""
    return say("%(side)s’s %(unit)s", side=side_name(unit.owner), unit=unit_words(unit, case))


def owned_type(unit: Unit, case: Case = "nominative") -> Text:
    """Name a unit's type with its owner: "Green's Tank", whichever face it shows."""
    return say("%(side)s’s %(unit)s", side=side_name(unit.owner), unit=piece_name(unit.piece % len(TYPES), case))


def count_words(count: int, piece: int) -> Text:
    """Count pieces: "1 Tank", "4 fortified Tanks", "4 Infantry"."""
    return _COUNTED[piece](count)


def the_unit(unit: Unit) -> Text:
    """Name a unit as the subject of a sentence: "the Tank"."""
    return say(_THE[unit.piece % len(TYPES)])


def the_unit_on(unit: Unit, space: str) -> Text:
    """Name a unit, with its space, as the subject of a sentence: "the Tank on b3"."""
    return say(_THE_ON[unit.piece % len(TYPES)], space=space)
