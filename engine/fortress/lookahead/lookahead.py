"""Fortress's rules as a search plays them: a position is a ``SearchPosition``.

If all cards of a round are placed in one submission, each placing is a step of it, and so is the last move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from engine.fortress.cards.cards import CardRow
from engine.fortress.cards.position import FORTIFYING, OVER_PHASE, Position
from engine.fortress.match.state import MatchState
from engine.fortress.notation.step import Fortified
from engine.fortress.rules.apply import apply
from engine.fortress.rules.legal import shifts, steps
from engine.fortress.rules.scoring import winners
from engine.fortress.rules.steps import KEEP, Step
from engine.lookahead import Lookahead, Shares

from .judge import judge, wall_worth

SHIFTS: Final = 6
"""The number of last moves to consider besides keeping the hand: those that make the best wall."""


class SearchPosition(NamedTuple):
    """A position, the seat that takes the next step, and whether a submission is under way.

    The seat is ``None`` when the match is over.
    """

    position: Position
    seat: int | None
    under_way: bool = False


class FortressLookahead(Lookahead):
    samples: ClassVar[bool] = True
    nodes: ClassVar[Mapping[str, int]] = {"medium": 150, "hard": 500}
    misjudgements: ClassVar[Mapping[str, float]] = {"easy": 1.2, "medium": 0.5}
    """They are large, since luck decides more here than a step does: with less, strengths couldn't be told apart."""

    def begin(self, state: MatchState, seat: int) -> SearchPosition:
        return SearchPosition(state.position, seat)

    def mover(self, position: SearchPosition) -> int | None:
        return position.seat

    def steps(self, position: SearchPosition) -> Sequence[Step]:
        at, seat = position.position, position.seat
        if seat is None:
            return ()
        if at.phase == FORTIFYING and not at.coming[seat]:
            return _last_moves(at.hand(seat))
        return steps(at, seat)

    def take(self, position: SearchPosition, step: Step) -> SearchPosition:
        at, seat = position.position, position.seat
        assert seat is not None
        after = apply(at, seat, step).position
        is_whole = at.phase == FORTIFYING and at.setup.pace == "whole"
        asked = after.asked
        following = seat if seat in asked else asked[0] if asked else None
        return SearchPosition(after, following, is_whole and step.kind == "place")

    def is_between(self, position: SearchPosition) -> bool:
        return not position.under_way

    def judge(self, position: SearchPosition) -> Shares:
        at = position.position
        if at.phase != OVER_PHASE:
            return judge(at)
        won = winners(at)
        return tuple([(seat in won) / len(won) for seat in range(at.setup.players)])

    def write(self, steps: Sequence[Step]) -> str:
        *placings, last = steps
        if not placings:
            return str(last)
        return str(Fortified(tuple([step.end for step in placings if step.end]), last))


@lru_cache(maxsize=1 << 12)
def _last_moves(hand: CardRow) -> list[Step]:
    """Return the last moves to consider: keeping the hand, and the few moves of one card that make the best wall."""

    def worth(step: Step) -> float:
        row = list(hand)
        row.insert(step.last - 1, row.pop(step.first - 1))
        return wall_worth(tuple(row))

    best = sorted(shifts(len(hand)), key=worth, reverse=True)
    return [KEEP, *best[:SHIFTS]]
