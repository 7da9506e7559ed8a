"""What a person may see of a match, as JSON-able data: the only source for pages, mails and pictures.

The keys every game has are named in ``engine.game``; Fortify's own are below. A space, piece or slot is a dict:

- ``phase``, ``volley``, ``volleys`` (ended ones, see ``_volley``), ``score_words``, ``as_it_stands`` (what the running
  volley of a points match would add per seat if it stopped now, else ``None``);
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
from typing import Any, Final, NamedTuple

from engine.fortify.actions import ATTACK, ENLIST, FORTIFY, MOVE, Action
from engine.fortify.maps import TERRAIN_NAMES
from engine.fortify.match import Last, MatchState, VolleyResult, running_points, seats_to_act
from engine.fortify.notation import parse_turn
from engine.fortify.position import Position
from engine.fortify.spaces import STRIDE, space_name
from engine.fortify.units import (
    GREEN,
    RED,
    SIDE_NAMES,
    SPECIAL_LIMITS,
    SPECIAL_SIZE,
    TYPE_NAMES,
    TYPES,
    Unit,
    format_army,
)
from engine.fortify.words import army_words, count_words, listed, owned, points_words, result_words, unit_words
from engine.game import View

SIDE_WORDS: Final = ("red", "green")
NO_ARMY: Final = (0, 0, 0, 0, 0)


def labels(state: MatchState) -> list[str]:
    """What each seat is called now: its colour in the volley shown."""
    return [SIDE_NAMES[state.side_of(seat)] for seat in (0, 1)]


class Drafted(NamedTuple):
    """A turn under way: its actions so far, the position after them, and the actions left."""

    position: Position
    actions: tuple[Action, ...]
    left: int


def build(state: MatchState, seat: int | None, draft: Drafted | None = None) -> View:
    """The view of a seat or, with ``None``, of a bystander; with a draft's board and marks, if one is given."""
    view = {**_heading(state), **_armies(state, seat)}
    if draft:
        view["actions_left"] = draft.left
    if draft and draft.actions:
        state = replace(state, position=draft.position, finale=None)
        view |= {"position": str(draft.position), "as_it_stands": _as_it_stands(state)}
    position = state.position or Position.start(state.setup.map, NO_ARMY, NO_ARMY)
    view |= _board(position, draft.actions if draft and draft.actions else _last_actions(state), state.red)
    view["alt"] = _alt(view)
    view["ended_volley"] = _ended_volley(state, seat)
    return view


def _last_actions(state: MatchState) -> list[Action]:
    return parse_turn(state.last.turn) if state.last and state.last.turn else []


def _heading(state: MatchState) -> View:
    position = state.position
    return {
        "game": "fortify",
        "title": title(state),
        "labels": labels(state),
        "colours": [SIDE_WORDS[state.side_of(seat)] for seat in (0, 1)],
        "scores": list(state.scores),
        "score_words": _score_words(state),
        "as_it_stands": _as_it_stands(state),
        "to_act": list(seats_to_act(state)),
        "phase": state.phase,
        "volley": state.volley,
        "volleys": [_volley(number, result) for number, result in enumerate(state.results, start=1)],
        "map": state.setup.map.name,
        "turn": position.turn if position and state.phase == "turn" else None,
        "actions_left": position.left if position and state.phase == "turn" else None,
        "position": str(position) if position else "",
        "last": state.last.words if state.last else "",
    }


def _as_it_stands(state: MatchState) -> list[int] | None:
    points = running_points(state)
    return None if points is None else list(points)


def title(state: MatchState) -> str:
    """Where the match stands: "Volley 1 of 2, turn 7"."""
    if state.phase == "army":
        return "Picking armies"
    of = f"{state.setup.volleys}" if state.setup.by_points else f"up to {state.setup.volleys}"
    volley = f"volley {state.volley} of {of}"
    if state.phase == "over":
        return f"Match over in {volley}"
    if state.phase == "colour":
        return f"V{volley[1:]} is over, choosing colours for the next"
    assert state.position is not None
    return f"V{volley[1:]}, turn {state.position.turn}"


def _score_words(state: MatchState) -> str:
    what = "points" if state.setup.by_points else "volleys won"
    return what if state.phase == "over" else f"{what} so far"


def _volley(number: int, result: VolleyResult) -> View:
    """An ended volley: ``winner`` and ``red`` are seats, ``points`` per seat."""
    winner = None if result.winner is None else SIDE_NAMES[result.winner ^ result.red]
    words = result_words(winner, result.how, result.turns)
    labels = [SIDE_NAMES[result.red ^ seat] for seat in (0, 1)]
    return {"number": number, **result._asdict(), "points": list(result.points), "labels": labels, "words": words}


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
            {"slot": slot + 1, "unit": _unit(position.track[slot]) if slot < len(position.track) else None}
            for slot in range(board.slots)
        ],
        "on_board": [_on_board(position, side) for side in (RED, GREEN)],
    }


def _unit(unit: Unit | None) -> View | None:
    if unit is None:
        return None
    return {"type": unit.type, "name": unit.name, "side": SIDE_WORDS[unit.owner], "fortified": unit.fortified}


def _space(position: Position, space: int, marks: dict[int, list[str]], winning: set[int]) -> View:
    row, column = divmod(space, STRIDE)
    terrain = TERRAIN_NAMES[position.map.terrain_at(space)]
    return {
        "ref": space_name(space),
        "col": column,
        "row": position.map.height - 1 - row,
        "terrain": terrain.lower(),
        "unit": _unit(position.top(space)),
        "covered": _unit(position.covered(space)),
        "marks": marks.get(space, []),
        "winning": space in winning,
        "words": f"{space_name(space)}, {terrain}, {_space_words(position, space)}",
    }


def _space_words(position: Position, space: int) -> str:
    top, covered = position.top(space), position.covered(space)
    if top is None:
        return "empty"
    return owned(top) + (f" above {owned(covered)}" if covered else "")


def _marks(actions: Sequence[Action]) -> dict[int, list[str]]:
    """What a turn did, by space; a space that a unit only passed through is not its goal."""
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
    """The spaces of every 2x2 fortification there is (rules 4)."""
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
    words = listed([_pieces_words(unit, count) for unit, count in stock]) or "nothing"
    return {
        "side": SIDE_WORDS[side],
        "pieces": [
            {
                "ref": f"supply:{'+' if unit.fortified else ''}{unit.type}",
                "type": unit.type,
                "name": unit.name,
                "fortified": unit.fortified,
                "count": count,
            }
            for unit, count in stock
        ],
        "words": f"{SIDE_NAMES[side]}'s supply: {words}",
    }


def _pieces_words(unit: Unit, count: int) -> str:
    number, name = count_words(count, unit.name).split(" ")
    return f"{number} fortified {name}" if unit.fortified else f"{number} {name}"


def _on_board(position: Position, side: int) -> str:
    found = []
    for space in position.map.spaces:
        top, covered = position.top(space), position.covered(space)
        if top is not None and top.owner == side:
            found.append(f"{unit_words(top)} {space_name(space)}" + (f" above {owned(covered)}" if covered else ""))
        if covered is not None and covered.owner == side:
            found.append(f"{unit_words(covered)} {space_name(space)} (covered)")
    return f"{SIDE_NAMES[side]} on the board: {', '.join(found) or 'nothing'}"


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
                {"type": letter, "name": name, "limit": limit}
                for letter, name, limit in zip(TYPES, TYPE_NAMES, SPECIAL_LIMITS, strict=True)
            ],
            "picked": format_army(own) if own else "",
            "words": army_words(own) if own else "",
        }
    return view


# -- in words ----------------------------------------------------------------------------------------------------


def _alt(view: View) -> str:
    """The whole view read aloud."""
    track = [owned_words(slot["unit"]) for slot in view["track"] if slot["unit"]]
    names = view["labels"]
    sentences = [
        view["title"],
        _acting(view),
        f"{view['score_words'].capitalize()}: {points_words(view['scores'], names)}",
        *view["on_board"],
        *(supply["words"] for supply in view["supplies"]),
        f"Reinforcement track, from the top: {', '.join(track) or 'empty'}",
        view["last"] and f"Last: {view['last'].rstrip('.')}",
    ]
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def owned_words(piece: dict[str, Any]) -> str:
    """A piece of a view in words."""
    face = "fortified " if piece["fortified"] else ""
    return f"{piece['side'].capitalize()}'s {face}{piece['name']}"


def _acting(view: View) -> str:
    names = listed([view["labels"][seat] for seat in view["to_act"]])
    if view["phase"] == "turn":
        left = view["actions_left"]
        return f"{names} to play, {left} action{'' if left == 1 else 's'} left"
    return {"army": f"{names} to pick an army", "colour": f"{names} to choose a colour"}.get(view["phase"], "")


def _ended_volley(state: MatchState, seat: int | None) -> View | None:
    if state.finale is None or state.last is None:
        return None
    finale = state.finale
    last = Last(state.last.words, finale.turn)
    before = replace(
        state, phase="over", volley=state.volley - 1, red=finale.red, position=finale.position, last=last, finale=None
    )
    return {**build(before, seat), "title": f"Volley {before.volley}, the final board"}
