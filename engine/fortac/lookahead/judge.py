"""The worth of a position: combos made, and how far each side's men are from those they may still make."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from engine.fortac.board.position import Position
from engine.fortac.rules.combos import KIND_OF
from engine.lookahead import Shares

COMBO: Final = 2.0
"""The worth of a combo made, in units of a logit (as all here): Elo's formula with the natural base."""
NEARNESS: Final = (0.0, 0.0, 0.1, 0.3, 0.45)
"""The worth of a combo that may still be made, by the number of men already in their places."""
TEMPO: Final = 0.3
"""The worth of having the next turn."""


def judge(position: Position) -> Shares:
    """Return the share of the result that each side may expect."""
    (red, black), (reds_combos, blacks_combos) = position.men, position.combos
    balance = prospects(red, reds_combos) - prospects(black, blacks_combos)
    share = 1 / (1 + exp(-balance - (TEMPO if position.turn & 1 else -TEMPO)))
    return share, 1 - share


@lru_cache(maxsize=1 << 14)
def prospects(men: int, made: tuple[str, ...]) -> float:
    """Return the worth of a side's men and of the combos that it has made."""
    worths = sorted(
        (NEARNESS[(men & places).bit_count()] for places, kind in KIND_OF.items() if kind not in made), reverse=True
    )
    return COMBO * len(made) + worths[0] + worths[1] / 2 + worths[2] / 4
