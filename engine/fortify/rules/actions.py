"""Actions as values: what each is, and its canonical text (rules 6, "Actions").

Every action possible on any map is made once and shared, in rows indexed by the space it ends on, so that listing the
legal steps of a position is a look-up.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from engine.fortify.board.spaces import SPACE_COUNT, space_name
from engine.fortify.board.units import PIECE_TEXT, PIECES

ENLIST: Final = "enlist"
MOVE: Final = "move"
FORTIFY: Final = "fortify"
ATTACK: Final = "attack"
FINISH: Final = "end"


class Action(NamedTuple):
    """One step of a turn.

    ``kind`` is ``"enlist"``, ``"move"``, ``"fortify"``, ``"attack"`` or ``"end"`` (end the turn now). ``source`` is the
    space of the acting unit, ``None`` for an Enlist and for ``END``. ``targets`` are the spaces it ends on: two,
    ascending, for two Infantry; the unit's own space for a Fortify; none for ``END``. ``pieces`` are those enlisted,
    one for each target (see ``engine.fortify.board.units``).
    """

    kind: str
    source: int | None
    targets: tuple[int, ...]
    pieces: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.kind == ENLIST:
            parts = zip(self.pieces, self.targets, strict=True)
            return "&".join(f"{PIECE_TEXT[piece]}@{space_name(space)}" for piece, space in parts)
        if self.source is None:
            return FINISH
        if self.kind == FORTIFY:
            return f"{space_name(self.source)}+"
        sign = "-" if self.kind == MOVE else "x"
        return f"{space_name(self.source)}{sign}{space_name(self.targets[0])}"


END: Final = Action(FINISH, None, ())

ActionRow = tuple[Action, ...]
"""Actions that differ only in the space they end on, indexed by that space."""

_SPACES: Final = range(SPACE_COUNT)

END_ROW: Final[ActionRow] = (END,)
FORTIFY_ROW: Final[ActionRow] = tuple(Action(FORTIFY, space, (space,)) for space in _SPACES)

ENLIST_ROWS: Final[tuple[ActionRow, ...]] = tuple(
    tuple(Action(ENLIST, None, (space,), (piece,)) for space in _SPACES) for piece in PIECES
)
"""The Enlists of each piece, by space."""

MOVE_ROWS: Final[tuple[ActionRow, ...]] = tuple(
    tuple(Action(MOVE, source, (target,)) for target in _SPACES) for source in _SPACES
)
"""The Moves from each space, by target."""

ATTACK_ROWS: Final[tuple[ActionRow, ...]] = tuple(
    tuple(Action(ATTACK, source, (target,)) for target in _SPACES) for source in _SPACES
)
"""The Attacks from each space, by target."""


PAIR_PIECES: Final = ((0, 0), (0, 5), (5, 0), (5, 5))
"""The faces in which two Infantry can be enlisted, that on the lower space first."""


@cache
def pair_rows(first: int) -> tuple[ActionRow, ...]:
    """Return the ways to enlist two Infantry, the first on the given space, by their faces and the second's space.

    The faces are in the order of ``PAIR_PIECES``.
    """
    return tuple(pair_row(first, *pieces) for pieces in PAIR_PIECES)


@cache
def pair_row(first: int, first_piece: int, second_piece: int) -> ActionRow:
    """Return the ways to enlist two Infantry, the first on the given space, by the space of the second."""
    pieces = (first_piece, second_piece)
    return tuple(Action(ENLIST, None, (first, second), pieces) for second in _SPACES)
