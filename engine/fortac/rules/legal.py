"""The legal steps (rules 2 and 3); ``apply`` says what each does.

``targets`` is the only place that says what a card lets a man do; everything else goes by it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.fortac.board.cards import (
    BACK,
    BISHOP,
    HOP,
    HORSE,
    JUMP,
    KING,
    PUSH,
    ROOK,
    SKIP,
    SWITCH,
    TRADE,
    ZAP,
    ZIP,
)
from engine.fortac.board.position import Position
from engine.fortac.board.spaces import (
    ADJACENT,
    ALL_LINES,
    BOARD,
    CORNERS,
    DIAGONAL,
    DIAGONAL_LINES,
    KNIGHT,
    ORTHOGONAL,
    ORTHOGONAL_LINES,
    SPACES,
    LineOfSpaces,
    spaces_in,
)

from .steps import STEPS, Step

REACH: Final = {
    HOP: ORTHOGONAL,
    SKIP: DIAGONAL,
    KING: ADJACENT,
    HORSE: KNIGHT,
    ZIP: (CORNERS,) * len(SPACES),
    ZAP: (BOARD & ~CORNERS,) * len(SPACES),
}
"""The cards that move a man to an empty space whatever is in between, with their targets from each space."""
_LINES: Final = {ROOK: ORTHOGONAL_LINES, BISHOP: DIAGONAL_LINES, JUMP: ALL_LINES, PUSH: ALL_LINES}
"""The cards whose targets depend on what is in line with the man."""
_IN_LINE: Final = {
    card: tuple(sum(1 << space for line in lines for space in line) for lines in of_spaces)
    for card, of_spaces in _LINES.items()
}


def steps(position: Position) -> list[Step]:
    """Return every legal step, each once, in no particular order; none for a player who is stuck.

    A card whose face is not known is left out.
    """
    found: list[Step] = []
    side = position.side
    own, other = position.men[side], position.men[1 - side]
    for card in set(position.hands[side]):
        found += card_steps(card, own, other)
    return found


def count_steps(position: Position) -> int:
    """Count the legal steps."""
    side = position.side
    own, other = position.men[side], position.men[1 - side]
    return sum([len(card_steps(card, own, other)) for card in set(position.hands[side])])


def can_move(hand: bytes, own: int, other: int) -> bool:
    """Return whether a hand has a card that can move one of the player's men; an unknown card counts as one."""
    return (
        BACK in hand or bool(card_steps(hand[0], own, other)) or any(card_steps(card, own, other) for card in hand[1:])
    )


@lru_cache(maxsize=1 << 15)
def card_steps(card: int, own: int, other: int) -> tuple[Step, ...]:
    """Return the steps of one card for men on ``own``, with the opponent's men on ``other``."""
    if card == BACK:
        return ()
    found: list[Step] = []
    for man in spaces_in(own):
        mask = targets(card, man, own, other)
        if mask:
            found += _steps_onto(card, man, mask)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _steps_onto(card: int, man: int, mask: int) -> tuple[Step, ...]:
    row = STEPS[card][man]
    return tuple(row[target] for target in spaces_in(mask))


def targets(card: int, man: int, own: int, other: int) -> int:
    """Return the spaces to which a card lets the man on a space move.

    For Trade and Switch, which name two men, they are the spaces of the second one. Own men on lower spaces are left
    out, since a step names the lower one of two own men first.
    """
    occupied = own | other
    if card in REACH:
        return REACH[card][man] & ~occupied
    if card in (TRADE, SWITCH):
        near = ADJACENT[man]
        return (near if card == TRADE else ~near) & (other | _above(own, man))
    return _along_lines(card, man, occupied & _IN_LINE[card][man])


@lru_cache(maxsize=1 << 16)
def _along_lines(card: int, man: int, occupied: int) -> int:
    """Return the spaces that Rook, Bishop, Jump and Push reach.

    ``occupied`` has only spaces in line with the man.
    """
    lines = _LINES[card][man]
    if card == JUMP:
        return _jumps(lines, occupied)
    return _pushes(lines, occupied) if card == PUSH else _slides(lines, occupied)


def slide_lines(card: int) -> tuple[tuple[LineOfSpaces, ...], ...]:
    """Return the lines along which a Rook or Bishop slides, by the space that they lead from."""
    return ORTHOGONAL_LINES if card == ROOK else DIAGONAL_LINES


def _above(men: int, man: int) -> int:
    return men >> man + 1 << man + 1


def _jumps(lines: tuple[LineOfSpaces, ...], occupied: int) -> int:
    """Return the second space of each line whose first space holds a man and whose second one does not."""
    found = 0
    for line in lines:
        if len(line) > 1 and occupied >> line[0] & 1 and not occupied >> line[1] & 1:
            found |= 1 << line[1]
    return found


def _slides(lines: tuple[LineOfSpaces, ...], occupied: int) -> int:
    """Return the empty spaces of each line up to its first man."""
    found = 0
    for line in lines:
        for space in line:
            if occupied >> space & 1:
                break
            found |= 1 << space
    return found


def _pushes(lines: tuple[LineOfSpaces, ...], occupied: int) -> int:
    """Return the first space of each line that begins with men and then has an empty space (R10).

    A row of three leaves none, since no line is longer.
    """
    found = 0
    for line in lines:
        if 0 < len(pushed_row(line, occupied)) < len(line):
            found |= 1 << line[0]
    return found


def pushed_row(line: LineOfSpaces, occupied: int) -> LineOfSpaces:
    """Return the unbroken row of men with which a line begins."""
    length = 0
    while length < len(line) and occupied >> line[length] & 1:
        length += 1
    return line[:length]
