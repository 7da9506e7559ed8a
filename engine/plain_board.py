"""A board for a game that draws none of its own: letters in the spaces of its view, or the text board."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from engine.grid import Grid, Space, draw_grid, draw_lines
from engine.values import View

_WIDTH, HEIGHT = 9, 18  # of a character of the text board
_INK: Final = 'font-family="system-ui, sans-serif" text-anchor="middle" fill="#241a08"'


def draw_plain(view: View, text: str, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
    """Draw a view as an ``<svg>`` element, or its text board if it has no spaces.

    The view has ``columns``, ``rows`` and ``spaces``, as ``draw_grid`` takes them, each space with a ``mark`` of a
    letter or two, or "".
    """
    if "spaces" in view:
        return draw_grid(_GRID, view, play=play, small=small, turned=turned)
    lines = text.splitlines() or [""]
    wide, high = max(map(len, lines)) * _WIDTH or _WIDTH, len(lines) * HEIGHT
    drawn = "".join(_line(line, (number + 0.7) * HEIGHT) for number, line in enumerate(lines))
    return (
        f'<svg class="board-text" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img"'
        f' aria-label="{escape(view["alt"])}" focusable="false"><g font-size="15" {_INK}>{drawn}</g></svg>'
    )


def _line(line: str, y: float) -> str:
    """Draw a line of text with each character in its own place, so that columns line up in any font."""
    places = [(f"{(number + 0.5) * _WIDTH:g}", letter) for number, letter in enumerate(line) if not letter.isspace()]
    x, letters = " ".join(place for place, _ in places), "".join(letter for _, letter in places)
    return f'<text x="{x}" y="{y:g}">{escape(letters)}</text>'


def _under(spaces: Sequence[Space], columns: int) -> str:
    rows = len(spaces) // columns
    return f'<rect width="{columns}" height="{rows}" fill="#ecdfc2"/>{draw_lines(columns, rows)}'


def _inside(space: Space, play: bool, small: bool) -> str:  # noqa: ARG001 (the same in all boards)
    mark = escape(space["mark"])
    return mark and f'<text x="32" y="32" dy=".35em" font-size="34" font-weight="700" {_INK}>{mark}</text>'


_GRID: Final = Grid(prefix="plain", brings="", occupant="mark", under=_under, inside=_inside)
