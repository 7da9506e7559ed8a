"""The effect of a step on a position, and the settling of a turn (rules 2, 3 and 5)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

from engine.fortac.board.cards import LETTERS, ONE_OF, PUSH, RED, SIDE_WORDS, SWITCH, TRADE
from engine.fortac.board.position import Position, reshuffle
from engine.fortac.board.spaces import line_through

from .combos import COMBOS_TO_WIN, new_combo
from .legal import can_move, pushed_row
from .steps import Step

_T = TypeVar("_T")
_new: Final = tuple.__new__  # does what a NamedTuple's own constructor does, in half the time
_ALONE: Final = tuple(bytes([card]) for card in range(len(LETTERS)))
"""A row of one card, for each card."""

COMBOS: Final = "combos"
STUCK_ENDING: Final = "stuck"
QUIET: Final = "quiet"
QUIET_LIMIT: Final = 100
"""The number of turns in a row without a new combo that draws a match (R6)."""


class Ending(NamedTuple):
    """The ending of a match by its rules.

    ``winner`` is a side, ``None`` for a draw; ``how`` is ``"combos"``, ``"stuck"`` or ``"quiet"``.
    """

    winner: int | None
    how: str

    @property
    def winner_word(self) -> str:
        """The winner as scripts read it: ``red``, ``black`` or ``none``."""
        return "none" if self.winner is None else SIDE_WORDS[self.winner]

    def __str__(self) -> str:
        """Write the last line of a match that scripts read: ``over red combos``."""
        return f"over {self.winner_word} {self.how}"


class Applied(NamedTuple):
    """The result of a step.

    It has the next player's position, the kind of combo it made for the mover, the card drawn (``None`` if the match
    ended before the draw), and the ending of the match, if it ended.
    """

    position: Position
    combo: str | None
    drawn: int | None
    ending: Ending | None


def apply(position: Position, step: Step) -> Applied:
    """Settle a turn in the order of R8. A step that is not legal gives nonsense."""
    men, turn, hands, deck, discards, combos, quiet, seed = position
    mover = 1 - turn & 1
    before, other = men[mover], men[1 - mover]
    own, other = move_men(before, other, step)
    combo = new_combo(before, own, combos[mover])
    quiet += 1
    if combo:
        combos = _with(combos, mover, (*combos[mover], combo))
        quiet = 0
    men = (other, own) if mover else (own, other)
    hand = hands[mover].replace(_ALONE[step.card], b"", 1)
    discards += ONE_OF[step.card]
    if combo and len(combos[mover]) == COMBOS_TO_WIN:
        after = Position(men, turn + 1, _with(hands, mover, hand), deck, discards, combos, quiet, seed)
        return Applied(after, combo, None, Ending(mover, COMBOS))
    drawn, deck = deck[0], deck[1:]
    hands = _with(hands, mover, bytes(sorted((*hand, drawn))))
    if not deck:
        deck, discards = reshuffle(seed, turn, discards), 0
    after = _new(Position, (men, turn + 1, hands, deck, discards, combos, quiet, seed))
    if not can_move(hands[1 - mover], other, own):
        return Applied(after, combo, drawn, Ending(mover, STUCK_ENDING))
    return _new(Applied, (after, combo, drawn, Ending(None, QUIET) if quiet >= QUIET_LIMIT else None))


def move_men(own: int, other: int, step: Step) -> tuple[int, int]:
    """Return the spaces of the mover's and of the opponent's men after a step."""
    card, source, target = step
    both = 1 << source | 1 << target
    if card in (TRADE, SWITCH):
        return (own ^ both, other ^ both) if other >> target & 1 else (own, other)
    if card != PUSH:
        return own ^ both, other
    line = line_through(source, target)
    row = pushed_row(line, own | other)
    for space, beyond in reversed(list(zip(row, line[1:], strict=False))):
        moved = 1 << space | 1 << beyond
        if own >> space & 1:
            own ^= moved
        else:
            other ^= moved
    return own ^ both, other


def _with(pair: tuple[_T, _T], side: int, value: _T) -> tuple[_T, _T]:
    return (value, pair[1]) if side == RED else (pair[0], value)
