"""The map of a view drawn as SVG, from the view alone.

It is made of references to the symbols that a page has once (``templates/games/fortify/symbols.html``): a ``<use>`` for
each space's ground and one for each unit. A space is one unit wide, and 64 inside its own group.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any, Final

from engine.game import View

SPACE: Final = 'width="64" height="64"'
CELL: Final = 'width="1" height="1"'
DONE: Final = {
    "moved": "move",
    "moved-from": "move",
    "enlisted": "enlist",
    "fortified": "fortify",
    "attacker": "attack",
    "attacked": "hit",
}
"""What a mark of a space is drawn as."""
LEFT: Final = frozenset({"moved-from", "attacked"})
"""Marks of a space that something has left."""
TO_CHOOSE: Final = (
    f'<rect class="ft-hit" {SPACE} fill="none" pointer-events="all"/>'
    '<rect class="ft-ring" x="2.5" y="2.5" width="59" height="59" fill="none"/>'
)

Space = dict[str, Any]


def draw_map(view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
    """The map as an ``<svg>`` element: with ``play`` each space can be pointed at, by ``data-ref`` and ``data-words``;
    ``small`` leaves out coordinates and what the last turn did; ``turned`` is seen from the other side of the table."""
    way = slice(None, None, -1 if turned else 1)
    columns, rows, spaces = tuple(view["columns"][way]), tuple(view["rows"][way]), view["spaces"][way]
    wide, high = len(columns), len(rows)
    box = f"0 0 {wide} {high}" if small else f"-.38 -.1 {wide}.48 {high}.48"
    hooks = f' data-map data-symbols="ft" data-brings="enlist move" data-columns="{wide}"' if play else ""
    lines = [
        f'<g class="ft-row">{"".join(_space(each, column, row, play, small) for column, each in enumerate(line))}</g>'
        for row, line in enumerate(spaces[start : start + wide] for start in range(0, len(spaces), wide))
    ]
    return (
        f'<svg class="ft-svg ft-c{wide}{" ft-svg-small" if small else ""}" viewBox="{box}" role="img"'
        f' aria-label="{escape(view["alt"])}" focusable="false"{hooks}>'
        f"{_ground(wide, high, tuple(space['terrain'] for space in spaces))}"
        f"{'' if small else _coordinates(columns, rows)}{_framed(spaces, wide)}"
        f"{''.join(lines)}</svg>"
    )


@lru_cache(maxsize=64)
def _ground(columns: int, rows: int, grounds: Sequence[str]) -> str:
    uses = "".join(
        f'<use href="#ft-{ground}" x="{at % columns}" y="{at // columns}" {CELL}/>' for at, ground in enumerate(grounds)
    )
    upright = "".join(f"M{column} 0v{rows}" for column in range(1, columns))
    level = "".join(f"M0 {row}h{columns}" for row in range(1, rows))
    return (
        f'<g class="ft-ground">{uses}</g>'
        f'<path class="ft-lines" d="M0 0h{columns}v{rows}H0z{upright}{level}"'
        ' fill="none" stroke="#3b2f1a" stroke-opacity=".55" stroke-width=".02"/>'
    )


@lru_cache(maxsize=64)
def _coordinates(columns: Sequence[str], rows: Sequence[int]) -> str:
    def text(x: str, y: str, label: str | int) -> str:
        return f'<text transform="translate({x} {y}) scale(.015625)" dy=".35em">{label}</text>'

    numbers = "".join(text("-.22", f"{place}.5", row) for place, row in enumerate(rows))
    letters = "".join(text(f"{place}.5", f"{len(rows)}.22", column) for place, column in enumerate(columns))
    return (
        '<g class="ft-coords" font-size="17" font-weight="700" font-family="system-ui, sans-serif"'
        f' text-anchor="middle" fill="#4b4437">{numbers}{letters}</g>'
    )


def _framed(spaces: Sequence[Space], wide: int) -> str:
    """A frame around all that is a 2x2: drawn around each space, and their ground once more above it."""
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


def _space(space: Space, column: int, row: int, play: bool, small: bool) -> str:
    marks, unit = space["marks"], space["unit"]
    if not (play or marks or unit):
        return ""
    hooks = f' data-ref="{space["ref"]}" data-words="{escape(space["words"])}"' if play else ""
    occupied = " data-occupied" if play and unit else ""
    return (
        f'<g class="ft-space" transform="translate({column} {row}) scale(.015625)"{hooks}{occupied}>'
        f"{TO_CHOOSE if play else ''}{_frame(marks) if marks else ''}{_stack(space, play)}"
        f"{_marks(marks) if marks and not small else ''}</g>"
    )


def _frame(marks: Sequence[str]) -> str:
    left = "" if LEFT.isdisjoint(marks) else "-left"
    return f'<g class="ft-marks"><use href="#ft-frame{left}" {SPACE}/></g>'


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
        f'<use class="ft-ink" fill="#241a08" href="#ft-do-{DONE[mark]}" x="{place}" {CELL}/>'
        for place, mark in enumerate(marks)
    )
    return f'<g class="ft-marks" transform="translate(1 1) scale(19)">{drawn}</g>'
