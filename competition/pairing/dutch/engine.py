"""The next round of a Swiss tournament by the FIDE Dutch system in force since 2026-02-01 (C.04.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from competition.history import Colour, History, Pair

from .brackets import pair_brackets
from .can_be_paired import prepare
from .colour_allocation import allocate, initial_colour
from .field import RoundField, field_of

Progress = Callable[[float], None]


def pair(history: History, progress: Progress | None = None) -> tuple[Pair, ...]:
    """Pair the next round: boards in their order, the pairing-allocated bye last.

    ``progress`` is told what share of the players is done, from 0 to 1. Raises ``NoLegalPairing``.
    """
    field = field_of(history)
    round = prepare(field)
    matches: dict[int, int] = {}
    for bracket in pair_brackets(round):
        matches |= bracket
        if progress:
            progress(len(matches) / len(field.entrants))
    boards = sorted(_boards(matches), key=lambda board: _board_order(field, *board))
    pairs = [_coloured(field, board, initial_colour(history)) for board in boards]
    byes = [Pair(entrant.number, 0) for place, entrant in enumerate(field.entrants) if place not in matches]
    if progress:
        progress(1.0)
    return (*pairs, *byes)


def _boards(matches: dict[int, int]) -> Iterable[tuple[int, int]]:
    """Yield the pairs of places, the higher ranked player first."""
    return ((place, other) for place, other in matches.items() if place < other)


def _board_order(field: RoundField, higher: int, lower: int) -> tuple[int, int, int]:
    """Return the key that sorts boards as FIDE does (C.04.2).

    Boards go by the points to pair by of the higher ranked player, then of the other, then by number.
    """
    first, second = field.entrants[higher], field.entrants[lower]
    return -first.score, -second.score, first.number


def _coloured(field: RoundField, board: tuple[int, int], initial: Colour) -> Pair:
    higher, lower = (field.entrants[place] for place in board)
    if allocate(higher, lower, initial).colour is Colour.WHITE:
        return Pair(higher.number, lower.number)
    return Pair(lower.number, higher.number)
