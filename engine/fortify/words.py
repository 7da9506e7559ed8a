"""Fortify in words: units, actions, turns, armies and endings as plain sentences.

A player is named by colour, as the board shows it; names of people are not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.fortify.actions import ATTACK, ENLIST, FORTIFY, MOVE, Action
from engine.fortify.playing import apply
from engine.fortify.position import Position
from engine.fortify.spaces import space_name
from engine.fortify.units import SIDE_NAMES, TYPE_NAMES, UNITS, Army, Unit

HOW_WON: Final = {
    "2x2": "by a 2x2",
    "all-fortified": "by having every unit fortified",
    "resignation": "by resignation",
    "time": "on time",
}


def unit_words(unit: Unit) -> str:
    """ "fortified Tank"."""
    return f"fortified {unit.name}" if unit.fortified else unit.name


def owned(unit: Unit) -> str:
    """ "Green's fortified Tank"."""
    return f"{SIDE_NAMES[unit.owner]}'s {unit_words(unit)}"


def count_words(count: int, type_name: str) -> str:
    """ "1 Tank", "4 Tanks", "4 Infantry"."""
    plural = "s" if count != 1 and type_name not in ("Infantry", "Artillery") else ""
    return f"{count} {type_name}{plural}"


def army_words(army: Army) -> str:
    """ "4 Infantry, 4 Tanks and 2 Battleships"."""
    return listed([count_words(count, name) for count, name in zip(army, TYPE_NAMES, strict=True) if count])


def listed(items: Sequence[str]) -> str:
    """ "a, b and c"; "" for none."""
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def points_words(points: Sequence[int], labels: Sequence[str]) -> str:
    """ "Red 14, Green 9"."""
    return ", ".join(f"{label} {number}" for label, number in zip(labels, points, strict=True))


# -- what was done -----------------------------------------------------------------------------------------------


def turn_words(position: Position, actions: Sequence[Action]) -> str:
    """A turn that was played from ``position``: "Infantry to b3 and c3 from supply; Tank on b3 fortified"."""
    parts = []
    for action in actions:
        parts.append(action_words(position, action))
        position, _ = apply(position, action)
    text = "; ".join(parts) or "no action"
    return text[0].upper() + text[1:]


def action_words(position: Position, action: Action) -> str:
    """One action, done on ``position``."""
    if action.kind == ENLIST:
        return f"{_enlisted(position, action, 'to')} from supply{_above(position, action.targets[0])}"
    unit = acting(position, action)
    assert action.source is not None
    here = space_name(action.source)
    if action.kind == MOVE:
        target = action.targets[0]
        return f"{unit_words(unit)} from {here} to {space_name(target)}{_above(position, target)}"
    if action.kind == FORTIFY:
        return f"{unit.name} on {here} fortified"
    victim, target = owned(_victim(position, action)), action.targets[0]
    where = "below it" if target == action.source else f"on {space_name(target)}"
    return f"{unit_words(unit)} on {here} sends {victim} {where} to the track{_healed(position)}"


def acting(position: Position, action: Action) -> Unit:
    """The unit that moves, is fortified or attacks."""
    unit = None if action.source is None else position.top(action.source)
    assert unit is not None
    return unit


def _enlisted(position: Position, action: Action, preposition: str) -> str:
    units = [UNITS[position.side][piece] for piece in action.pieces]
    places = [space_name(space) for space in action.targets]
    if len(set(units)) == 1:
        return f"{unit_words(units[0])} {preposition} {listed(places)}"
    return listed([f"{unit_words(unit)} {preposition} {place}" for unit, place in zip(units, places, strict=True)])


def _above(position: Position, space: int) -> str:
    """Over what a Chopper comes to be."""
    below = position.top(space)
    return "" if below is None else f", above {owned(below)}"


def _victim(position: Position, action: Action) -> Unit:
    """The unit attacked: the covered one where a Chopper names its own space, else the top one."""
    target = action.targets[0]
    unit = position.covered(target) if target == action.source else position.top(target)
    assert unit is not None
    return unit


def _healed(position: Position) -> str:
    """What an attack pushes out of the last slot of the track (R8)."""
    track = position.track
    return f", and {owned(track[-1])} is healed" if len(track) == position.map.slots else ""


# -- what can be done --------------------------------------------------------------------------------------------


def step_label(position: Position, action: Action, begun: bool) -> str:
    """A legal step as something to choose; ``begun`` says whether the turn has an action already."""
    if action.kind == ENLIST:
        return f"Enlist {_enlisted(position, action, 'on')}{_above(position, action.targets[0])}"
    if action.source is None:
        return "End the turn" if begun else "Pass: end the turn without an action"
    unit, here = unit_words(acting(position, action)), space_name(action.source)
    if action.kind == MOVE:
        target = action.targets[0]
        return f"Move {unit} from {here} to {space_name(target)}{_above(position, target)}"
    if action.kind == FORTIFY:
        return f"Fortify {unit} on {here}"
    victim, target = owned(_victim(position, action)), action.targets[0]
    where = "below" if target == action.source else f"on {space_name(target)} with"
    return f"Attack {victim} {where} {unit} on {here}"


def step_group(position: Position, action: Action) -> str:
    """The heading under which a step is listed."""
    if action.kind == ENLIST:
        if len(action.pieces) == 2:
            return "Enlist two Infantry"
        return f"Enlist {unit_words(UNITS[position.side][action.pieces[0]])}"
    if action.kind == MOVE and action.source is not None:
        return f"Move {unit_words(acting(position, action))} from {space_name(action.source)}"
    return {FORTIFY: "Fortify", ATTACK: "Attack"}.get(action.kind, "End the turn")


# -- endings -----------------------------------------------------------------------------------------------------


def ending_words(winner: str | None, how: str, volley: int) -> str:
    """ "Red wins volley 1 by a 2x2"; ``winner`` is a name or label, ``None`` where nobody wins the volley."""
    if winner is not None:
        return f"{winner} wins volley {volley} {HOW_WON[how]}"
    return f"Volley {volley} is drawn after 60 turns without a Fortify"


def result_words(winner: str | None, how: str, turns: int) -> str:
    """An ended volley: "Red won by a 2x2 after 23 turns"."""
    after = f"after {turns} turn{'' if turns == 1 else 's'}"
    if winner is not None:
        return f"{winner} won {HOW_WON[how]} {after}"
    if how == "agreement":
        return f"Broken off by agreement {after}"
    return f"Drawn {after}, the last 60 without a Fortify"
