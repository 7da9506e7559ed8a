"""A volley: which steps are legal, and what each does (rules 2 to 4).

``groups`` is the one statement of what is legal. It gives sets of target spaces; ``steps`` lists them as actions and
``count_steps`` counts them.
"""

from __future__ import annotations

from engine.fortify.actions import (
    END,
    END_ROW,
    FORTIFY_ROW,
    Action,
    Row,
    attack_row,
    enlist_row,
    move_row,
    pair_row,
)
from engine.fortify.ending import Ending, score
from engine.fortify.formation import battleships_in_formation, infantry_in_formation, tanks_in_formation
from engine.fortify.playing import apply
from engine.fortify.position import Position
from engine.fortify.spaces import spaces_in, spread
from engine.fortify.units import ARTILLERY, BATTLESHIP, CHOPPER, GREEN, INFANTRY, RED, TYPES

__all__ = ["END", "Action", "Ending", "apply", "count_steps", "groups", "may_end", "score", "step_at", "steps"]

Group = tuple[Row, int]
"""A row of actions and the set of spaces for which they are legal."""

_NORMAL_INFANTRY = INFANTRY
_FORTIFIED_INFANTRY = INFANTRY + len(TYPES)


def steps(position: Position) -> list[Action]:
    """Every legal step, each once, in no particular order."""
    found: list[Action] = []
    for row, mask in groups(position):
        found += map(row.__getitem__, spaces_in(mask))
    return found


def count_steps(position: Position) -> int:
    """How many legal steps there are."""
    return sum([mask.bit_count() for _, mask in groups(position)])


def step_at(position: Position, index: int) -> Action:
    """The legal step of that index in ``steps``, found without listing the others. Raises ``IndexError``."""
    for row, mask in groups(position):
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
    board, _, left, _, tops, fortified, beneath, _, _ = position
    if position.side == RED:
        infantry, tanks, battleships, choppers, artillery, *foes = tops
    else:
        *foes, infantry, tanks, battleships, choppers, artillery = tops
    mine = infantry | tanks | battleships | choppers | artillery
    enemies = foes[INFANTRY] | foes[1] | foes[BATTLESHIP] | foes[CHOPPER]
    empty = board.board & ~(mine | enemies | foes[ARTILLERY])
    near = spread(mine)

    found = _enlists(position, empty, near if mine else None, battleships)
    found.append((END_ROW, 1))

    # Moves. The spaces adjacent to the unit itself are among those adjacent to any friendly unit.
    ground, _, waters, anywhere, land = board.suitable
    reach = empty & near
    found += [(move_row(space), ground & reach) for space in spaces_in(infantry)]
    found += [(move_row(space), ground & empty) for space in spaces_in(tanks)]
    found += [(move_row(space), waters & reach) for space in spaces_in(battleships)]
    found += [(move_row(space), anywhere & ~(choppers | foes[CHOPPER])) for space in spaces_in(choppers)]
    if left == 2:
        found += [(move_row(space), land & reach) for space in spaces_in(artillery)]

    # Fortifies.
    formed = (
        infantry_in_formation(infantry, mine, fortified)
        | tanks_in_formation(tanks, mine)
        | battleships_in_formation(battleships)
    )
    fortifiable = formed | battleships & board.shore
    if left == 2:
        fortifiable |= artillery
    for space, unit in beneath:
        if choppers >> space & 1 and unit.owner == position.side and unit.fortified and unit.type == "B":
            fortifiable |= 1 << space
    found.append((FORTIFY_ROW, fortifiable & ~fortified))

    # Attacks. An Artillery is never a target, and only a fortified unit attacks a fortified one.
    weak = enemies & ~fortified
    able = (formed | fortified & (infantry | tanks | battleships)) & spread(enemies)
    adjacent = board.adjacent
    found += [
        (attack_row(space), adjacent[space] & (enemies if fortified >> space & 1 else weak))
        for space in spaces_in(able)
    ]
    found += [
        (attack_row(space), board.lines[space] & (enemies if fortified >> space & 1 else weak))
        for space in spaces_in(artillery)
    ]
    for space, unit in beneath:
        foe_below = choppers >> space & 1 and unit.owner != position.side and unit.type != "A"
        if foe_below and (fortified >> space & 1 or not unit.fortified):
            found.append((attack_row(space), 1 << space))
    return found


def _enlists(position: Position, empty: int, near: int | None, battleships: int) -> list[Group]:
    """Enlists onto ``empty``, adjacent to a friendly unit where ``near`` is given (R7: else anywhere), and for a
    Chopper onto ``battleships``."""
    supply = position.stock[10:] if position.side == GREEN else position.stock[:10]
    suitable = position.map.suitable
    within = empty if near is None else empty & near
    found: list[Group] = []
    for piece, count in enumerate(supply):
        if count:
            kind = piece % 5
            found.append((enlist_row(piece), battleships if kind == CHOPPER else suitable[kind] & within))
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
