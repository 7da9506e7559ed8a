"""Fortify in words: actions, turns, armies and endings as plain sentences.

A player is named by colour, as the board shows it; people's names are not known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.fortify.board.position import Position
from engine.fortify.board.spaces import space_name
from engine.fortify.board.units import TYPES, UNITS, Army, Unit
from engine.fortify.rules.actions import ATTACK, ENLIST, FORTIFY, MOVE, Action
from engine.fortify.rules.apply import apply
from i18n.text import Text, begun, joined, listed, noop, noop_many, say, say_many

from .unit_names import count_words, owned, piece_name, unit_words

_WINS: Final = {
    "2x2": noop("%(winner)s wins volley %(volley)s by a 2x2"),
    "all-fortified": noop("%(winner)s wins volley %(volley)s with every unit fortified"),
}
_WON_AFTER: Final = {
    "2x2": noop_many("%(winner)s won by a 2x2 after %(number)s turn", "%(winner)s won by a 2x2 after %(number)s turns"),
    "all-fortified": noop_many(
        "%(winner)s won with every unit fortified after %(number)s turn",
        "%(winner)s won with every unit fortified after %(number)s turns",
    ),
    "resignation": noop_many(
        "%(winner)s won by resignation after %(number)s turn", "%(winner)s won by resignation after %(number)s turns"
    ),
    "time": noop_many("%(winner)s won on time after %(number)s turn", "%(winner)s won on time after %(number)s turns"),
}
_Faces = tuple[bool, ...]
_PAIR_ENLISTED: Final[Mapping[_Faces, str]] = {
    (False, False): noop("Infantry enlisted on %(first)s and %(second)s"),
    (True, True): noop("fortified Infantry enlisted on %(first)s and %(second)s"),
    (False, True): noop("Infantry enlisted on %(first)s and fortified Infantry on %(second)s"),
    (True, False): noop("fortified Infantry enlisted on %(first)s and Infantry on %(second)s"),
}
_ENLIST_PAIR: Final[Mapping[_Faces, str]] = {
    (False, False): noop("Enlist Infantry on %(first)s and %(second)s"),
    (True, True): noop("Enlist fortified Infantry on %(first)s and %(second)s"),
    (False, True): noop("Enlist Infantry on %(first)s and fortified Infantry on %(second)s"),
    (True, False): noop("Enlist fortified Infantry on %(first)s and Infantry on %(second)s"),
}


def army_words(army: Army) -> Text:
    """Describe an army: "4 Infantry, 4 Tanks and 2 Battleships"."""
    return listed([count_words(count, kind) for kind, count in enumerate(army) if count])


def points_words(points: Sequence[int], labels: Sequence[str]) -> Text:
    """Write the points: "Red 14, Green 9"."""
    pairs = zip(labels, points, strict=True)
    return joined([say("%(name)s %(points)s", name=label, points=number) for label, number in pairs])


# -- what was done -----------------------------------------------------------------------------------------------


def turn_words(position: Position, actions: Sequence[Action]) -> Text:
    """Describe a turn played from ``position``: "Infantry to b3 and c3 from supply; Tank on b3 fortified"."""
    if not actions:
        return say("Passed")
    parts = []
    for action in actions:
        parts.append(action_words(position, action))
        position, _ = apply(position, action)
    return begun(joined(parts, "; "))


def action_words(position: Position, action: Action) -> Text:
    """Describe one action taken on ``position``."""
    if action.kind == ENLIST:
        return _enlisted(position, action)
    unit = acting(position, action)
    assert action.source is not None
    here, there = space_name(action.source), space_name(action.targets[0])
    if action.kind == FORTIFY:
        return say("%(unit)s on %(space)s fortified", unit=piece_name(unit.piece % len(TYPES)), space=here)
    if action.kind == ATTACK:
        return _attacked(position, action, unit)
    below = position.top(action.targets[0])
    if below is None:
        return say("%(unit)s from %(here)s to %(there)s", unit=unit_words(unit), here=here, there=there)
    return say(
        "%(unit)s from %(here)s to %(there)s, above %(below)s",
        unit=unit_words(unit), here=here, there=there, below=owned(below, "dative"),
    )  # fmt: skip


def _enlisted(position: Position, action: Action) -> Text:
    if len(action.pieces) == 2:
        first, second = map(space_name, action.targets)
        return say(_PAIR_ENLISTED[_faces(action)], first=first, second=second)
    unit, space = piece_name(action.pieces[0]), space_name(action.targets[0])
    below = position.top(action.targets[0])
    if below is None:
        return say("%(unit)s enlisted on %(space)s", unit=unit, space=space)
    return say("%(unit)s enlisted on %(space)s, above %(below)s", unit=unit, space=space, below=owned(below, "dative"))


def _attacked(position: Position, action: Action, unit: Unit) -> Text:
    assert action.source is not None
    target, here = action.targets[0], space_name(action.source)
    victim = owned(_victim(position, action), "accusative")
    if target == action.source:
        done = say(
            "%(unit)s on %(here)s attacked %(victim)s below it",
            unit=unit_words(unit), here=here, victim=victim,
        )  # fmt: skip
    else:
        done = say(
            "%(unit)s on %(here)s attacked %(victim)s on %(there)s",
            unit=unit_words(unit), here=here, victim=victim, there=space_name(target),
        )  # fmt: skip
    track = position.track
    if len(track) < position.map.slots:
        return done
    return say("%(attack)s, and %(unit)s was healed", attack=done, unit=owned(track[-1]))  # pushed out of it (R8)


def acting(position: Position, action: Action) -> Unit:
    """Return the unit that moves, is fortified or attacks."""
    unit = None if action.source is None else position.top(action.source)
    assert unit is not None
    return unit


def _faces(action: Action) -> _Faces:
    """Say which of two enlisted Infantry are fortified."""
    return tuple(piece >= len(TYPES) for piece in action.pieces)


def _victim(position: Position, action: Action) -> Unit:
    """Return the unit attacked: the covered one if a Chopper names its own space, or else the top one."""
    target = action.targets[0]
    unit = position.covered(target) if target == action.source else position.top(target)
    assert unit is not None
    return unit


# -- what can be done --------------------------------------------------------------------------------------------


def step_label(position: Position, action: Action, begun: bool) -> Text:
    """Describe a legal step as a choice; ``begun``: the turn already has an action."""
    if action.kind == ENLIST:
        return _enlist_label(position, action)
    if action.source is None:
        return say("End the turn") if begun else say("Pass: end the turn without an action")
    unit, here = acting(position, action), space_name(action.source)
    if action.kind == MOVE:
        return _move_label(position, action, unit)
    if action.kind == FORTIFY:
        return say("Fortify %(unit)s on %(space)s", unit=unit_words(unit, "accusative"), space=here)
    victim, target = owned(_victim(position, action), "accusative"), action.targets[0]
    attacker = unit_words(unit, "dative")
    if target == action.source:
        return say("Attack %(victim)s below %(unit)s on %(here)s", victim=victim, unit=attacker, here=here)
    return say(
        "Attack %(victim)s on %(there)s with %(unit)s on %(here)s",
        victim=victim, there=space_name(target), unit=attacker, here=here,
    )  # fmt: skip


def _enlist_label(position: Position, action: Action) -> Text:
    if len(action.pieces) == 2:
        first, second = map(space_name, action.targets)
        return say(_ENLIST_PAIR[_faces(action)], first=first, second=second)
    unit, space = piece_name(action.pieces[0], "accusative"), space_name(action.targets[0])
    below = position.top(action.targets[0])
    if below is None:
        return say("Enlist %(unit)s on %(space)s", unit=unit, space=space)
    return say("Enlist %(unit)s on %(space)s, above %(below)s", unit=unit, space=space, below=owned(below, "dative"))


def _move_label(position: Position, action: Action, unit: Unit) -> Text:
    assert action.source is not None
    here, there = space_name(action.source), space_name(action.targets[0])
    below, mover = position.top(action.targets[0]), unit_words(unit, "accusative")
    if below is None:
        return say("Move %(unit)s from %(here)s to %(there)s", unit=mover, here=here, there=there)
    return say(
        "Move %(unit)s from %(here)s to %(there)s, above %(below)s",
        unit=mover, here=here, there=there, below=owned(below, "dative"),
    )  # fmt: skip


def step_group(position: Position, action: Action) -> Text:
    """Return the heading under which a step is listed."""
    if action.kind == ENLIST:
        if len(action.pieces) == 2:
            return say("Enlist two Infantry")
        return say("Enlist %(unit)s", unit=unit_words(UNITS[position.side][action.pieces[0]], "accusative"))
    if action.kind == MOVE and action.source is not None:
        unit = unit_words(acting(position, action), "accusative")
        return say("Move %(unit)s from %(space)s", unit=unit, space=space_name(action.source))
    if action.kind == FORTIFY:
        return say("Fortify")
    return say("Attack") if action.kind == ATTACK else say("End the turn")


# -- endings -----------------------------------------------------------------------------------------------------


def ending_words(winner: str | None, how: str, volley: int) -> Text:
    """Describe how a volley ended: "Red wins volley 1 by a 2x2".

    ``winner`` is a name or label, ``None`` if no one wins the volley.
    """
    if winner is not None:
        return say(_WINS[how], winner=winner, volley=volley)
    return say("Volley %(volley)s is drawn after 60 turns without a Fortify", volley=volley)


def result_words(winner: str | None, how: str, turns: int) -> Text:
    """Describe an ended volley: "Red won by a 2x2 after 23 turns"."""
    if winner is not None:
        return say_many(*_WON_AFTER[how], turns, winner=winner)
    if how == "agreement":
        return say_many("Draw agreed after %(number)s turn", "Draw agreed after %(number)s turns", turns)
    return say_many(
        "Drawn after %(number)s turn, the last 60 without a Fortify",
        "Drawn after %(number)s turns, the last 60 without a Fortify",
        turns,
    )
