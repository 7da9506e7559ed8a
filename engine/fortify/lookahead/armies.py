"""The armies of Special Warfare that a computer player considers."""

from __future__ import annotations

from itertools import product
from typing import Final

from engine.fortify.board.units import SPECIAL_LIMITS, SPECIAL_SIZE, format_army

ARMIES: Final = tuple(
    format_army((infantry, tanks, battleships, choppers, artillery))
    for infantry, tanks, battleships, choppers, artillery in product(*(range(limit + 1) for limit in SPECIAL_LIMITS))
    if infantry + tanks + battleships + choppers + artillery == SPECIAL_SIZE
)
"""All possible armies."""
