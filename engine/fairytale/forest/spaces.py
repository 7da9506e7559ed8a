"""Spaces, directions and sides (rules 1).

A *space* is named by its distance east and north of the oak. A *direction* or *side* is 0 to 3: north, east, south,
west.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

NORTH, EAST, SOUTH, WEST = DIRECTIONS = range(4)
LETTERS: Final = "nesw"
_EAST: Final = (0, 1, 0, -1)
_NORTH: Final = (1, 0, -1, 0)
_NAME: Final = re.compile(r"(?:([ns])([1-9][0-9]?))?(?:([ew])([1-9][0-9]?))?", re.ASCII)


class Space(NamedTuple):
    """A space, given by its distance east and north of the oak."""

    east: int
    north: int

    @cache  # noqa: B019 (spaces are few, and said for each of a hundred ways to lay a tile)
    def __str__(self) -> str:
        across = f"{'e' if self.east > 0 else 'w'}{abs(self.east)}" if self.east else ""
        up = f"{'n' if self.north > 0 else 's'}{abs(self.north)}" if self.north else ""
        return up + across or "o"

    @property
    def distance(self) -> int:
        """The distance from the oak, counted across and up (R2)."""
        return abs(self.east) + abs(self.north)

    @property
    def side(self) -> int:
        """The side to which the space belongs: the direction in which it is further from the oak.

        A space on a diagonal belongs to the side that ends there, going clockwise (R3).
        """
        across, up = abs(self.east), abs(self.north)
        if across == up:
            return {(1, 1): NORTH, (1, -1): EAST, (-1, -1): SOUTH, (-1, 1): WEST}[_sign(self.east), _sign(self.north)]
        if up > across:
            return NORTH if self.north > 0 else SOUTH
        return EAST if self.east > 0 else WEST

    @property
    def nearness(self) -> tuple[int, int]:
        """A sorting key that puts the nearest spaces first, ties clockwise from straight north (R2)."""
        return self.distance, self.bearing

    @property
    def bearing(self) -> int:
        """The position of the space among those at its distance, clockwise from straight north."""
        far = self.distance
        if self.east >= 0 and self.north > 0:
            return self.east
        if self.east > 0:
            return far - self.north
        if self.north < 0:
            return 2 * far - self.east
        return 3 * far + self.north

    @cache  # noqa: B019 (spaces are few, and asked for this more than for anything)
    def next(self, direction: int) -> Space:
        """Return the neighbouring space in a direction."""
        return Space(self.east + _EAST[direction], self.north + _NORTH[direction])


OAK: Final = Space(0, 0)
ROOTS: Final = tuple(OAK.next(direction) for direction in DIRECTIONS)


@cache
def opposite(direction: int) -> int:
    """Return the opposite direction."""
    return (direction + 2) % 4


def read_space(text: str) -> Space | None:
    """Return the space with the given name; ``None`` for any other text."""
    if text == "o":
        return OAK
    found = _NAME.fullmatch(text)
    if not text or found is None:
        return None
    up, rows, across, columns = found.groups()
    east = int(columns or 0) * (-1 if across == "w" else 1)
    return Space(east, int(rows or 0) * (-1 if up == "s" else 1))


def _sign(number: int) -> int:
    return 1 if number > 0 else -1
