"""The map of a view drawn as SVG, from the view alone.

It refers to symbols that a page includes once (``templates/games/fortify/symbols.html``): a ``<use>`` for each space's
ground and one for each unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.grid import CELL, SPACE, Grid, Space, draw_grid, draw_lines
from engine.values import View

_DONE_MARKS: Final = {
    "moved": "move",
    "moved-from": "move",
    "enlisted": "enlist",
    "fortified": "fortify",
    "attacker": "attack",
    "attacked": "hit",
}
"""The drawing of each mark of a space."""
LEFT: Final = frozenset({"moved-from", "attacked"})
"""The marks of a space that something has left."""


def draw_map(view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
    """Draw the map as an ``<svg>`` element (see ``draw_grid``); ``small`` leaves out what the last turn did."""
    return draw_grid(MAP, view, play=play, small=small, turned=turned)


def _under(spaces: Sequence[Space], columns: int) -> str:
    return _ground(columns, tuple(space["terrain"] for space in spaces)) + _framed(spaces, columns)


@lru_cache(maxsize=64)
def _ground(columns: int, grounds: Sequence[str]) -> str:
    uses = "".join(
        f'<use href="#ft-{ground}" x="{at % columns}" y="{at // columns}" {CELL}/>' for at, ground in enumerate(grounds)
    )
    return f'<g class="ft-ground">{uses}</g>{draw_lines(columns, len(grounds) // columns)}'


def _framed(spaces: Sequence[Space], wide: int) -> str:
    """Draw a frame around every 2x2.

    It is drawn around each of their spaces, and their ground is drawn once more above it.
    """
    won = {
        f'x="{at % wide}" y="{at // wide}" {CELL}': space["terrain"]
        for at, space in enumerate(spaces)
        if space["winning"]
    }
    frames = [
        f'<rect {place} fill="none" stroke="{colour}" stroke-width="{width}"/>'
        for colour, width in (("#241a08", ".2"), ("#ffc83d", ".13"))
        for place in won
    ]
    grounds = [f'<use href="#ft-{ground}" {place}/>' for place, ground in won.items()]
    return f'<g class="ft-wins">{"".join(frames)}{"".join(grounds)}</g>'


def _inside(space: Space, play: bool, small: bool) -> str:
    marks = space["marks"]
    done = _marks(marks) if marks and not small else ""
    return f"{_frame(marks) if marks else ''}{_stack(space, play)}{done}"


def _frame(marks: Sequence[str]) -> str:
    left = "" if LEFT.isdisjoint(marks) else "-left"
    return f'<g class="board-marks"><use href="#ft-frame{left}" {SPACE}/></g>'


def _stack(space: Space, play: bool) -> str:
    unit, covered = space["unit"], space["covered"]
    if unit is None:
        return ""
    if covered is None:
        return _unit(unit, play)
    return (
        f'<g transform="translate(-1 25) scale(.62)">{_unit(covered)}</g>'
        '<ellipse class="ft-shadow" cx="39" cy="45.5" rx="17" ry="4.5" fill="#000" fill-opacity=".35"/>'
        f'<g transform="translate(17 -3) scale(.76)">{_unit(unit, play)}</g>'
    )


def _unit(unit: Space, play: bool = False) -> str:
    figure = " data-figure" if play else ""
    return f'<use href="#ft-{unit["side"]}-{unit["type"]}{"-f" if unit["fortified"] else ""}" {SPACE}{figure}/>'


def _marks(marks: Sequence[str]) -> str:
    drawn = "".join(
        f'<use href="#ft-mark" x="{place}" {CELL}/>'
        f'<use class="board-ink" fill="#241a08" href="#ft-do-{_DONE_MARKS[mark]}" x="{place}" {CELL}/>'
        for place, mark in enumerate(marks)
    )
    return f'<g class="board-marks" transform="translate(1 1) scale(19)">{drawn}</g>'


MAP: Final = Grid("ft", "enlist move", "unit", _under, _inside)
