"""Phrases shared by the sentences about illegal steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.fortify.board.maps import TERRAIN_NAMES, Map
from engine.fortify.board.position import Position
from engine.fortify.board.spaces import space_name, spaces_in
from engine.fortify.board.units import ARTILLERY, BATTLESHIP, INFANTRY, TANK
from engine.fortify.rules.actions import Action
from i18n.text import Text, listed, noop, say

from .unit_names import owned_type

MAX_LISTED: Final = 6
_WRONG_TERRAIN: Final = {
    INFANTRY: noop("%(space)s is %(terrain)s, but Infantry stand on Land or Shore"),
    TANK: noop("%(space)s is %(terrain)s, but a Tank stands on Land or Shore"),
    BATTLESHIP: noop("%(space)s is %(terrain)s, but a Battleship stands on Water or Shore"),
    ARTILLERY: noop("%(space)s is %(terrain)s, but an Artillery stands on Land only"),
}


def few(spaces: Sequence[int]) -> Text | None:
    """Name spaces: "b3 and c3"; ``None`` if there are none, or too many."""
    return listed([space_name(space) for space in spaces]) if 0 < len(spaces) <= MAX_LISTED else None


def off_the_map(map: Map, action: Action) -> Text | None:
    """Say that some of the spaces a step names are not on the map."""
    spaces = action.targets if action.source is None else (action.source, *action.targets)
    for space in spaces:
        if not map.has(space):
            return say(
                "there is no space %(space)s on map %(map)s, which goes from a1 to %(last)s",
                space=space_name(space), map=map.name, last=map.last_name,
            )  # fmt: skip
    return None


def terrain_reason(position: Position, kind: int, space: int) -> Text | None:
    """Say that a unit type cannot be on a space."""
    if position.map.suitable[kind] >> space & 1:
        return None
    terrain = say(TERRAIN_NAMES[position.map.terrain_at(space)])
    return say(_WRONG_TERRAIN[kind], space=space_name(space), terrain=terrain)


def occupied_reason(position: Position, space: int) -> Text | None:
    """Say that a space is occupied by a unit."""
    top = position.top(space)
    if top is None:
        return None
    return say("%(space)s is not empty: %(unit)s is on it", space=space_name(space), unit=owned_type(top))


def mandatory_rule(position: Position) -> Text:
    """Say what a player's first turn of a volley must begin with."""
    if position.turn > 1:
        return say("Green’s first turn of a volley must begin with an Enlist, onto any empty space that suits the unit")
    shore = spaces_in(position.map.shore & ~position.occupied)
    if not shore:
        return say("Red’s first turn of a volley must be an Enlist onto Shore")
    return say(
        "Red’s first turn of a volley must be an Enlist onto Shore, such as %(action)s",
        action=f"T@{space_name(shore[0])}",
    )
