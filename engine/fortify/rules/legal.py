"""The legal steps of a volley (rules 2 to 4); ``apply`` says what each does.

``groups`` is the only place that says what is legal. It gives sets of target spaces; ``steps`` lists them as actions
and ``count_steps`` counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from engine.fortify.board.position import Position
from engine.fortify.board.spaces import STRIDE, spaces_in, spread
from engine.fortify.board.units import ARTILLERY, BATTLESHIP, INFANTRY, TYPES

from .actions import (
    ATTACK_ROWS,
    END_ROW,
    ENLIST_ROWS,
    FORTIFY_ROW,
    MOVE_ROWS,
    PAIR_PIECES,
    Action,
    ActionRow,
    pair_rows,
)
from .formation import in_formation

Group = tuple[Sequence[ActionRow], int, int]
"""Rows of actions, the set of those rows that are legal, and the set of spaces on which they may end."""
Pairs = tuple[int, int, int]
"""The ways to enlist two Infantry: the set of their faces (see ``pair_rows``), and two sets of spaces.

The first are the spaces beside a friendly unit. The second are further ones, where the second Infantry may go if the
space is adjacent to the first (R5).
"""

_END: Final[Group] = ((END_ROW,), 1, 1)
_FORTIFY: Final = (FORTIFY_ROW,)
NO_PAIRS: Final[Pairs] = (0, 0, 0)


def steps(position: Position) -> list[Action]:
    """Return every legal step, each once, in no particular order."""
    found: list[Action] = []
    for rows, sources, targets in groups(position):
        if targets:
            spaces = spaces_in(targets)
            for source in spaces_in(sources):
                found += map(rows[source].__getitem__, spaces)
    return found


def count_steps(position: Position) -> int:
    """Count the legal steps."""
    found, pairs = split_groups(position)
    return count_in_groups(found) + count_pairs(pairs)


def groups(position: Position) -> list[Group]:
    """Return the legal steps as rows of actions, with the sets of spaces they may end on, which may be empty."""
    found, pairs = split_groups(position)
    return found + list_pairs(pairs)


def count_in_groups(groups: Iterable[Group]) -> int:
    """Count the steps of groups."""
    return sum([sources.bit_count() * targets.bit_count() for _, sources, targets in groups])


def pick(groups: Iterable[Group], index: int) -> Action:
    """Return the step at an index in the list of ``steps``, without listing the others. Raises ``IndexError``."""
    for group in groups:
        number = group[1].bit_count() * group[2].bit_count()
        if index < number:
            return step_of(group, index)
        index -= number
    raise IndexError("there are not so many legal steps")


def step_of(group: Group, index: int) -> Action:
    """Return the step at an index within one group."""
    rows, sources, targets = group
    spaces = spaces_in(targets)
    source, target = divmod(index, len(spaces))
    return rows[spaces_in(sources)[source]][spaces[target]]


def may_end(position: Position) -> bool:
    """Return whether the player may end the turn now."""
    if position.turn == 1:
        return False
    if not is_mandatory_enlist(position):
        return True
    return not count_in_groups(_first_enlists(position)[0])  # R15


def is_mandatory_enlist(position: Position) -> bool:
    """Return whether the next action must be the Enlist with which a player's first turn begins (rules 2)."""
    return position.turn == 1 or (position.turn == 2 and position.left == 2)


def split_groups(position: Position) -> tuple[list[Group], Pairs]:
    """Return the legal steps in two parts: all but Enlists of two Infantry, then those, which take longest to list."""
    if position.turn > 2 or (position.turn == 2 and position.left != 2):
        return _ordinary_steps(position)
    found, pairs = _first_enlists(position)
    if may_end(position):
        found.append(_END)
    return found, pairs


def _first_enlists(position: Position) -> tuple[list[Group], Pairs]:
    map, turn = position.map, position.turn
    empty = (map.shore if turn == 1 else map.board) & ~position.occupied
    found: list[Group] = []
    return found, _add_enlists(found, position, empty, empty, 0)


def _ordinary_steps(position: Position) -> tuple[list[Group], Pairs]:
    map, turn, left, _, tops, fortified, beneath, _, _ = position
    if turn & 1:
        infantry, tanks, battleships, choppers, artillery, more, further, ships, their_choppers, guns = tops
    else:
        more, further, ships, their_choppers, guns, infantry, tanks, battleships, choppers, artillery = tops
    own = infantry | tanks | battleships | choppers | artillery
    enemies = more | further | ships | their_choppers  # an Artillery is never a target
    empty = map.board & ~(own | enemies | guns)
    # The spaces adjacent to the unit that moves are among those adjacent to any friendly unit.
    near = empty & (own << 1 | own >> 1 | own << STRIDE | own >> STRIDE)

    ground, _, waters, anywhere, land = map.suitable
    found: list[Group] = [
        _END,
        (MOVE_ROWS, infantry, ground & near),
        (MOVE_ROWS, tanks, ground & empty),
        (MOVE_ROWS, battleships, waters & near),
    ]
    formed = in_formation(infantry, tanks, battleships, own, fortified)
    able = formed | battleships & map.shore
    if choppers:
        found.append((MOVE_ROWS, choppers, anywhere & ~(choppers | their_choppers)))
        if beneath:
            able |= _add_choppers_steps(found, position, choppers)
    if artillery and left == 2:
        found.append((MOVE_ROWS, artillery, land & near))
        able |= artillery
    found.append((_FORTIFY, 1, able & ~fortified))
    formed |= own & fortified & ~(choppers | artillery)
    formed &= enemies << 1 | enemies >> 1 | enemies << STRIDE | enemies >> STRIDE
    if formed | artillery:
        _add_attacks(found, position, formed, artillery, enemies)
    # R7: without a functional unit, anywhere.
    return found, _add_enlists(found, position, empty, near if own else empty, battleships)


def _add_attacks(found: list[Group], position: Position, able: int, artillery: int, enemies: int) -> None:
    """Add attacks by ``able`` units on adjacent enemies, and by ``artillery`` on enemies in line.

    Only a fortified unit attacks a fortified one.
    """
    map, fortified = position.map, position.fortified
    aims = enemies & ~fortified, enemies  # for a normal and for a fortified attacker
    adjacent, lines = map.adjacent, map.lines
    for at in spaces_in(able) + spaces_in(artillery):
        reach = lines[at] if artillery >> at & 1 else adjacent[at]
        targets = reach & aims[fortified >> at & 1]
        if targets:
            found.append((ATTACK_ROWS, 1 << at, targets))


def _add_choppers_steps(found: list[Group], position: Position, choppers: int) -> int:
    """Add attacks on units covered by the player's Choppers; return the Choppers that can be fortified."""
    fortified, fortifiable = position.fortified, 0
    for space, unit in position.beneath:
        if not choppers >> space & 1:
            continue
        if unit.owner == position.side:
            fortifiable |= (unit.type == "B" and unit.fortified) << space
        elif unit.type != "A" and (fortified >> space & 1 or not unit.fortified):
            found.append((ATTACK_ROWS, 1 << space, 1 << space))
    return fortifiable


def _add_enlists(found: list[Group], position: Position, empty: int, within: int, battleships: int) -> Pairs:
    """Add Enlists onto ``within``, a part of ``empty``, and for a Chopper onto ``battleships``.

    Return the ways to enlist two Infantry.
    """
    stock, grounds = position.stock, position.map.suitable
    on_ground, on_water, on_land, on_ships, faces = _enlisted(stock[:10] if position.turn & 1 else stock[10:])
    ground = grounds[INFANTRY]
    if on_ground:
        found.append((ENLIST_ROWS, on_ground, ground & within))
    if on_water:
        found.append((ENLIST_ROWS, on_water, grounds[BATTLESHIP] & within))
    if on_land:
        found.append((ENLIST_ROWS, on_land, grounds[ARTILLERY] & within))
    if on_ships:
        found.append((ENLIST_ROWS, on_ships, battleships))
    return (faces, ground & within, ground & empty & ~within) if faces else NO_PAIRS


@lru_cache(maxsize=1 << 14)
def _enlisted(supply: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    """Return the pieces of a supply by ground, and the pairs of faces in which it has two Infantry.

    The grounds are Land and Shore, Water and Shore, Land alone, and Battleships.
    """
    infantry, tanks, battleships, choppers, artillery = (
        sum(1 << piece for piece in (kind, kind + len(TYPES)) if supply[piece]) for kind in range(len(TYPES))
    )
    faces = sum(
        1 << place
        for place, (first, second) in enumerate(PAIR_PIECES)
        if supply[first] > (first == second) and supply[second]
    )
    return infantry | tanks, battleships, artillery, choppers, faces


def count_pairs(pairs: Pairs) -> int:
    """Count the ways to enlist two Infantry at once."""
    faces, near, further = pairs
    if not faces:
        return 0
    number = near.bit_count()
    places = number * (number - 1) // 2
    if further:
        places += (near << 1 & further).bit_count() + (near >> 1 & further).bit_count()
        places += (near << STRIDE & further).bit_count() + (near >> STRIDE & further).bit_count()
    return faces.bit_count() * places


def list_pairs(pairs: Pairs) -> list[Group]:
    """Return the ways to enlist two Infantry as groups: for each space, the higher ones for the second Infantry."""
    faces, near, further = pairs
    found: list[Group] = []
    if not faces:
        return found
    for first in spaces_in(near | further):
        beside = spread(1 << first)
        partners = near | beside & further if near >> first & 1 else near & beside
        higher = partners >> first + 1 << first + 1
        if higher:
            found.append((pair_rows(first), faces, higher))
    return found
