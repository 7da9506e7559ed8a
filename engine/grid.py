"""Boards of spaces in columns and rows, drawn as SVG from a view.

A game says what lies under its spaces and what is in one; coordinates, lines and the hooks for choosing a turn are the
same for all games. A space is one unit wide, and 64 inside its own group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any, Final

from engine.values import Place, View

Space = dict[str, Any]

SPACE: Final = 'width="64" height="64"'
"""The size of a symbol that fills its space, inside the space's group."""
CELL: Final = 'width="1" height="1"'
"""The size of a symbol that fills its space, outside the space's group."""
_HIT: Final = f'<rect class="board-hit" {SPACE} fill="none" pointer-events="all"/>'
_RING: Final = '<rect class="board-ring" x="2.5" y="2.5" width="59" height="59" fill="none"/>'  # over what is inside


@dataclass(frozen=True, slots=True)
class Grid:
    """A game's way of drawing its board.

    Its symbols begin with ``prefix``. ``brings`` are the kinds of steps that bring what was chosen to a target.
    ``occupant`` is the key of a space that says what is on it. ``under`` draws what lies under the spaces; it gets the
    spaces in the order of drawing, and the number of columns. ``inside`` draws what is in a space, "" for nothing; it
    gets the space, whether the board is played on, and whether it is for a list.
    """

    prefix: str
    brings: str
    occupant: str
    under: Callable[[Sequence[Space], int], str]
    inside: Callable[[Space, bool, bool], str]


def draw_grid(grid: Grid, view: View, *, play: bool = False, small: bool = False, turned: bool = False) -> str:
    """Draw the board as an ``<svg>`` element.

    The view has ``columns``, ``rows`` (top row first) and ``spaces``, each with ``ref`` and ``words``. With ``play``
    each space can be pointed at, by ``data-ref`` and ``data-words``; ``small`` leaves out coordinates, and what a space
    says to those who point at it; ``turned`` shows the board from the other side of the table.
    """
    way = slice(None, None, -1 if turned else 1)
    columns, rows, spaces = tuple(view["columns"][way]), tuple(view["rows"][way]), view["spaces"][way]
    wide, high = len(columns), len(rows)
    box = f"0 0 {wide} {high}" if small else f"-.38 -.1 {wide}.48 {high}.48"
    hooks = f' data-map data-symbols="{grid.prefix}" data-brings="{grid.brings}" data-columns="{wide}"' if play else ""
    lines = [spaces[start : start + wide] for start in range(0, len(spaces), wide)]
    drawn = "".join(
        f'<g class="board-row">{"".join(_space(grid, each, x, y, play, small) for x, each in enumerate(line))}</g>'
        for y, line in enumerate(lines)
    )
    words = escape(view["alt"])
    return (
        f'<svg class="board-svg" viewBox="{box}" role="img" aria-label="{words}" focusable="false"{hooks}>'
        f"{grid.under(spaces, wide)}{'' if small else _coordinates(columns, rows)}{drawn}</svg>"
    )


def places_of(view: View, *, turned: bool = False) -> tuple[Place, ...]:
    """Return the spaces of a view as ``draw_grid`` takes it, in its order.

    A space is described by its ``about``, or else by its ``words``.
    """
    spaces, wide = view["spaces"][:: -1 if turned else 1], len(view["columns"])
    return tuple(
        Place(space["ref"], space.get("about", space["words"]), at % wide + 0.5, at // wide + 0.5)
        for at, space in enumerate(spaces)
    )


def _space(grid: Grid, space: Space, column: int, row: int, play: bool, small: bool) -> str:
    inside = grid.inside(space, play, small)
    if not (play or inside):
        return ""
    hooks = f' data-ref="{space["ref"]}" data-words="{escape(space["words"])}"' if play else ""
    if play and space.get("help"):
        hooks += f' data-help="{escape(space["help"])}"'
    occupied = " data-occupied" if play and space[grid.occupant] else ""
    return (
        f'<g class="board-space" transform="translate({column} {row}) scale(.015625)"{hooks}{occupied}>'
        f"{'' if small else _title(space)}{_HIT if play else ''}{inside}{_RING if play else ''}</g>"
    )


def _title(space: Space) -> str:
    """Say what is in a space to readers who point at it."""
    return f"<title>{escape(space['words'])}</title>"


@lru_cache(maxsize=64)
def draw_lines(columns: int, rows: int) -> str:
    """Draw the lines between the spaces and around all of them."""
    upright = "".join(f"M{column} 0v{rows}" for column in range(1, columns))
    level = "".join(f"M0 {row}h{columns}" for row in range(1, rows))
    return (
        f'<path class="board-lines" d="M0 0h{columns}v{rows}H0z{upright}{level}"'
        ' fill="none" stroke="#3b2f1a" stroke-opacity=".55" stroke-width=".02"/>'
    )


@lru_cache(maxsize=64)
def _coordinates(columns: Sequence[str], rows: Sequence[int]) -> str:
    def text(x: str, y: str, label: str | int) -> str:
        return f'<text transform="translate({x} {y}) scale(.015625)" dy=".35em">{label}</text>'

    size = min(17, 4.25 * max(len(columns), len(rows)))  # of a board with few spaces they would be huge
    numbers = "".join(text("-.22", f"{place}.5", row) for place, row in enumerate(rows))
    letters = "".join(text(f"{place}.5", f"{len(rows)}.22", column) for place, column in enumerate(columns))
    return (
        f'<g class="board-coords" font-size="{size:g}" font-weight="700" font-family="system-ui, sans-serif"'
        f' text-anchor="middle" fill="#4b4437">{numbers}{letters}</g>'
    )
