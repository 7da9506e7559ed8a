"""A view drawn in plain text, for emails: at most 72 columns.

Each tile is six letters wide and three lines high: roads lead out of its middle, where its symbols are. The longest
forest is eleven tiles wide.
"""

from __future__ import annotations

import textwrap
from typing import Final

from engine.fairytale.forest.spaces import OAK, Space
from engine.fairytale.forest.tiles import GATE, WALL
from engine.values import View
from i18n.text import say

from .in_words import counts, figures_to_choose, lines

_WIDTH: Final = 72
_MARGIN: Final = 4
_NARROW: Final = 40
_BARS: Final = {GATE: "=", WALL: "#"}


def draw_board(view: View) -> str:
    """Draw the whole text board: title, forest, the meaning of its letters, and the rest in words."""
    parts = [[view["title"]], _forest(view), [_legend(view)], lines(view, is_drawn=True), _market(view), _figures(view)]
    return "\n\n".join("\n".join(_fill(line) for line in part if line) for part in parts if part) + "\n"


def draw_forest(view: View) -> str:
    """Draw the forest alone, with the meaning of its letters and the counts in lines of about the same length."""
    forest = _forest(view)
    width = max(_NARROW, *map(len, forest))
    words = [part for line in (_legend(view), *counts(view)) for part in textwrap.wrap(line, width)]
    return "\n".join([*forest, "", *words])


def _market(view: View) -> list[str]:
    """Describe each tile that can be laid: where its roads lead, what it needs and what it does."""
    if not view["market"]:
        return []
    heading = say("The first tiles:") if view["phase"] == "first" else say("The market:")
    return [heading, *[f"  {_tile(tile)}" for tile in view["market"]]]


def _tile(tile: View) -> str:
    needs = say("needs %(goods)s", goods=tile["needs"]) if tile["needs"] else ""
    words = "; ".join(part for part in (tile["ways"][0]["words"], needs, tile["help"]) if part)
    return f"{tile['count']} × {words}" if tile["count"] > 1 else words


def _figures(view: View) -> list[str]:
    """List the figures from which a player must choose at the beginning of the turn, if one must."""
    figures = [f"  as:{piece['word']}: {piece['words']}, {piece['help']}" for piece in figures_to_choose(view)]
    return [say("Figures to choose from:"), *figures] if figures else []


def _fill(text: str) -> str:
    """Break a line that is too long; lines of the forest never are."""
    if len(text) <= _WIDTH:
        return text
    return textwrap.fill(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _forest(view: View) -> list[str]:
    spaces = {Space(space["east"], space["north"]): space for space in view["spaces"]}
    tiles = [place for place, space in spaces.items() if space["kind"] != "open"]
    east = range(min(place.east for place in tiles), max(place.east for place in tiles) + 1)
    north = range(max(place.north for place in tiles), min(place.north for place in tiles) - 1, -1)
    drawn = [" " * _MARGIN + "".join(_name(Space(across, 0)).center(6) for across in east)]
    for up in north:
        cells = [_cell(view, spaces.get(Space(across, up))) for across in east]
        heads = ("", _name(Space(0, up)), "")
        drawn += [head.ljust(_MARGIN) + "".join(row) for head, row in zip(heads, zip(*cells, strict=True), strict=True)]
    return [line.rstrip() for line in drawn]


def _name(place: Space) -> str:
    return "" if place == OAK else str(place)


def _cell(view: View, space: View | None) -> tuple[str, str, str]:
    """Draw a space in three lines: figures and monsters above, symbols in the middle, the side's entry below."""
    if space is None:
        return (" " * 6,) * 3
    if space["kind"] == "open":
        return (" " * 6, "  ..  ", " " * 6)
    if space["kind"] == "oak":
        return (_above(space, "|"), "-(o)--", "  |   ")
    entry = view["entries"].get(space["ref"], "")
    middle = f"{_road(space, 'w', '-') * 2}{space['symbols'] or '+':-<2}{_road(space, 'e', '-') * 2}"
    if len(space["symbols"] or "+") == 1 and "e" not in space["roads"]:
        middle = middle.replace("-  ", "   ")
    return _above(space, _road(space, "n", "|")), middle, f"  {_road(space, 's', '|')} {entry:<2}"


def _above(space: View, road: str) -> str:
    figures = "@" if space["figures"] else " "
    monsters = f"*{space['monsters']}" if space.get("monsters") else ""
    return f" {figures}{road} {monsters:<2}"


def _road(space: View, way: str, road: str) -> str:
    """Return the sign for a road in a direction, or for the gate or wall that bars it; a blank for none."""
    if way not in space["roads"]:
        return " "
    bars = [_BARS[symbol] for symbol in space["symbols"] if symbol in _BARS]
    return bars[0] if bars and way == space["top"] and not space["spent"] else road


def _legend(view: View) -> str:
    tiles = [space for space in view["spaces"] if space["kind"] == "tile"]
    parts = [
        say("(o) the oak, other letters symbols"),
        say("@ figures"),
        *([say("* monsters")] if any(tile["monsters"] for tile in tiles) else []),
        *([say("= gate"), say("# wall")] if any(set(tile["symbols"]) & set(_BARS) for tile in tiles) else []),
        say(".. open space"),
        *([say("a number below: where that side’s monsters come in")] if view["entries"] else []),
    ]
    return ", ".join(parts) + "."
