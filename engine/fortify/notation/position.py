"""The one-line text of a position (rules 6), which has one form only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.errors import GameError
from engine.fortify.board.maps import TERRAIN_NAMES, Map
from engine.fortify.board.position import Position
from engine.fortify.board.spaces import space_at, space_name, spaces_in
from engine.fortify.board.units import (
    ARTILLERY,
    CHOPPER,
    GREEN,
    RED,
    SIDE_NAMES,
    TYPES,
    UNITS,
    Unit,
    format_army,
    is_within_an_army,
    read_unit,
)
from engine.fortify.rules.scoring import QUIET_LIMIT

_MAX_TURN_DIGITS: Final = 6
_TOKEN: Final = re.compile(r"[0-9]|\[[^\[\]]*\]|\+?[A-Za-z]")
_STACK: Final = re.compile(r"\[(\+?[A-Za-z])(\+?[A-Za-z])\]")
_SUPPLIED: Final = re.compile(r"(\+?[A-Za-z])([0-9]+)")
_PLACES: Final = {str(unit): unit.owner * 10 + unit.piece for pieces in UNITS for unit in pieces}
"""The place in a supply where each unit is counted, by the unit's text."""


class PositionError(GameError):
    """An error for a text that is no position of the map; the message is one sentence."""


def format_position(position: Position) -> str:
    """Write a position as a line of text."""
    side = "r" if position.side == RED else "g"
    units = _write_units(position)
    rows = "/".join(_write_row(units, position.map, row) for row in reversed(range(position.map.height)))
    supply = "".join(f"{unit}{count}" for owner in (RED, GREEN) for unit, count in position.supply(owner))
    track = "".join(map(str, position.track))
    return f"{rows} {side} {position.turn}/{position.left} {supply or '-'} {track or '-'} {position.quiet}"


def _write_units(position: Position) -> dict[int, str]:
    """Write the units on each space that is not empty."""
    texts = {}
    for index, mask in enumerate(position.tops):
        owner, kind = divmod(index, len(TYPES))
        for space in spaces_in(mask):
            texts[space] = str(UNITS[owner][kind + 5 if position.fortified >> space & 1 else kind])
    for space, covered in position.beneath:
        texts[space] = f"[{texts[space]}{covered}]"
    return texts


def _write_row(units: Mapping[int, str], map: Map, row: int) -> str:
    text = ""
    empty = 0
    for column in range(map.columns):
        unit = units.get(space_at(column, row))
        if unit is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + unit
        empty = 0
    return text + (str(empty) if empty else "")


def parse_position(map: Map, text: str) -> Position:
    """Read a position in the form that ``format_position`` writes. Raises ``PositionError`` for any other."""
    fields = text.split(" ")
    if len(fields) != 6 or not all(fields):
        raise PositionError(
            "A position has six fields with one blank between them: board, side, turn/actions, supply, track, quiet."
        )
    board, covered = _read_board(map, fields[0])
    turn, left = _read_turn(fields[1], fields[2])
    stock = _read_supply(fields[3])
    quiet, track = _read_quiet(fields[5]), _read_track(map, fields[4])
    tops = [0] * (2 * len(TYPES))
    fortified = 0
    for space, unit in board.items():
        tops[unit.owner * 5 + unit.piece % 5] |= 1 << space
        fortified |= unit.fortified << space
    beneath = tuple(sorted(covered.items()))
    position = Position(map, turn, left, quiet, tuple(tops), fortified, beneath, stock, track)
    _check_armies(position)
    return position


def _read_board(map: Map, field: str) -> tuple[dict[int, Unit], dict[int, Unit]]:
    rows = field.split("/")
    if len(rows) != map.height:
        raise PositionError(f"The board of map {map.name} has {map.height} rows, not {len(rows)}.")
    tops: dict[int, Unit] = {}
    covered: dict[int, Unit] = {}
    for row, text in zip(reversed(range(map.height)), rows, strict=True):
        _read_row(map, row, text, tops, covered)
    return tops, covered


def _read_row(map: Map, row: int, text: str, tops: dict[int, Unit], covered: dict[int, Unit]) -> None:
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != text:
        raise PositionError(f"Row {row + 1} of the board, “{text}”, is not made of digits, units and stacks.")
    column = 0
    after_digit = False
    for token in tokens:
        if token.isdigit():
            if after_digit or token == "0":
                raise PositionError(f"Row {row + 1} of the board, “{text}”, must count empty spaces by one digit.")
            column += int(token)
        else:
            # Beyond the map's width the row is refused below, whatever stands there.
            if column < map.columns:
                _place(map, space_at(column, row), token, tops, covered)
            column += 1
        after_digit = token.isdigit()
    if column != map.columns:
        raise PositionError(f"Row {row + 1} of the board, “{text}”, has {column} spaces, not {map.columns}.")


def _place(map: Map, space: int, token: str, tops: dict[int, Unit], covered: dict[int, Unit]) -> None:
    if not token.startswith("["):
        tops[space] = _unit_on(map, space, token, token)
        return
    name, stack = space_name(space), _STACK.fullmatch(token)
    if not stack:
        raise PositionError(f"“{token}” on {name} is not a stack: a Chopper and one unit under it, as in [C+b].")
    tops[space], below = [_unit_on(map, space, text, token) for text in stack.groups()]
    if tops[space].type != TYPES[CHOPPER]:
        raise PositionError(f"In “{token}” on {name} the upper unit must be a Chopper.")
    if below.type == TYPES[CHOPPER]:
        raise PositionError(f"In “{token}” on {name} a Chopper sits on a Chopper.")
    covered[space] = below


def _unit_on(map: Map, space: int, text: str, token: str) -> Unit:
    unit, name = read_unit(text), space_name(space)
    if unit is None:
        raise PositionError(f"“{token}” on {name} is not a unit: the letters are ITBCA, with an optional +.")
    if not map.suitable[unit.piece % 5] >> space & 1:
        terrain = TERRAIN_NAMES[map.terrain_at(space)]
        raise PositionError(f"{name} is {terrain}, where no {unit.name} can stand.")
    return unit


def _read_turn(side: str, counts: str) -> tuple[int, int]:
    if side not in ("r", "g"):
        raise PositionError(f"The side to move is r or g, not “{side}”.")
    match = re.fullmatch(r"([1-9][0-9]*)/([12])", counts)
    if not match or len(match[1]) > _MAX_TURN_DIGITS:
        raise PositionError(f"“{counts}” is not a turn and its actions left, such as 1/1, 2/2 or 7/1.")
    turn, left = int(match[1]), int(match[2])
    if side != ("r" if turn % 2 else "g"):
        raise PositionError(f"Turn {turn} is {SIDE_NAMES[GREEN if turn % 2 == 0 else RED]}’s: odd turns are Red’s.")
    if turn == 1 and left != 1:
        raise PositionError("The first turn of a volley has 1 action, so it is written 1/1.")
    return turn, left


def _read_supply(field: str) -> tuple[int, ...]:
    stock = [0] * 20
    parts = [] if field == "-" else _SUPPLIED.findall(field)
    if field != "-" and "".join(map("".join, parts)) != field:
        raise PositionError(f"The supply “{field}” is not units with counts, such as I2T3+I1i4t4b4, or -.")
    last = -1
    for unit, digits in parts:
        place = _PLACES.get(unit)
        if place is None:
            raise PositionError(f"“{unit}” in the supply is not a unit: the letters are I, T, B, C and A.")
        if place <= last:
            raise PositionError("The supply must go in the order ITBCA+I+T+B+C+Aitbca+i+t+b+c+a, each at most once.")
        if digits.startswith("0") or len(digits) > 1:
            raise PositionError(
                f"“{unit}{digits}” in the supply is not a count from 1 to 9; units with none are left out."
            )
        stock[place] = int(digits)
        last = place
    return tuple(stock)


def _read_track(map: Map, field: str) -> tuple[Unit, ...]:
    texts = [] if field == "-" else re.findall(r"\+?[A-Za-z]", field)
    units = [unit for text in texts if (unit := read_unit(text))]
    if field != "-" and "".join(str(unit) for unit in units) != field:
        raise PositionError(f"The track “{field}” is not units such as +iT, or -.")
    if len(units) > map.slots:
        raise PositionError(f"The track of map {map.name} has {map.slots} slots, not {len(units)}.")
    if any(unit.type == TYPES[ARTILLERY] for unit in units):
        raise PositionError("An Artillery is never on the track, since it is never attacked.")
    return tuple(units)


def _read_quiet(field: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]?", field) or int(field) > QUIET_LIMIT:
        raise PositionError(f"The count of quiet turns is a number from 0 to {QUIET_LIMIT}, not “{field}”.")
    return int(field)


def _check_armies(position: Position) -> None:
    for owner in (RED, GREEN):
        army = position.army(owner)
        if not sum(army):
            raise PositionError(f"{SIDE_NAMES[owner]} has no units.")
        if not is_within_an_army(army):
            raise PositionError(f"{SIDE_NAMES[owner]} has more units than an army: {format_army(army)}.")
