"""What a player sets ahead: conditional turns ("if you play this, I play that"), set during the opponent's turn, and
orders that the game offers ("pass until attacked").

A player sets them with ``set_lines`` and takes them away with ``drop``; the gate calls ``follow`` with every turn, and
plays at once what was set as the answer to it. What does not fit the turn is dropped, and the player told. Orders are
set and deleted with ``set_orders``; they stand until the game offers them no more.

Start in `follow.py`.
"""

from .compose import AheadDraft, draft_ahead
from .describe import Line, Lines
from .edit import drop, lines_of, set_lines, try_out, why_not
from .follow import follow
from .orders import orders_of, set_orders, why_no_orders, written_orders

__all__ = [
    "AheadDraft",
    "Line",
    "Lines",
    "draft_ahead",
    "drop",
    "follow",
    "lines_of",
    "orders_of",
    "set_lines",
    "set_orders",
    "try_out",
    "why_no_orders",
    "why_not",
    "written_orders",
]
