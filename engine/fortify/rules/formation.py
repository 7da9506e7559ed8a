"""Formations, and the 2x2 that wins, on sets of spaces (rules 2 "Formation", rules 4).

``mine`` is the set of a player's functional units and ``fortified`` the set of fortified top units (of either player).
No set holds a space off the map, so shifts need no check for the edges.
"""

from __future__ import annotations

from engine.fortify.board.spaces import STRIDE, spread


def in_formation(infantry: int, tanks: int, battleships: int, mine: int, fortified: int) -> int:
    """All the units of a player that are in formation."""
    return (
        infantry_in_formation(infantry, mine, fortified)
        | tanks_in_formation(tanks, mine)
        | battleships_in_formation(battleships)
    )


def infantry_in_formation(infantry: int, mine: int, fortified: int) -> int:
    """Infantry with an adjacent Infantry, one of the two adjacent to a third, fortified unit."""
    # Pairs, named by their left or lower unit.
    across, upright = infantry & infantry >> 1, infantry & infantry >> STRIDE
    if not across | upright:
        return 0
    anchors = mine & fortified
    west, east, south, north = anchors << 1, anchors >> 1, anchors << STRIDE, anchors >> STRIDE
    # The three outer neighbours of either unit: never the partner.
    across &= west | south | north | (east | south | north) >> 1
    upright &= south | west | east | (north | west | east) >> STRIDE
    return across | across << 1 | upright | upright << STRIDE


def tanks_in_formation(tanks: int, mine: int) -> int:
    """Tanks with an adjacent Tank and a third unit in line with the two, at either end."""
    # Pairs, named by their left or lower unit, and what stands before or behind the two.
    across, upright = tanks & tanks >> 1, tanks & tanks >> STRIDE
    if not across | upright:
        return 0
    across &= mine << 1 | mine >> 2
    upright &= mine << STRIDE | mine >> 2 * STRIDE
    return across | across << 1 | upright | upright << STRIDE


def battleships_in_formation(battleships: int) -> int:
    """Battleships in a connected group of at least three."""
    if battleships.bit_count() < 3:
        return 0
    west, east, south, north = battleships << 1, battleships >> 1, battleships << STRIDE, battleships >> STRIDE
    # Three that are connected have one in the middle, with two Battleships beside it.
    middle = battleships & (west & east | south & north | (west | east) & (south | north))
    return middle | battleships & spread(middle)


def has_two_by_two(mask: int) -> bool:
    """Whether the set holds four spaces in a square."""
    lower = mask & mask >> 1
    return bool(lower & lower >> STRIDE)
