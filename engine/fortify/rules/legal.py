"""Which steps of a volley are legal (rules 2 to 4); ``apply`` says what each does.

``groups`` is the one statement of what is legal. It gives sets of target spaces; ``steps`` lists them as actions and
``count_steps`` counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.fortify.board.position import Position
from engine.fortify.board.spaces import spaces_in, spread
from engine.fortify.board.units import ARTILLERY, BATTLESHIP, CHOPPER, INFANTRY, TYPES

from .actions import ATTACK_ROWS, END_ROW, ENLIST_ROWS, FORTIFY_ROW, MOVE_ROWS, Action, Row, pair_row
from .formation import in_formation

Group = tuple[Row, int]
"""A row of actions and the set of spaces for which they are legal."""

_NORMAL_INFANTRY = INFANTRY
_FORTIFIED_INFANTRY = INFANTRY + len(TYPES)


def steps(position: Position) -> list[Action]:
    """Every legal step, each once, in no particular order."""
    found: list[Action] = []
    for row, mask in groups(position):
        if mask:
            found += map(row.__getitem__, spaces_in(mask))
    return found


def count_steps(position: Position) -> int:
    """How many legal steps there are."""
    return sum([mask.bit_count() for _, mask in groups(position)])


def pick(groups: Iterable[Group], index: int) -> Action:
    """The step of that index, as ``steps`` lists them, without listing the others. Raises ``IndexError``."""
    for row, mask in groups:
        count = mask.bit_count()
        if index < count:
            return row[spaces_in(mask)[index]]
        index -= count
    raise IndexError("there are not so many legal steps")


def may_end(position: Position) -> bool:
    """Whether the player may end the turn now."""
    if position.turn == 1:
        return False
    if not is_mandatory_enlist(position):
        return True
    return not any(mask for _, mask in _first_enlists(position))  # R15


def is_mandatory_enlist(position: Position) -> bool:
    """Whether this action must be the Enlist that a player's first turn begins with (rules 2)."""
    return position.turn == 1 or (position.turn == 2 and position.left == 2)


def groups(position: Position) -> list[Group]:
    """The legal steps as rows of actions with the sets of spaces they may end on, some of them empty."""
    if is_mandatory_enlist(position):
        found = _first_enlists(position)
        if may_end(position):
            found.append((END_ROW, 1))
        return found
    return _ordinary_steps(position)


def _first_enlists(position: Position) -> list[Group]:
    ground = position.map.shore if position.turn == 1 else position.map.board
    return _enlists(position, ground & ~position.occupied, None, 0)


def _ordinary_steps(position: Position) -> list[Group]:
    tops = position.tops
    mine, theirs = (tops[:5], tops[5:]) if position.turn & 1 else (tops[5:], tops[:5])
    own = mine[0] | mine[1] | mine[2] | mine[3] | mine[4]
    enemies = theirs[0] | theirs[1] | theirs[2] | theirs[3]  # an Artillery is never a target
    empty = position.map.board & ~(own | enemies | theirs[ARTILLERY])
    near = spread(own)
    return [
        (END_ROW, 1),
        *_enlists(position, empty, near if own else None, mine[BATTLESHIP]),
        *_moves(position, mine, empty, near, theirs[CHOPPER]),
        *_fortifies_and_attacks(position, mine, own, enemies),
    ]


def _moves(position: Position, mine: Sequence[int], empty: int, near: int, their_choppers: int) -> list[Group]:
    """Moves. The spaces adjacent to the unit itself are among those adjacent to any friendly unit: ``near``."""
    infantry, tanks, battleships, choppers, artillery = mine
    ground, _, waters, anywhere, land = position.map.suitable
    found: list[Group] = []
    if infantry:
        targets = ground & empty & near
        found += [(MOVE_ROWS[space], targets) for space in spaces_in(infantry)]
    if tanks:
        targets = ground & empty
        found += [(MOVE_ROWS[space], targets) for space in spaces_in(tanks)]
    if battleships:
        targets = waters & empty & near
        found += [(MOVE_ROWS[space], targets) for space in spaces_in(battleships)]
    if choppers:
        targets = anywhere & ~(choppers | their_choppers)
        found += [(MOVE_ROWS[space], targets) for space in spaces_in(choppers)]
    if artillery and position.left == 2:
        targets = land & empty & near
        found += [(MOVE_ROWS[space], targets) for space in spaces_in(artillery)]
    return found


def _fortifies_and_attacks(position: Position, mine: Sequence[int], own: int, enemies: int) -> list[Group]:
    """Fortifies and attacks, which both ask for formation. Only a fortified unit attacks a fortified one."""
    infantry, tanks, battleships, choppers, artillery = mine
    map, fortified = position.map, position.fortified
    formed = in_formation(infantry, tanks, battleships, own, fortified)
    fortifiable = formed | battleships & map.shore
    if position.left == 2:
        fortifiable |= artillery

    aims = enemies & ~fortified, enemies  # of a normal and of a fortified attacker
    able = (formed | own & fortified & ~(choppers | artillery)) & spread(enemies)
    adjacent, lines = map.adjacent, map.lines
    found = [(ATTACK_ROWS[space], adjacent[space] & aims[fortified >> space & 1]) for space in spaces_in(able)]
    if artillery:
        found += [(ATTACK_ROWS[space], lines[space] & aims[fortified >> space & 1]) for space in spaces_in(artillery)]
    for space, unit in position.beneath:
        if not choppers >> space & 1:
            continue
        if unit.owner == position.side:
            fortifiable |= (unit.type == "B" and unit.fortified) << space
        elif unit.type != "A" and (fortified >> space & 1 or not unit.fortified):
            found.append((ATTACK_ROWS[space], 1 << space))
    found.append((FORTIFY_ROW, fortifiable & ~fortified))
    return found


def _enlists(position: Position, empty: int, near: int | None, battleships: int) -> list[Group]:
    """Enlists onto ``empty``, adjacent to a friendly unit where ``near`` is given (R7: else anywhere), and for a
    Chopper onto ``battleships``."""
    stock = position.stock
    supply = stock[:10] if position.turn & 1 else stock[10:]
    found: list[Group] = []
    if not any(supply):
        return found
    suitable = position.map.suitable
    within = empty if near is None else empty & near
    for piece, count in enumerate(supply):
        if count:
            kind = piece % 5
            found.append((ENLIST_ROWS[piece], battleships if kind == CHOPPER else suitable[kind] & within))
    normal, fortified = supply[_NORMAL_INFANTRY], supply[_FORTIFIED_INFANTRY]
    if normal + fortified > 1:
        ground = suitable[INFANTRY]
        found += _pairs(_pair_pieces(normal, fortified), ground & empty, ground & within, position.map.adjacent)
    return found


def _pair_pieces(normal: int, fortified: int) -> list[tuple[int, int]]:
    """The faces in which two Infantry of a supply can be placed on two spaces."""
    found = []
    if normal > 1:
        found.append((_NORMAL_INFANTRY, _NORMAL_INFANTRY))
    if fortified > 1:
        found.append((_FORTIFIED_INFANTRY, _FORTIFIED_INFANTRY))
    if normal and fortified:
        found += [(_NORMAL_INFANTRY, _FORTIFIED_INFANTRY), (_FORTIFIED_INFANTRY, _NORMAL_INFANTRY)]
    return found


def _pairs(pieces: list[tuple[int, int]], open_: int, near: int, adjacent: tuple[int, ...]) -> list[Group]:
    """Two Infantry onto ``open_``: one onto ``near``, the other there too or beside it, in whichever order (R5)."""
    found: list[Group] = []
    for first in spaces_in(open_):
        beside = adjacent[first]
        partners = near | beside & open_ if near >> first & 1 else near & beside
        higher = partners >> first + 1 << first + 1
        if higher:
            found += [(pair_row(first, *faces), higher) for faces in pieces]
    return found
