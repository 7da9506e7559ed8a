"""The reasons of the rules against an Enlist that is not legal (rules 2 "Enlist", R5 to R7)."""

from __future__ import annotations

from engine.fortify.actions import ENLIST, Action
from engine.fortify.position import Position
from engine.fortify.reason_words import a, occupied_reason, possible, side_unit, terrain_reason
from engine.fortify.spaces import space_name
from engine.fortify.units import (
    ARTILLERY,
    BATTLESHIP,
    CHOPPER,
    INFANTRY,
    PIECE_TEXT,
    SIDE_NAMES,
    TYPE_NAMES,
    TYPES,
    UNITS,
)
from engine.fortify.volley import steps


def enlist_reason(position: Position, action: Action) -> str:
    """Why an Enlist that is not among ``volley.steps`` is not allowed; its spaces are on the map."""
    kinds = [piece % 5 for piece in action.pieces]
    if len(kinds) > 1 and any(kind != INFANTRY for kind in kinds):
        return "only two Infantry can be enlisted as one action, and no other units"
    if len(set(action.targets)) < len(action.targets):
        return f"two Infantry go onto two different spaces, not both onto {space_name(action.targets[0])}"
    short = _supply_reason(position, action)
    if short:
        return short
    if kinds[0] == CHOPPER:
        return _chopper_reason(position, action.targets[0])
    if position.turn == 1 and kinds[0] == ARTILLERY:
        return "Red's first unit goes onto Shore, and an Artillery stands on Land only"
    for space in action.targets:
        wrong = _space_reason(position, kinds[0], space)
        if wrong:
            return wrong
    return _adjacency_reason(position, action)


def _supply_reason(position: Position, action: Action) -> str | None:
    owner = position.side
    for piece in action.pieces:
        held = position.stock[owner * 10 + piece]
        wanted = action.pieces.count(piece)
        if held >= wanted:
            continue
        face = "fortified" if piece >= len(TYPES) else "normal"
        if held:
            return f"{SIDE_NAMES[owner]} has only one {face} {TYPE_NAMES[piece % 5]} in supply"
        sentence = f"{SIDE_NAMES[owner]} has no {face} {TYPE_NAMES[piece % 5]} in supply"
        other = (piece + len(TYPES)) % (2 * len(TYPES))
        if position.stock[owner * 10 + other]:
            turned = "fortified" if other >= len(TYPES) else "normal"
            return f"{sentence}, only {turned} ones (written {PIECE_TEXT[other]})"
        return sentence
    return None


def _chopper_reason(position: Position, space: int) -> str:
    rule = f"a Chopper is enlisted only on top of an uncovered Battleship of {SIDE_NAMES[position.side]}'s"
    top = position.top(space)
    name = space_name(space)
    if position.covered(space):
        return f"{rule}, and the unit on {name} is covered"
    if top is not None and top == UNITS[position.side][BATTLESHIP + 5 * top.fortified]:
        return f"{SIDE_NAMES[position.side]}'s first unit goes onto an empty space, and {name} holds {side_unit(top)}"
    return f"{rule}, and {name} {f'holds {side_unit(top)}' if top else 'is empty'}"


def _space_reason(position: Position, kind: int, space: int) -> str | None:
    """Why this space, looked at alone, takes no unit of this type."""
    occupied = occupied_reason(position, space)
    if occupied:
        return occupied
    wrong = terrain_reason(position, kind, space)
    if wrong:
        return wrong
    if position.turn == 1 and not position.map.shore >> space & 1:
        return f"Red's first unit goes onto Shore, and {space_name(space)} is not Shore"
    return None


def _adjacency_reason(position: Position, action: Action) -> str:
    owner = SIDE_NAMES[position.side]
    mine = position.functional(position.side)
    adjacent = position.map.adjacent
    apart = [space for space in action.targets if not adjacent[space] & mine]
    names = [space_name(space) for space in action.targets]
    rule = f"one of {owner}'s functional units"
    if len(names) == 1:
        alike = [step.targets[0] for step in steps(position) if step.kind == ENLIST and step.pieces == action.pieces]
        what = a(TYPE_NAMES[action.pieces[0] % 5]) if action.pieces[0] % 5 != INFANTRY else "Infantry"
        return f"{names[0]} is not adjacent to {rule}" + possible(sorted(alike), f"{what} can be enlisted on")
    if len(apart) == 2:
        return f"neither {names[0]} nor {names[1]} is adjacent to {rule}"
    lonely = space_name(apart[0])
    other = next(name for name in names if name != lonely)
    return f"{lonely} is adjacent neither to {rule} nor to {other}"
