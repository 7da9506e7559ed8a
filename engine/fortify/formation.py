"""Formations, and the 2x2 that wins, on sets of spaces (rules 2 "Formation", rules 4).

``mine`` is the set of a player's functional units and ``fortified`` the set of fortified top units (of either player).
No set holds a space off the map, so shifts need no check for the edges.
"""

from __future__ import annotations

from engine.fortify.spaces import STRIDE, spread


def infantry_in_formation(infantry: int, mine: int, fortified: int) -> int:
    """Infantry with an adjacent Infantry, one of the two adjacent to a third, fortified unit."""
    anchors = mine & fortified
    west, east, south, north = anchors << 1, anchors >> 1, anchors << STRIDE, anchors >> STRIDE
    # For each pair, named by its left or lower unit, the three outer neighbours of either unit: never the partner.
    across = infantry & infantry >> 1 & (west | south | north | (east | south | north) >> 1)
    upright = infantry & infantry >> STRIDE & (south | west | east | (north | west | east) >> STRIDE)
    return across | across << 1 | upright | upright << STRIDE


def tanks_in_formation(tanks: int, mine: int) -> int:
    """Tanks with an adjacent Tank and a third unit in line with the two, at either end."""
    across = tanks & tanks >> 1 & (mine << 1 | mine >> 2)
    upright = tanks & tanks >> STRIDE & (mine << STRIDE | mine >> 2 * STRIDE)
    return across | across << 1 | upright | upright << STRIDE


def battleships_in_formation(battleships: int) -> int:
    """Battleships in a connected group of at least three."""
    west, east, south, north = battleships << 1, battleships >> 1, battleships << STRIDE, battleships >> STRIDE
    # Three that are connected have one in the middle, with two Battleships beside it.
    middle = battleships & (west & east | south & north | (west | east) & (south | north))
    return middle | battleships & spread(middle)


def has_two_by_two(mask: int) -> bool:
    """Whether the set holds four spaces in a square."""
    lower = mask & mask >> 1
    return bool(lower & lower >> STRIDE)
