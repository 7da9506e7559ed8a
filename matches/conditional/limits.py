"""Limits on conditional turns: how many, how deep, how long."""

from __future__ import annotations

from typing import Final

MOST_BRANCHES: Final = 20  # of a seat
DEEPEST: Final = 8  # turns of the player's own in one branch
LONGEST: Final = 2000  # characters of the text with all branches
