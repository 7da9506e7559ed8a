"""Spaces as small numbers, and sets of spaces as bits of an integer.

A space is numbered ``row * STRIDE + column``, in the same way on every map, so that an action can be read and written
without one. ``STRIDE`` is one more than the widest map has columns: the last column is on no map, so shifting a set of
spaces by one column never carries a space round to the next row.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

MAX_COLUMNS: Final = 8
MAX_ROWS: Final = 8
STRIDE: Final = MAX_COLUMNS + 1
COLUMN_LETTERS: Final = "abcdefgh"
SPACE_COUNT: Final = STRIDE * MAX_ROWS


def space_at(column: int, row: int) -> int:
    """Return the space in a column and row, both counted from 0 at the bottom left."""
    return row * STRIDE + column


@cache
def space_name(space: int) -> str:
    """Name a space: ``"b3"`` for the second column and third row."""
    row, column = divmod(space, STRIDE)
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def read_space(name: str) -> int | None:
    """Return the space with the given name on the largest map there can be, or ``None``."""
    if len(name) != 2 or name[0] not in COLUMN_LETTERS or name[1] not in "12345678":
        return None
    return space_at(COLUMN_LETTERS.index(name[0]), int(name[1]) - 1)


def spread(mask: int) -> int:
    """Return the spaces adjacent to a set; some may be off the map."""
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


@lru_cache(maxsize=1 << 16)
def spaces_in(mask: int) -> tuple[int, ...]:
    """Return the spaces of a set in ascending order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)
