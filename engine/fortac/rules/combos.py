"""Combos: a player's four men in one of four arrangements (rules 4)."""

from __future__ import annotations

from typing import Final

from engine.fortac.board.spaces import CORNERS, SIZE

CORNER: Final = "corner"
DIAGONAL: Final = "diagonal"
ORTHOGONAL: Final = "orthogonal"
CENTER: Final = "center"
COMBO_KINDS: Final = (CORNER, DIAGONAL, ORTHOGONAL, CENTER)
COMBOS_TO_WIN: Final = 2


def _set(*spaces: tuple[int, int]) -> int:
    return sum(1 << row * SIZE + column for column, row in spaces)


_SIDE: Final = range(SIZE)
KIND_OF: Final = {
    CORNERS: CORNER,
    _set(*((place, place) for place in _SIDE)): DIAGONAL,
    _set(*((place, SIZE - 1 - place) for place in _SIDE)): DIAGONAL,
    **{_set(*((column, row) for column in _SIDE)): ORTHOGONAL for row in _SIDE},
    **{_set(*((column, row) for row in _SIDE)): ORTHOGONAL for column in _SIDE},
    _set((1, 1), (2, 1), (1, 2), (2, 2)): CENTER,
}
"""The kind of combo, by the set of spaces on which a player's men are."""


def new_combo(before: int, after: int, made: tuple[str, ...]) -> str | None:
    """Return the kind of combo, if any, that a player makes by moving from one set of spaces to another.

    It counts if it was not there at the start of the move (R5) and the player has not made one of its kind before
    (R14).
    """
    kind = None if after == before else KIND_OF.get(after)
    return None if kind in made else kind
