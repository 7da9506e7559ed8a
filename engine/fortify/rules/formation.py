"""Formations, and the 2x2 that wins, on sets of spaces (rules 2 "Formation", rules 4).

``mine`` is the set of a player's functional units and ``fortified`` the set of fortified top units (of either player).
No set has a space off the map, so shifts need no check for the edges.
"""

from __future__ import annotations

from engine.fortify.board.spaces import STRIDE, spread


def in_formation(infantry: int, tanks: int, battleships: int, mine: int, fortified: int) -> int:
    """Return all the units of a player that are in formation."""
    formed = 0
    # Pairs, named by their left or lower unit.
    across, upright = infantry & infantry >> 1, infantry & infantry >> STRIDE
    if across or upright:
        formed = _infantry_in_formation(across, upright, mine & fortified)
    across, upright = tanks & tanks >> 1, tanks & tanks >> STRIDE
    if across or upright:
        # With a third unit in line with the two, before or behind them.
        across &= mine << 1 | mine >> 2
        upright &= mine << STRIDE | mine >> 2 * STRIDE
        formed |= across | across << 1 | upright | upright << STRIDE
    if battleships:
        west, east, south, north = battleships << 1, battleships >> 1, battleships << STRIDE, battleships >> STRIDE
        # Three that are connected have one in the middle, with two Battleships beside it.
        middle = battleships & (west & east | south & north | (west | east) & (south | north))
        if middle:
            formed |= middle | battleships & spread(middle)
    return formed


def _infantry_in_formation(across: int, upright: int, anchors: int) -> int:
    """Return the pairs of Infantry of which one is adjacent to an anchor, a third, fortified unit."""
    west, east, south, north = anchors << 1, anchors >> 1, anchors << STRIDE, anchors >> STRIDE
    # The three outer neighbours of either unit: never the partner.
    across &= west | south | north | (east | south | north) >> 1
    upright &= south | west | east | (north | west | east) >> STRIDE
    return across | across << 1 | upright | upright << STRIDE


def has_two_by_two(mask: int) -> bool:
    """Return whether the set contains four spaces in a square."""
    lower = mask & mask >> 1
    return bool(lower & lower >> STRIDE)
