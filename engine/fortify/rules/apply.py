"""The effect of each step on a position (rules 2 to 4)."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final

from engine.fortify.board.position import Position
from engine.fortify.board.units import ARTILLERY, CHOPPER, TYPES, UNITS, Unit

from .actions import ATTACK, ENLIST, FORTIFY, MOVE, Action
from .scoring import VolleyEnding, ending

_THEIRS: Final = len(TYPES)
_new: Final = tuple.__new__  # does what a NamedTuple's own constructor does, in half the time

_Board = tuple[tuple[int, ...], int, tuple[tuple[int, Unit], ...]]
"""The units on the board: ``tops``, ``fortified`` and ``beneath`` of a position."""


def apply(position: Position, action: Action) -> tuple[Position, VolleyEnding | None]:
    """Return the position after a legal step, and how the volley ended if it did.

    A step that is not among ``legal.steps`` gives nonsense. When the turn ends the position is the next player's, even
    if the volley is over.
    """
    map, turn, left, quiet, tops, fortified, beneath, stock, track = position
    kind, source, targets, _ = action
    left -= 1
    if kind == MOVE:
        assert source is not None
        flies = (tops[CHOPPER] | tops[_THEIRS + CHOPPER]) >> source & 1
        if flies and (beneath or position.occupied >> targets[0] & 1):
            tops, fortified, beneath = _fly((tops, fortified, beneath), source, targets[0])
        else:
            tops, fortified = _shift(tops, fortified, source, targets[0])
        left -= (tops[ARTILLERY] | tops[_THEIRS + ARTILLERY]) >> targets[0] & 1
    elif kind == FORTIFY:
        fortified |= 1 << targets[0]
        quiet = 0
        left -= (tops[ARTILLERY] | tops[_THEIRS + ARTILLERY]) >> targets[0] & 1
    elif kind == ENLIST:
        (tops, fortified, beneath), stock = _enlist(position, action)
    elif kind == ATTACK:
        assert source is not None
        (tops, fortified, beneath), stock, track = _attack(position, source, targets[0])
    else:
        left = 0
    if left > 0:
        return _new(Position, (map, turn, left, quiet, tops, fortified, beneath, stock, track)), None
    after = _new(Position, (map, turn + 1, 2, quiet + 1, tops, fortified, beneath, stock, track))
    return after, ending(after, 1 - turn & 1)


def _shift(tops: tuple[int, ...], fortified: int, source: int, target: int) -> tuple[tuple[int, ...], int]:
    """Move a unit, uncovering and covering none."""
    bit = 1 << source
    both = bit | 1 << target
    masks, index = list(tops), 0
    while not masks[index] & bit:
        index += 1
    masks[index] ^= both
    return tuple(masks), fortified ^ both if fortified & bit else fortified


def _enlist(position: Position, action: Action) -> tuple[_Board, tuple[int, ...]]:
    owner = position.side
    stock = list(position.stock)
    board = position.tops, position.fortified, position.beneath
    for piece, space in zip(action.pieces, action.targets, strict=True):
        stock[owner * 10 + piece] -= 1
        board = _put(board, space, owner, piece)
    return board, tuple(stock)


def _fly(board: _Board, source: int, target: int) -> _Board:
    """Move a Chopper that uncovers the unit beneath it, or covers another."""
    unit, board = _take(board, source)
    return _put(board, target, unit.owner, unit.piece)


def _attack(position: Position, source: int, target: int) -> tuple[_Board, tuple[int, ...], tuple[Unit, ...]]:
    """Move the target onto the top of the track.

    A unit pushed out at the bottom goes back to supply with the face it had (R8).
    """
    board = position.tops, position.fortified, position.beneath
    unit, board = _take_covered(board, target) if source == target else _take(board, target)
    track = (unit, *position.track)
    if len(track) <= position.map.slots:
        return board, position.stock, track
    *kept, healed = track
    stock = list(position.stock)
    stock[healed.owner * 10 + healed.piece] += 1
    return board, tuple(stock), tuple(kept)


def _put(board: _Board, space: int, owner: int, piece: int) -> _Board:
    """Put a unit on a space; a Chopper covers the unit there."""
    tops, fortified, beneath = board
    bit = 1 << space
    kind = piece % 5
    if kind == CHOPPER and reduce(or_, tops) & bit:
        covered, (tops, fortified, beneath) = _take(board, space)
        beneath = tuple(sorted((*beneath, (space, covered))))
    masks = list(tops)
    masks[owner * 5 + kind] |= bit
    return tuple(masks), fortified | bit if piece >= len(TYPES) else fortified, beneath


def _take(board: _Board, space: int) -> tuple[Unit, _Board]:
    """Take the top unit from a space; return it, and the board with any unit beneath it uncovered."""
    tops, fortified, beneath = board
    bit = 1 << space
    masks, index = list(tops), 0
    while not masks[index] & bit:
        index += 1
    masks[index] ^= bit
    owner, kind = divmod(index, len(TYPES))
    unit = UNITS[owner][kind + 5 if fortified & bit else kind]
    bare = tuple(masks), fortified & ~bit, beneath
    if kind != CHOPPER or space not in dict(beneath):
        return unit, bare
    covered, bare = _take_covered(bare, space)
    return unit, _put(bare, space, covered.owner, covered.piece)


def _take_covered(board: _Board, space: int) -> tuple[Unit, _Board]:
    """Take the covered unit from a space; return it, and the board without it."""
    tops, fortified, beneath = board
    covered = dict(beneath)
    unit = covered.pop(space)
    return unit, (tops, fortified, tuple(covered.items()))
