"""Conditional turns: "if you play this, I play that", set during the opponent's turn.

A player sets them with ``set_lines`` and takes them away with ``drop``; the gate calls ``follow`` with every turn, and
plays at once what was set as the answer to it. What does not fit the turn is dropped, and the player told.

Start in `follow.py`.
"""

from .compose import AheadDraft, draft_ahead
from .describe import Line, Lines
from .edit import drop, lines_of, set_lines, try_out, why_not
from .follow import follow

__all__ = [
    "AheadDraft",
    "Line",
    "Lines",
    "draft_ahead",
    "drop",
    "follow",
    "lines_of",
    "set_lines",
    "try_out",
    "why_not",
]
