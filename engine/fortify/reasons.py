"""The reasons of the rules against a step that is not legal (rules 2), each a clause that ends a sentence."""

from __future__ import annotations

from typing import Final

from engine.fortify.actions import ATTACK, ENLIST, FORTIFY, MOVE, Action
from engine.fortify.enlist_reasons import enlist_reason
from engine.fortify.formation import in_formation
from engine.fortify.position import Position
from engine.fortify.reason_words import (
    mandatory_rule,
    occupied_reason,
    off_the_map,
    possible,
    side_unit,
    terrain_reason,
)
from engine.fortify.spaces import space_name
from engine.fortify.units import SIDE_NAMES, Unit
from engine.fortify.volley import is_mandatory_enlist, steps

_FORMATIONS: Final = {
    "I": "two adjacent Infantry, one of them beside a third, fortified unit",
    "T": "two adjacent Tanks in a line of three with another friendly unit",
    "B": "a connected group of three Battleships",
}


def reason(position: Position, action: Action) -> str:
    """Why the rules do not allow a step that is not among ``volley.steps``."""
    strange = off_the_map(position.map, action)
    if strange:
        return strange
    if is_mandatory_enlist(position) and action.kind != ENLIST:
        return mandatory_rule(position)
    if action.kind == ENLIST:
        return enlist_reason(position, action)
    if action.source is None:
        return "the turn cannot end here"
    actor = position.top(action.source)
    if actor is None or actor.owner != position.side:
        return _not_yours(position, action.source)
    if action.kind == FORTIFY:
        return _fortify_reason(actor, action.source)
    if action.kind == ATTACK:
        return _attack_reason(position, actor, action)
    return _move_reason(position, actor, action.source, action.targets[0])


def _not_yours(position: Position, space: int) -> str:
    """Why there is no unit of the player's on a space that could act."""
    name = space_name(space)
    top, covered = position.top(space), position.covered(space)
    if top is None:
        return f"there is no unit on {name}"
    if covered and covered.owner == position.side:
        return f"the {covered.name} on {name} is covered by {side_unit(top)} and does nothing until that leaves"
    return f"the {top.name} on {name} is {SIDE_NAMES[top.owner]}'s"


def _move_reason(position: Position, unit: Unit, source: int, target: int) -> str:
    name = space_name(target)
    if source == target:
        return f"the {unit.name} is on {name} already"
    if unit.type == "C":
        return f"{name} holds a Chopper, and a Chopper never sits on another"
    if unit.type == "A" and position.left < 2:
        return "an Artillery's Move takes both actions of a turn, and only one is left"
    wrong = occupied_reason(position, target) or terrain_reason(position, unit.piece % 5, target)
    if wrong:
        return wrong
    return (
        f"{name} is adjacent neither to the {unit.name} nor to another of {SIDE_NAMES[position.side]}'s units"
        + possible(_targets(position, MOVE, source), "it can move to")
    )


def _fortify_reason(unit: Unit, space: int) -> str:
    where = f"the {unit.name} on {space_name(space)}"
    if unit.fortified:
        return f"{where} is fortified already"
    if unit.type == "C":
        return f"{where} is not on top of a fortified Battleship of its own side"
    if unit.type == "A":
        return "an Artillery's Fortify takes both actions of a turn, and only one is left"
    place = ", nor on Shore" if unit.type == "B" else ""
    return f"{where} is not in formation ({_FORMATIONS[unit.type]}){place}"


def _attack_reason(position: Position, unit: Unit, action: Action) -> str:
    source, target = action.source or 0, action.targets[0]
    if unit.type == "C":
        return _chopper_attack_reason(position, unit, source, target)
    name = space_name(target)
    aim = position.top(target)
    if source == target:
        return "only a Chopper attacks its own space, the unit that it covers"
    if aim is None:
        return f"there is no unit on {name} to attack"
    if aim.owner == position.side:
        return _own_target_reason(position, aim, target)
    if aim.type == "A":
        return "an Artillery is never a target"
    if unit.type == "A" and not position.map.lines[source] >> target & 1:
        return f"{name} is neither in the row nor in the column of the Artillery on {space_name(source)}"
    if unit.type != "A" and not position.map.adjacent[source] >> target & 1:
        return f"{name} is not adjacent to {space_name(source)}" + possible(
            _targets(position, ATTACK, source), f"the {unit.name} can attack"
        )
    if unit.type != "A" and not unit.fortified and not _in_formation(position, source):
        return f"the {unit.name} on {space_name(source)} is neither fortified nor in formation"
    return _face_reason(unit, source, aim, target)


def _chopper_attack_reason(position: Position, unit: Unit, source: int, target: int) -> str:
    here = space_name(source)
    if source != target:
        return f"a Chopper attacks only the unit that it covers, written {here}x{here}"
    below = position.covered(source)
    if below is None:
        return f"the Chopper on {here} covers no unit"
    if below.owner == position.side:
        return f"the {below.name} under the Chopper on {here} is its own side's"
    if below.type == "A":
        return "an Artillery is never a target"
    return _face_reason(unit, source, below, target)


def _own_target_reason(position: Position, aim: Unit, target: int) -> str:
    name = space_name(target)
    below = position.covered(target)
    if below and below.owner != position.side:
        return f"the {below.name} on {name} is covered, and only the Chopper above can attack it"
    return f"the {aim.name} on {name} is {SIDE_NAMES[aim.owner]}'s own"


def _face_reason(unit: Unit, source: int, aim: Unit, target: int) -> str:
    return (
        f"the {aim.name} on {space_name(target)} is fortified, and the {unit.name} on {space_name(source)},"
        " which is not, cannot attack it"
    )


def _in_formation(position: Position, space: int) -> bool:
    owner = position.side
    infantry, tanks, battleships, *_ = position.tops[owner * 5 : owner * 5 + 5]
    formed = in_formation(infantry, tanks, battleships, position.functional(owner), position.fortified)
    return bool(formed >> space & 1)


def _targets(position: Position, kind: str, source: int) -> list[int]:
    return sorted(step.targets[0] for step in steps(position) if step.kind == kind and step.source == source)
