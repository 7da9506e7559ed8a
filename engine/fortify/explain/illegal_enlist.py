"""The reasons in the rules why an Enlist is not legal (rules 2 "Enlist", R5 to R7)."""

from __future__ import annotations

from typing import Final

from engine.fortify.board.position import Position
from engine.fortify.board.spaces import space_name
from engine.fortify.board.units import (
    ARTILLERY,
    BATTLESHIP,
    CHOPPER,
    INFANTRY,
    PIECE_TEXT,
    TANK,
    TYPES,
    UNITS,
)
from engine.fortify.rules.actions import ENLIST, Action
from engine.fortify.rules.legal import steps
from i18n.text import Text, noop, say

from .phrases import few, occupied_reason, terrain_reason
from .unit_names import owned_type, piece_name, side_name

# The first of each is for normal units, the second for fortified ones.
_ONLY_ONE: Final = (
    noop("%(side)s has only one normal %(unit)s in supply"),
    noop("%(side)s has only one fortified %(unit)s in supply"),
)
_NONE: Final = (
    noop("%(side)s has no normal %(unit)s in supply"),
    noop("%(side)s has no fortified %(unit)s in supply"),
)
_NONE_BUT_OTHERS: Final = (
    noop("%(side)s has no normal %(unit)s in supply, only fortified ones (written %(written)s)"),
    noop("%(side)s has no fortified %(unit)s in supply, only normal ones (written %(written)s)"),
)
_ENLISTABLE: Final = {
    INFANTRY: noop(
        "%(space)s is not adjacent to one of %(side)s’s functional units; Infantry can be enlisted on %(spaces)s"
    ),
    TANK: noop("%(space)s is not adjacent to one of %(side)s’s functional units; a Tank can be enlisted on %(spaces)s"),
    BATTLESHIP: noop(
        "%(space)s is not adjacent to one of %(side)s’s functional units; a Battleship can be enlisted on %(spaces)s"
    ),
    ARTILLERY: noop(
        "%(space)s is not adjacent to one of %(side)s’s functional units; an Artillery can be enlisted on %(spaces)s"
    ),
}


def enlist_reason(position: Position, action: Action) -> Text:
    """Explain why an Enlist that is not among ``legal.steps`` is not allowed; its spaces are on the map."""
    kinds = [piece % 5 for piece in action.pieces]
    if len(kinds) > 1 and any(kind != INFANTRY for kind in kinds):
        return say("only Infantry can be enlisted two at once")
    if len(set(action.targets)) < len(action.targets):
        name = space_name(action.targets[0])
        return say("two Infantry must go onto different spaces, not both onto %(space)s", space=name)
    short = _supply_reason(position, action)
    if short:
        return short
    if kinds[0] == CHOPPER:
        return _chopper_reason(position, action.targets[0])
    if position.turn == 1 and kinds[0] == ARTILLERY:
        return say("Red’s first unit goes onto Shore, but an Artillery stands on Land only")
    for space in action.targets:
        wrong = _space_reason(position, kinds[0], space)
        if wrong:
            return wrong
    return _adjacency_reason(position, action)


def _supply_reason(position: Position, action: Action) -> Text | None:
    owner = position.side
    for piece in action.pieces:
        held = position.stock[owner * 10 + piece]
        if held < action.pieces.count(piece):
            other = (piece + len(TYPES)) % (2 * len(TYPES))
            return _short_of(owner, piece, held, other if position.stock[owner * 10 + other] else None)
    return None


def _short_of(owner: int, piece: int, held: int, other: int | None) -> Text:
    """Say that a player lacks the units in supply, in the face that was asked for.

    ``other`` is the piece with the other face, if the player has that in supply.
    """
    side, fortified = side_name(owner), piece >= len(TYPES)
    unit = piece_name(piece % len(TYPES), "accusative")
    if held:
        return say(_ONLY_ONE[fortified], side=side, unit=unit)
    if other is None:
        return say(_NONE[fortified], side=side, unit=unit)
    return say(_NONE_BUT_OTHERS[fortified], side=side, unit=unit, written=PIECE_TEXT[other])


def _chopper_reason(position: Position, space: int) -> Text:
    side, name, top = side_name(position.side), space_name(space), position.top(space)
    if position.covered(space):
        return say(
            "a Chopper can be enlisted only onto one of %(side)s’s uncovered Battleships, but the unit on %(space)s "
            "is covered",
            side=side, space=name,
        )  # fmt: skip
    if top is None:
        return say(
            "a Chopper can be enlisted only onto one of %(side)s’s uncovered Battleships, but %(space)s is empty",
            side=side, space=name,
        )  # fmt: skip
    unit = owned_type(top, "accusative")
    if top == UNITS[position.side][BATTLESHIP + 5 * top.fortified]:
        return say(
            "%(side)s’s first unit goes onto an empty space, but %(space)s holds %(unit)s",
            side=side, space=name, unit=unit,
        )  # fmt: skip
    return say(
        "a Chopper can be enlisted only onto one of %(side)s’s uncovered Battleships, but %(space)s holds %(unit)s",
        side=side, space=name, unit=unit,
    )  # fmt: skip


def _space_reason(position: Position, kind: int, space: int) -> Text | None:
    """Explain why the given space, considered alone, can take no unit of this type."""
    occupied = occupied_reason(position, space)
    if occupied:
        return occupied
    wrong = terrain_reason(position, kind, space)
    if wrong:
        return wrong
    if position.turn == 1 and not position.map.shore >> space & 1:
        return say("Red’s first unit goes onto Shore, but %(space)s is not Shore", space=space_name(space))
    return None


def _adjacency_reason(position: Position, action: Action) -> Text:
    side = side_name(position.side)
    if len(action.targets) == 1:
        return _alone_reason(position, action, side)
    mine = position.functional(position.side)
    first, second = action.targets
    apart = [space for space in action.targets if not position.map.adjacent[space] & mine]
    if len(apart) == 2:
        return say(
            "neither %(first)s nor %(second)s is adjacent to one of %(side)s’s functional units",
            first=space_name(first), second=space_name(second), side=side,
        )  # fmt: skip
    lonely, other = (first, second) if apart[0] == first else (second, first)
    return say(
        "%(space)s is adjacent neither to one of %(side)s’s functional units nor to %(other)s",
        space=space_name(lonely), side=side, other=space_name(other),
    )  # fmt: skip


def _alone_reason(position: Position, action: Action, side: Text) -> Text:
    name = space_name(action.targets[0])
    alike = [step.targets[0] for step in steps(position) if step.kind == ENLIST and step.pieces == action.pieces]
    spaces = few(sorted(alike))
    if spaces is None:
        return say("%(space)s is not adjacent to one of %(side)s’s functional units", space=name, side=side)
    return say(_ENLISTABLE[action.pieces[0] % 5], space=name, side=side, spaces=spaces)
