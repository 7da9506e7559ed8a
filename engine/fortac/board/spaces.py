"""Spaces as numbers from 0 (a1) to 15 (d4), row by row from the bottom, and sets of spaces as bits (rules 1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

SIZE: Final = 4
COLUMN_LETTERS: Final = "abcd"
SPACES: Final = range(SIZE * SIZE)
BOARD: Final = (1 << SIZE * SIZE) - 1

_ORTHOGONAL: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_KNIGHT: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
LineOfSpaces = tuple[int, ...]


def space_name(space: int) -> str:
    """Name a space: ``"b3"`` for the second column and third row."""
    return f"{COLUMN_LETTERS[space % SIZE]}{space // SIZE + 1}"


def read_space(name: str) -> int | None:
    """Return the space with the given name, or ``None``."""
    return _BY_NAME.get(name)


@lru_cache(maxsize=1 << 12)
def spaces_in(mask: int) -> LineOfSpaces:
    """Return the spaces of a set in ascending order."""
    return tuple(space for space in SPACES if mask >> space & 1)


def _line(space: int, step: tuple[int, int]) -> LineOfSpaces:
    """Return the spaces from the given one (not included) to the edge in one direction, nearest first."""
    across, up = step
    column, row = space % SIZE + across, space // SIZE + up
    found = []
    while 0 <= column < SIZE and 0 <= row < SIZE:
        found.append(row * SIZE + column)
        column, row = column + across, row + up
    return tuple(found)


def _lines(steps: tuple[tuple[int, int], ...]) -> tuple[tuple[LineOfSpaces, ...], ...]:
    return tuple(tuple(line for step in steps if (line := _line(space, step))) for space in SPACES)


def _nearest(lines: tuple[tuple[LineOfSpaces, ...], ...]) -> tuple[int, ...]:
    return tuple(sum(1 << line[0] for line in of_space) for of_space in lines)


ORTHOGONAL_LINES: Final = _lines(_ORTHOGONAL)
"""The lines across and up or down from each space, nearest spaces first."""
DIAGONAL_LINES: Final = _lines(_DIAGONAL)
ALL_LINES: Final = tuple((*lines, *more) for lines, more in zip(ORTHOGONAL_LINES, DIAGONAL_LINES, strict=True))

ORTHOGONAL: Final = _nearest(ORTHOGONAL_LINES)
"""The set of spaces beside, above and below each space."""
DIAGONAL: Final = _nearest(DIAGONAL_LINES)
ADJACENT: Final = tuple(straight | slant for straight, slant in zip(ORTHOGONAL, DIAGONAL, strict=True))
KNIGHT: Final = _nearest(_lines(_KNIGHT))

CORNERS: Final = sum(1 << space for space in (0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1))
_BY_NAME: Final = {space_name(space): space for space in SPACES}


def line_through(space: int, other: int) -> LineOfSpaces:
    """Return the line from a space that leads through another one; empty if there is none."""
    return next((line for line in ALL_LINES[space] if other in line), ())
