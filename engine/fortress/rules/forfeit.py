"""The rules for a player who gives up while the others play on (rules 6, R23)."""

from __future__ import annotations

from dataclasses import replace

from engine.fortress.cards.position import ATTACKING, FORTIFYING, OVER_PHASE, PLACING, STARTER, Position

from .apply import begin_attacks, pass_turn, put
from .scoring import chooser


def after_forfeit(position: Position, seat: int) -> Position:
    """Return the position after a player who is still in the match has resigned or lost on time."""
    shown = [*position.hand(seat), *(position.coming[seat] or ()), *position.captured[seat]]
    left = replace(
        position,
        passes=0,
        hands=put(position.hands, seat, None),
        coming=put(position.coming, seat, None),
        face_up=position.face_up.difference(shown),
        captured=put(position.captured, seat, ()),
        discards=tuple(sorted([*position.discards, *shown])),
    )
    if len(left.playing) == 1:
        return replace(left, phase=OVER_PHASE, actor=None)
    if left.phase == FORTIFYING:
        return begin_attacks(left)
    if left.actor != seat:
        return left
    if left.phase in (ATTACKING, PLACING):
        return pass_turn(left)
    assert left.phase == STARTER
    return replace(left, actor=chooser(left))
