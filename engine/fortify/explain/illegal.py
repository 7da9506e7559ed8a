"""The reasons in the rules why a step is not legal (rules 2), each a clause that ends a sentence.

``legal.groups`` alone decides what is legal; this only explains.
"""

from __future__ import annotations

from typing import Final

from engine.fortify.board.position import Position
from engine.fortify.board.spaces import space_name
from engine.fortify.board.units import TYPES, Unit
from engine.fortify.rules.actions import ATTACK, ENLIST, FORTIFY, MOVE, Action
from engine.fortify.rules.formation import in_formation
from engine.fortify.rules.legal import is_mandatory_enlist, steps
from i18n.text import Text, noop, say

from .illegal_enlist import enlist_reason
from .phrases import few, mandatory_rule, occupied_reason, off_the_map, terrain_reason
from .unit_names import owned_type, piece_name, side_name, the_unit, the_unit_on

_NOT_IN_FORMATION: Final = {
    "I": noop("%(unit)s is not in formation (two adjacent Infantry, one of them beside a third, fortified unit)"),
    "T": noop("%(unit)s is not in formation (two adjacent Tanks in a line of three with another friendly unit)"),
    "B": noop("%(unit)s is not in formation (a connected group of three Battleships), nor on Shore"),
}


def why_illegal(position: Position, action: Action) -> Text | None:
    """Explain why a step is not legal now: "a3xa4: the Tank on a3 is neither fortified nor in formation".

    ``None`` if it is legal.
    """
    return None if action in steps(position) else refusal_words(str(action), reason(position, action))


def refusal_words(step: str, why: Text) -> Text:
    """State the refused step in its notation, and the reason."""
    return say("%(action)s: %(reason)s", action=step, reason=why)


def reason(position: Position, action: Action) -> Text:
    """Explain why the rules do not allow a step that is not among ``legal.steps``."""
    strange = off_the_map(position.map, action)
    if strange:
        return strange
    if is_mandatory_enlist(position) and action.kind != ENLIST:
        return mandatory_rule(position)
    if action.kind == ENLIST:
        return enlist_reason(position, action)
    if action.source is None:
        return say("the turn cannot end here")
    actor = position.top(action.source)
    if actor is None or actor.owner != position.side:
        return _not_yours(position, action.source)
    if action.kind == FORTIFY:
        return _fortify_reason(actor, action.source)
    if action.kind == ATTACK:
        return _attack_reason(position, actor, action)
    return _move_reason(position, actor, action.source, action.targets[0])


def _not_yours(position: Position, space: int) -> Text:
    """Explain why the player has no unit on a space that could act."""
    name = space_name(space)
    top, covered = position.top(space), position.covered(space)
    if top is None:
        return say("there is no unit on %(space)s", space=name)
    if covered and covered.owner == position.side:
        return say(
            "%(unit)s is covered by %(cover)s and can’t act until that leaves",
            unit=the_unit_on(covered, name), cover=owned_type(top, "dative"),
        )  # fmt: skip
    return say("%(unit)s is %(side)s’s", unit=the_unit_on(top, name), side=side_name(top.owner))


def _move_reason(position: Position, unit: Unit, source: int, target: int) -> Text:
    name = space_name(target)
    if source == target:
        return say("%(unit)s is on %(space)s already", unit=the_unit(unit), space=name)
    if unit.type == "C":
        return say("%(space)s holds a Chopper, and a Chopper never sits on another", space=name)
    if unit.type == "A" and position.left < 2:
        return say("an Artillery’s Move takes both actions of a turn, and only one is left")
    wrong = occupied_reason(position, target) or terrain_reason(position, unit.piece % 5, target)
    return wrong or _too_far(position, unit, source, name)


def _too_far(position: Position, unit: Unit, source: int, target: str) -> Text:
    """Say that a space that would suit a unit is out of its reach."""
    type_, side = piece_name(unit.piece % len(TYPES), "dative"), side_name(position.side)
    spaces = few(_targets(position, MOVE, source))
    if spaces is None:
        return say(
            "%(space)s is adjacent neither to the %(unit)s nor to another of %(side)s’s units",
            space=target, unit=type_, side=side,
        )  # fmt: skip
    return say(
        "%(space)s is adjacent neither to the %(unit)s nor to another of %(side)s’s units; it can move to %(spaces)s",
        space=target, unit=type_, side=side, spaces=spaces,
    )  # fmt: skip


def _fortify_reason(unit: Unit, space: int) -> Text:
    where = the_unit_on(unit, space_name(space))
    if unit.fortified:
        return say("%(unit)s is fortified already", unit=where)
    if unit.type == "C":
        return say("%(unit)s is not on top of a fortified Battleship of its own side", unit=where)
    if unit.type == "A":
        return say("an Artillery’s Fortify takes both actions of a turn, and only one is left")
    return say(_NOT_IN_FORMATION[unit.type], unit=where)


def _attack_reason(position: Position, unit: Unit, action: Action) -> Text:
    source, target = action.source or 0, action.targets[0]
    if unit.type == "C":
        return _chopper_attack_reason(position, unit, source, target)
    name = space_name(target)
    aim = position.top(target)
    if source == target:
        return say("only a Chopper attacks its own space, the unit that it covers")
    if aim is None:
        return say("there is no unit on %(space)s to attack", space=name)
    if aim.owner == position.side:
        return _own_target_reason(position, aim, target)
    if aim.type == "A":
        return say("an Artillery is never a target")
    return _reach_reason(position, unit, source, target) or _face_reason(unit, source, aim, target)


def _reach_reason(position: Position, unit: Unit, source: int, target: int) -> Text | None:
    """Explain why the target is out of reach, or the unit not in a state to attack; ``None`` if neither is so."""
    name, here = space_name(target), space_name(source)
    if unit.type == "A":
        if position.map.lines[source] >> target & 1:
            return None
        return say(
            "%(space)s is neither in the row nor in the column of the Artillery on %(here)s", space=name, here=here
        )
    if not position.map.adjacent[source] >> target & 1:
        spaces = few(_targets(position, ATTACK, source))
        if spaces is None:
            return say("%(space)s is not adjacent to %(here)s", space=name, here=here)
        return say(
            "%(space)s is not adjacent to %(here)s; %(unit)s can attack %(spaces)s",
            space=name, here=here, unit=the_unit(unit), spaces=spaces,
        )  # fmt: skip
    if not unit.fortified and not _in_formation(position, source):
        return say("%(unit)s is neither fortified nor in formation", unit=the_unit_on(unit, here))
    return None


def _chopper_attack_reason(position: Position, unit: Unit, source: int, target: int) -> Text:
    here = space_name(source)
    if source != target:
        return say("a Chopper attacks only the unit that it covers, written %(attack)s", attack=f"{here}x{here}")
    below = position.covered(source)
    if below is None:
        return say("the Chopper on %(space)s covers no unit", space=here)
    if below.owner == position.side:
        unit_below = the_unit(below)
        return say("%(unit)s under the Chopper on %(space)s is on the same side", unit=unit_below, space=here)
    if below.type == "A":
        return say("an Artillery is never a target")
    return _face_reason(unit, source, below, target)


def _own_target_reason(position: Position, aim: Unit, target: int) -> Text:
    name = space_name(target)
    below = position.covered(target)
    if below and below.owner != position.side:
        return say("%(unit)s is covered, and only the Chopper above can attack it", unit=the_unit_on(below, name))
    return say("%(unit)s is %(side)s’s own", unit=the_unit_on(aim, name), side=side_name(aim.owner))


def _face_reason(unit: Unit, source: int, aim: Unit, target: int) -> Text:
    return say(
        "%(target)s is fortified, and %(unit)s, which is not, cannot attack it",
        target=the_unit_on(aim, space_name(target)), unit=the_unit_on(unit, space_name(source)),
    )  # fmt: skip


def _in_formation(position: Position, space: int) -> bool:
    owner = position.side
    infantry, tanks, battleships, *_ = position.tops[owner * 5 : owner * 5 + 5]
    formed = in_formation(infantry, tanks, battleships, position.functional(owner), position.fortified)
    return bool(formed >> space & 1)


def _targets(position: Position, kind: str, source: int) -> list[int]:
    return sorted(step.targets[0] for step in steps(position) if step.kind == kind and step.source == source)
