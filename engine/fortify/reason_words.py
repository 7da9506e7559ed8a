"""Words that the sentences about illegal steps share."""

from __future__ import annotations

from typing import Final

from engine.fortify.actions import Action
from engine.fortify.maps import TERRAIN_NAMES, Map
from engine.fortify.position import Position
from engine.fortify.spaces import space_name, spaces_in
from engine.fortify.units import ARTILLERY, INFANTRY, SIDE_NAMES, TYPE_NAMES, Unit

MAX_LISTED: Final = 6
_WHERE: Final = ("Land or Shore", "Land or Shore", "Water or Shore", "any terrain", "Land")


def a(noun: str) -> str:
    """A noun with its article: "a Tank", "an Artillery"."""
    return f"{'an' if noun[0] in 'AEIO' else 'a'} {noun}"


def side_unit(unit: Unit) -> str:
    """A unit and whose it is: "Green's Tank"."""
    return f"{SIDE_NAMES[unit.owner]}'s {unit.name}"


def possible(spaces: list[int], lead: str) -> str:
    """What would be possible, "; it can move to b3 and c3", or nothing where no space or too many are."""
    if not 0 < len(spaces) <= MAX_LISTED:
        return ""
    *names, last = map(space_name, spaces)
    return f"; {lead} {', '.join(names)}{' and ' if names else ''}{last}"


def off_the_map(map: Map, action: Action) -> str | None:
    """That the map has not all the spaces a step names."""
    spaces = action.targets if action.source is None else (action.source, *action.targets)
    for space in spaces:
        if not map.has(space):
            return f"there is no space {space_name(space)} on map {map.name}, which goes from a1 to {map.last_name}"
    return None


def terrain_reason(position: Position, kind: int, space: int) -> str | None:
    """That a type cannot stand on a space."""
    if position.map.suitable[kind] >> space & 1:
        return None
    terrain = TERRAIN_NAMES[position.map.terrain_at(space)]
    plural = kind == INFANTRY
    subject = f"{TYPE_NAMES[kind]} stand" if plural else f"{a(TYPE_NAMES[kind])} stands"
    only = " only" if kind == ARTILLERY else ""
    return f"{space_name(space)} is {terrain}, and {subject} on {_WHERE[kind]}{only}"


def occupied_reason(position: Position, space: int) -> str | None:
    """That a space holds a unit."""
    top = position.top(space)
    return f"{space_name(space)} is not empty: {side_unit(top)} is on it" if top else None


def mandatory_rule(position: Position) -> str:
    """What a player's first turn of a volley must begin with."""
    if position.turn > 1:
        return "Green's first turn of a volley must begin with an Enlist, onto any empty space that suits the unit"
    shore = spaces_in(position.map.shore & ~position.occupied)
    example = f", such as T@{space_name(shore[0])}" if shore else ""
    return f"Red's first turn of a volley must be an Enlist onto Shore{example}"
