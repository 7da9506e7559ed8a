"""The view of a match as JSON-able data: what one person may see, the only source for pages, emails and pictures.

The keys every game has are named in ``engine.game``; Fortify's own are below. A space, piece or slot is a dict:

- ``phase`` and ``volley``; ``volleys``: those that have ended, with more details than in ``parts`` (see ``_volley``);
- ``position`` (one line of notation, "" before the armies are known), ``turn`` and ``actions_left``;
- ``columns``, ``rows``, ``spaces`` (top row first), ``supplies`` (Red first), ``track`` (top slot first);
- ``on_board``: a line of words per side;
- ``armies`` by colour once both are known; ``pick`` while armies are picked: its limits, and the seat's own pick;
- ``ended_volley``: a view of the board on which the last volley ended, until the next one's first turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.fortify.board.maps import TERRAIN_NAMES
from engine.fortify.board.position import Position
from engine.fortify.board.spaces import STRIDE, space_name
from engine.fortify.board.units import (
    GREEN,
    RED,
    SIDE_WORDS,
    SPECIAL_LIMITS,
    SPECIAL_SIZE,
    TYPES,
    Unit,
    format_army,
)
from engine.fortify.explain.describe import army_words, points_words, result_words
from engine.fortify.explain.unit_names import count_words, owned, piece_name, side_name, unit_words
from engine.fortify.match.state import Last, MatchState, VolleyResult, labels, running_points, seats_to_act
from engine.fortify.notation.position import format_position
from engine.fortify.notation.turn import parse_turn
from engine.fortify.rules.actions import ATTACK, ENLIST, FORTIFY, MOVE, Action
from engine.values import View
from i18n.text import Text, begun, joined, listed, pgettext, say, say_many, translate

NO_ARMY: Final = (0, 0, 0, 0, 0)


class Drafted(NamedTuple):
    """A turn under way: its actions so far, the position after them, and the number of actions left."""

    position: Position
    actions: tuple[Action, ...]
    left: int


def build_view(state: MatchState, seat: int | None = None, draft: Drafted | None = None) -> View:
    """Build the view of a seat or, with ``None``, of a bystander; with a draft's board and marks, if one is given."""
    view = {**_heading(state), **_armies(state, seat)}
    if draft:
        view["actions_left"] = draft.left
    if draft and draft.actions:
        state = replace(state, position=draft.position, finale=None)
        view |= {"position": format_position(draft.position), "as_it_stands": _as_it_stands(state)}
    position = state.position or Position.start(state.setup.map, NO_ARMY, NO_ARMY)
    view |= _board(position, draft.actions if draft and draft.actions else _last_actions(state), state.red)
    view["alt"] = _alt(view)
    view["ended_volley"] = _ended_volley(state, seat)
    return view


def _last_actions(state: MatchState) -> list[Action]:
    return parse_turn(state.last.turn) if state.last and state.last.turn else []


def _heading(state: MatchState) -> View:
    position = state.position
    volleys = [_volley(number, result) for number, result in enumerate(state.results, start=1)]
    return {
        "game": "fortify",
        "title": title(state),
        "labels": labels(state),
        "labels_before": labels(state if state.finale is None else replace(state, red=state.finale.red)),
        "colours": [SIDE_WORDS[state.side_of(seat)] for seat in (0, 1)],
        "scores": list(state.scores),
        "below": state.red,
        "score_words": _score_words(state),
        "as_it_stands": _as_it_stands(state),
        "to_act": list(seats_to_act(state)),
        "phase": state.phase,
        "volley": state.volley,
        "volleys": volleys,
        "parts": [_part(volley) for volley in volleys],
        "map": state.setup.map.name,
        "turn": position.turn if position and state.phase == "turn" else None,
        "actions_left": position.left if position and state.phase == "turn" else None,
        "position": format_position(position) if position else "",
        "last": translate(state.last.words) if state.last else "",
    }


def _as_it_stands(state: MatchState) -> list[int] | None:
    points = running_points(state)
    return None if points is None else list(points)


def title(state: MatchState) -> Text:
    """Say where the match stands: "Volley 1 of 2, turn 7"."""
    if state.phase == "army":
        return say("Picking armies")
    volley, volleys = state.volley, state.setup.volleys
    if state.phase == "colour":
        return say(
            "Volley %(volley)s of %(volleys)s is over, choosing colours for the next", volley=volley, volleys=volleys
        )
    if state.phase == "over":
        if state.setup.by_points:
            return say("Match over in volley %(volley)s of %(volleys)s", volley=volley, volleys=volleys)
        return say("Match over in volley %(volley)s of up to %(volleys)s", volley=volley, volleys=volleys)
    assert state.position is not None
    turn = state.position.turn
    if state.setup.by_points:
        return say("Volley %(volley)s of %(volleys)s, turn %(turn)s", volley=volley, volleys=volleys, turn=turn)
    return say("Volley %(volley)s of up to %(volleys)s, turn %(turn)s", volley=volley, volleys=volleys, turn=turn)


def _score_words(state: MatchState) -> Text:
    if state.phase == "over":
        return say("points") if state.setup.by_points else say("volleys won")
    return say("points so far") if state.setup.by_points else say("volleys won so far")


def _volley(number: int, result: VolleyResult) -> View:
    """Make the view of an ended volley: ``winner`` and ``red`` are seats, ``points`` are per seat."""
    winner = None if result.winner is None else side_name(result.winner ^ result.red)
    words = result_words(winner, result.how, result.turns)
    labels = [side_name(result.red ^ seat) for seat in (0, 1)]
    return {"number": number, **result._asdict(), "points": list(result.points), "labels": labels, "words": words}


def _part(volley: View) -> View:
    title = say("Volley %(number)s", number=volley["number"])
    return {"title": title, **{key: volley[key] for key in ("words", "points", "labels")}}


# -- the board ---------------------------------------------------------------------------------------------------


def _board(position: Position, actions: Sequence[Action], red: int) -> View:
    board = position.map
    marks, winning = _marks(actions), two_by_twos(position)
    letters = [space_name(column)[0] for column in range(board.columns)]
    rows = list(range(board.height, 0, -1))
    spaces = [
        _space(position, (number - 1) * STRIDE + column, marks, winning)
        for number in rows
        for column in range(board.columns)
    ]
    return {
        "columns": letters,
        "rows": rows,
        "spaces": spaces,
        "supplies": [{"seat": red ^ side, **_supply(position, side)} for side in (RED, GREEN)],
        "track": [
            _slot(slot + 1, position.track[slot] if slot < len(position.track) else None) for slot in range(board.slots)
        ],
        "on_board": [_on_board(position, side) for side in (RED, GREEN)],
    }


def _unit(unit: Unit | None) -> View | None:
    if unit is None:
        return None
    name = piece_name(unit.piece % len(TYPES))
    return {"type": unit.type, "name": name, "side": SIDE_WORDS[unit.owner], "fortified": unit.fortified}


def _slot(number: int, unit: Unit | None) -> View:
    if unit is None:
        return {"slot": number, "unit": None}
    named = {"owner": side_name(unit.owner), "piece": unit_words(unit), "words": owned(unit)}
    return {"slot": number, "unit": _unit(unit), **named}


def _space(position: Position, space: int, marks: dict[int, list[str]], winning: set[int]) -> View:
    terrain = TERRAIN_NAMES[position.map.terrain_at(space)]
    name, top, covered = space_name(space), position.top(space), position.covered(space)
    return {
        "ref": name,
        "terrain": terrain.lower(),
        "unit": _unit(top),
        "covered": _unit(covered),
        "marks": marks.get(space, []),
        "winning": space in winning,
        "words": joined([name, say(terrain), _space_words(top, covered)]),
    }


def _space_words(top: Unit | None, covered: Unit | None) -> Text:
    if top is None:
        return pgettext("space", "empty")
    if covered is None:
        return owned(top)
    return say("%(unit)s above %(below)s", unit=owned(top), below=owned(covered, "dative"))


def _marks(actions: Sequence[Action]) -> dict[int, list[str]]:
    """Return what a turn did, by space; a space that a unit only passed through doesn't count as its goal."""
    found: dict[int, list[str]] = defaultdict(list)
    for action in actions:
        source = action.source
        if action.kind == MOVE and source is not None:
            found[source] = [mark for mark in found[source] if mark not in ("moved", "enlisted")] + ["moved-from"]
        if action.kind == ATTACK and source is not None:
            found[source].append("attacker")
        name = {ENLIST: "enlisted", MOVE: "moved", FORTIFY: "fortified", ATTACK: "attacked"}.get(action.kind, "")
        for target in action.targets:
            found[target].append(name)
    return dict(found)


def two_by_twos(position: Position) -> set[int]:
    """Return the spaces of every 2x2 fortification on the board (rules 4)."""
    found: set[int] = set()
    for side in (RED, GREEN):
        mine = position.functional(side) & position.fortified
        for space in position.map.spaces:
            square = (space, space + 1, space + STRIDE, space + STRIDE + 1)
            if all(mine >> corner & 1 for corner in square):
                found.update(square)
    return found


def _supply(position: Position, side: int) -> View:
    stock = position.supply(side)
    words = listed([count_words(count, unit.piece) for unit, count in stock]) if stock else say("nothing")
    return {
        "side": SIDE_WORDS[side],
        "owner": side_name(side),
        "pieces": [
            {
                "ref": f"supply:{'+' if unit.fortified else ''}{unit.type}",
                "type": unit.type,
                "words": unit_words(unit),
                "fortified": unit.fortified,
                "count": count,
                "counted": count_words(count, unit.piece),
            }
            for unit, count in stock
        ],
        "words": say("%(side)s’s supply: %(units)s", side=side_name(side), units=words),
    }


def _on_board(position: Position, side: int) -> Text:
    found = []
    for space in position.map.spaces:
        top, covered = position.top(space), position.covered(space)
        if top is not None and top.owner == side:
            found.append(_standing(top, space, covered))
        if covered is not None and covered.owner == side:
            found.append(say("%(unit)s %(space)s (covered)", unit=unit_words(covered), space=space_name(space)))
    units = joined(found) if found else say("nothing")
    return say("%(side)s on the board: %(units)s", side=side_name(side), units=units)


def _standing(unit: Unit, space: int, covered: Unit | None) -> Text:
    name = space_name(space)
    if covered is None:
        return joined([unit_words(unit), name], " ")
    return say("%(unit)s %(space)s above %(below)s", unit=unit_words(unit), space=name, below=owned(covered, "dative"))


# -- armies ------------------------------------------------------------------------------------------------------


def _armies(state: MatchState, seat: int | None) -> View:
    view: View = {"armies": None, "pick": None}
    by_side = [state.armies[state.seat_of(side)] for side in (RED, GREEN)]
    if None not in by_side:
        view["armies"] = {
            word: format_army(army) for word, army in zip(SIDE_WORDS, by_side, strict=True) if army is not None
        }
    elif state.setup.special:
        own = None if seat is None else state.armies[seat]
        view["pick"] = {
            "size": SPECIAL_SIZE,
            "limits": [
                {"type": letter, "name": piece_name(kind), "limit": limit}
                for kind, (letter, limit) in enumerate(zip(TYPES, SPECIAL_LIMITS, strict=True))
            ],
            "picked": format_army(own) if own else "",
            "words": army_words(own) if own else "",
        }
    return view


# -- in words ----------------------------------------------------------------------------------------------------


def _alt(view: View) -> str:
    """Describe the whole view for a screen reader."""
    sentences = [
        view["title"],
        _acting(view),
        scores_words(view),
        *view["on_board"],
        *(supply["words"] for supply in view["supplies"]),
        say("Reinforcement track, from the top: %(units)s", units=_track_words(view)),
        view["last"] and say("Last: %(turn)s", turn=view["last"].rstrip(".")),
    ]
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def scores_words(view: View) -> Text:
    """Write the points so far: "Points so far: Red 14, Green 9"."""
    points = points_words(view["scores"], view["labels"])
    return say("%(what)s: %(points)s", what=begun(view["score_words"]), points=points)


def _track_words(view: View) -> Text:
    units = [slot["words"] for slot in view["track"] if slot["unit"]]
    return joined(units) if units else pgettext("track", "empty")


def _acting(view: View) -> Text | str:
    names = listed([view["labels"][seat] for seat in view["to_act"]])
    if view["phase"] == "turn":
        return say_many(
            "%(side)s to play, %(number)s action left",
            "%(side)s to play, %(number)s actions left",
            view["actions_left"],
            side=names,
        )
    if view["phase"] == "army":
        return say_many("%(sides)s to pick an army", "%(sides)s to pick an army", len(view["to_act"]), sides=names)
    return say("%(side)s to choose a colour", side=names) if view["phase"] == "colour" else ""


def _ended_volley(state: MatchState, seat: int | None) -> View | None:
    if state.finale is None or state.last is None:
        return None
    finale = state.finale
    last = Last(state.last.words, finale.turn)
    before = replace(
        state, phase="over", volley=state.volley - 1, red=finale.red, position=finale.position, last=last, finale=None
    )
    return {**build_view(before, seat), "title": say("Volley %(volley)s, the final board", volley=before.volley)}
