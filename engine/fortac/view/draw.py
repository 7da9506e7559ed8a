"""The board of a view drawn as SVG, from the view alone, with the symbols that a page includes once.

They are in ``templates/games/fortac/symbols.html``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.fortac.board.cards import CARD_WORDS, PUSH, SWITCH, TRADE
from engine.grid import CELL, SPACE, Grid, Space, draw_grid, draw_lines
from engine.values import View

LEFT: Final = "moved-from"
"""The mark of a space that a man has left."""
BRINGS: Final = " ".join(word for card, word in enumerate(CARD_WORDS) if card not in (TRADE, SWITCH, PUSH))
"""The cards that take a man to an empty space."""


def draw_map(view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
    """Draw the board as an ``<svg>`` element (see ``draw_grid``)."""
    return draw_grid(BOARD, view, play=play, small=small, turned=turned)


def _under(spaces: Sequence[Space], columns: int) -> str:
    rows = len(spaces) // columns
    grounds = "".join(
        f'<use href="#fc-{_ground(at % columns, at // columns, columns)}"'
        f' x="{at % columns}" y="{at // columns}" {CELL}/>'
        for at in range(len(spaces))
    )
    return f'<g class="fc-ground">{grounds}</g>{draw_lines(columns, rows)}'


def _ground(column: int, row: int, size: int) -> str:
    """Draw the ground of a space: corners and centre look different, since cards and combos name them."""
    edges = (column in (0, size - 1)) + (row in (0, size - 1))
    return ("center", "plain", "corner")[edges]


def _inside(space: Space, play: bool, small: bool) -> str:  # noqa: ARG001 (lists show the last turn, too)
    man, marks = space["man"], space["marks"]
    frame = ""
    if marks:
        frame = f'<g class="board-marks"><use href="#fc-frame{"-left" if LEFT in marks else ""}" {SPACE}/></g>'
    combo = f'<use class="fc-combo" href="#fc-combo" {SPACE}/>' if space["in_combo"] else ""
    figure = " data-figure" if play else ""
    drawn = f'<use href="#fc-{man["side"]}" {SPACE}{figure}/>' if man else ""
    return f"{frame}{combo}{drawn}"


BOARD: Final = Grid("fc", BRINGS, "man", _under, _inside)
