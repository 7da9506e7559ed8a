"""The forest as SVG, from the view alone, with the symbols that a page includes once.

They are in ``templates/games/fairytale/symbols.html``. Each colour is set here as emails need it; pages have their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.fairytale.explain.names import space_words
from engine.fairytale.forest.spaces import DIRECTIONS, EAST, LETTERS, OAK, SOUTH, Space
from engine.fairytale.forest.tiles import DIAMOND, GATE, TRAPDOOR, WALL
from engine.fairytale.rules.position import HERO
from engine.grid import SPACE, Grid, draw_grid, places_of
from engine.values import Place, View
from i18n.text import Text, joined, pgettext, say

GROUNDS: Final = ("#e2e8e0", "#d3d0b4", "#ece2cf", "#c9d2d3")
"""The colours of the sides, light and dark in turn, so that neighbours differ in grey, too."""
WOODS: Final = ("#b7cba9", "#a3ad76", "#cfc59c", "#8ea9a0")
_SEAT_COLOURS: Final = ("#1c4f8a", "#9a2f1f", "#2c6138", "#6a3d86", "#7a5200")
LEAST: Final = 2
"""The least distance to which the map reaches from the oak."""
_TEXT: Final = 'text-anchor="middle" font-weight="700" font-family="system-ui, sans-serif"'
_FIGURE: Final = 26
_SMALL_FIGURE: Final = 34


def draw_map(view: View, *, play: bool = False, small: bool = False) -> str:
    """Draw the forest as an ``<svg>`` element (see ``draw_grid``), as far as its roads lead."""
    return draw_grid(BOARD, _grid(view), play=play, small=small)


def places(view: View) -> tuple[Place, ...]:
    """Return the spaces of the map, including those to which no road leads."""
    return places_of(_grid(view))


def _grid(view: View) -> View:
    """Return the view with a space in each column and row, each with everything drawn there."""
    west, east = min(view["west"], -LEAST), max(view["east"], LEAST)
    south, north = min(view["south"], -LEAST), max(view["north"], LEAST)
    known = {(space["east"], space["north"]): space for space in view["spaces"]}
    goes = _goes(view)
    places = [Space(across, up) for up in range(north, south - 1, -1) for across in range(west, east + 1)]
    spaces = [
        {
            **(known.get(place) or _wild(place)),
            "place": place,
            "about": _about(place, known.get((place.east, place.north))),
            "tile": place in known and known[place]["kind"] != "open",
            "entry": view["entries"].get(str(place)),
            "goes": goes.get(str(place), {}),
            "here": [view["players"][seat] for seat in known[place]["figures"]] if place in known else [],
        }
        for place in places
    ]
    return {
        "alt": view["alt"],
        "columns": [_coordinate(across, "e", "w") for across in range(west, east + 1)],
        "rows": [_coordinate(up, "n", "s") for up in range(north, south - 1, -1)],
        "spaces": spaces,
    }


def _about(place: Space, known: View | None) -> Text:
    """Say what is on a space, in as few words as possible."""
    if known is None:
        return joined([str(place)])
    kinds = {"oak": space_words(place), "open": say("open")}
    return joined([str(place), kinds.get(known["kind"]) or known["name"]], ": ")


def _coordinate(number: int, ahead: str, back: str) -> str:
    return f"{ahead if number > 0 else back}{abs(number)}" if number else ""


def _wild(place: Space) -> View:
    """Make a space to which no road leads."""
    words = joined([str(place), pgettext("space", "empty")])
    return {"kind": "wild", "ref": str(place), "distance": place.distance, "words": words, "figures": []}


def _goes(view: View) -> dict[str, dict[tuple[str, int], list[int]]]:
    """Return, for each space, the ways that monsters would take from it, and how many.

    Each way comes with the faces of the die that bring it.
    """
    found: dict[str, dict[tuple[str, int], list[int]]] = {}
    for face in view["faces"]:
        for step in face["steps"]:
            found.setdefault(step["ref"], {}).setdefault((step["way"], step["count"]), []).append(face["face"])
    return found


# -- the ground ------------------------------------------------------------------------------------------------------


def _under(spaces: Sequence[View], columns: int) -> str:
    """Draw the four sides, each in its own tint, with its number where there is room, and a line between them."""
    cells = {space["place"]: (at % columns, at // columns) for at, space in enumerate(spaces)}
    sides = [[place for place in cells if place != OAK and place.side == side] for side in DIRECTIONS]
    grounds = "".join(
        f'<path class="fy-ground-{side + 1}" d="{_squares(cells[place] for place in places)}" fill="{GROUNDS[side]}"/>'
        for side, places in enumerate(sides)
    )
    free = {space["place"] for space in spaces if space["kind"] == "wild"}
    numbers = "".join(_number(side, cells, [place for place in sides[side] if place in free]) for side in DIRECTIONS)
    return f'<g class="fy-ground">{grounds}{_borders(cells)}{numbers}</g>'


def _squares(corners: Iterable[tuple[int, int]]) -> str:
    return "".join(f"M{column} {row}h1v1h-1z" for column, row in corners)


def _borders(cells: dict[Space, tuple[int, int]]) -> str:
    """Draw the lines between spaces of different sides."""
    lines = []
    for place, (column, row) in cells.items():
        for direction in (EAST, SOUTH):
            other = place.next(direction)
            if other in cells and OAK not in (place, other) and other.side != place.side:
                lines.append(f"M{column + 1} {row}v1" if direction == EAST else f"M{column} {row + 1}h1")
    return (
        f'<path class="fy-border" d="{"".join(lines)}" fill="none" stroke="#6d6250" stroke-opacity=".5"'
        ' stroke-width=".03" stroke-dasharray=".06 .08"/>'
    )


def _number(side: int, cells: dict[Space, tuple[int, int]], free: Sequence[Space]) -> str:
    """Draw a side's number as near the middle of its edge as there is room."""
    if not free:
        return ""
    across = 1 - side % 2
    place = min(free, key=lambda each: (abs(each.east if across else each.north), -each.distance))
    column, row = cells[place]
    return (
        f'<text class="fy-number" transform="translate({column}.5 {row}.5) scale(.015625)" dy=".36em" font-size="40"'
        f' {_TEXT} fill="#241a08" fill-opacity=".3">{side + 1}</text>'
    )


# -- in a space ------------------------------------------------------------------------------------------------------


def _inside(space: View, play: bool, small: bool) -> str:  # noqa: ARG001 (the same in all boards)
    return "".join(_parts(space, small))


def _parts(space: View, small: bool) -> Iterator[str]:
    if space["kind"] == "open" and not small:
        yield f'<use href="#fy-open" {SPACE}/>'
    if space["kind"] == "oak":
        yield f'<use href="#fy-oak" {SPACE}/>'
    if space["kind"] != "tile":
        yield _frame(space, small)
    if space["kind"] == "tile":
        yield from _tile(space, small)
        yield from _ways(space)
    yield from _figures(space["here"], _SMALL_FIGURE if small else _FIGURE)
    if space["kind"] != "oak" and not small:
        # Hidden unless a stylesheet shows it on request.
        yield f'<text class="fy-distance" x="61" y="59" display="none">{space["distance"]}</text>'


def _frame(space: View, small: bool) -> str:
    """Draw a frame for what was done on a space, below all text."""
    mark = "" if small else space.get("mark")
    if not mark:
        return ""
    return f'<g class="board-marks"><use href="#fy-frame{"-left" if mark == "left" else ""}" {SPACE}/></g>'


def _tile(space: View, small: bool) -> Iterator[str]:
    turn = 90 * LETTERS.index(space["top"])
    side = space["place"].side
    turned = f' transform="rotate({turn} 32 32)"' if turn else ""
    yield (f'<use class="fy-side-{side + 1}" href="#fy-{space["code"][0]}" {SPACE}{turned} fill="{WOODS[side]}"/>')
    yield _frame(space, small)
    for symbol, name in ((GATE, "gate"), (WALL, "wall")):
        if symbol in space["symbols"]:
            yield f'<use href="#fy-{name}{"-spent" if space["spent"] else ""}" {SPACE}{turned}/>'
    if not small or space["code"] == DIAMOND:
        yield from _symbols(space)
    if space["entry"] and not small:
        yield _use("flag", 1, 1, 22)
        yield _text(space["entry"], 9.5, 11.2, 11.5, "fy-on-flag")
    if space["monsters"]:
        size = 36 if small else 28
        yield _use("full" if space["full"] else "monster", 63 - size, 0, size)
        yield _text(space["monsters"], 63 - size / 2, size * 0.77, size * 0.56, "fy-on-monster")


def _symbols(space: View) -> Iterator[str]:
    """Draw a tile's symbols in the middle, one or two side by side, except gates and walls, which are on their road."""
    found = [symbol for symbol in space["symbols"] if symbol not in (GATE, WALL)]
    size = 36 if DIAMOND.endswith(tuple(found)) else 28 if len(found) == 1 else 24
    for at, symbol in enumerate(found):
        name = f"{symbol}-spent" if symbol == TRAPDOOR and space["spent"] else symbol
        yield _use(f"s-{name}", 32 - size * len(found) / 2 + at * size, 32 - size / 2, size)


def _ways(space: View) -> Iterator[str]:
    """Draw the ways that monsters would take, with a number where not all of them would."""
    for (way, count), faces in space["goes"].items():
        direction = LETTERS.index(way)
        east, north = OAK.next(direction)
        turned = f' transform="rotate({90 * direction} 32 32)"' if direction else ""
        number = _text(count, 32 + 25 * east, 35 - 25 * north, 9, "fy-on-monster") if count != space["monsters"] else ""
        names = " ".join(f"fy-go-{face}" for face in faces)
        yield f'<g class="fy-go {names}"><use href="#fy-go" {SPACE}{turned}/>{number}</g>'


def _figures(players: Sequence[View], size: int) -> Iterator[str]:
    apart = min(size - 4, (62 - size) / max(len(players) - 1, 1))
    for at, player in enumerate(players):
        yield _figure(player, 1 + at * apart, 63 - size, size)


def _figure(player: View, x: float, y: float, size: int) -> str:
    """Draw a plate in the seat's colour, round or square by turns, with the figure on it.

    Heroes have the seat's number instead.
    """
    seat = player["seat"]
    plate = (
        f'<use class="fy-seat-{seat + 1}" href="#fy-{"square" if seat % 2 else "round"}" x="{x:g}" y="{y:g}"'
        f' width="{size}" height="{size}" fill="{_SEAT_COLOURS[seat]}"/>'
    )
    acts = _use("acts", x, y, size) if player["to_act"] else ""
    if player["word"] == HERO:
        return plate + acts + _text(seat + 1, x + size / 2, y + size * 0.7, size * 0.56, "fy-on-seat")
    return plate + acts + _use(f"f-{player['word']}", x, y, size)


def _use(name: str, x: float, y: float, size: float) -> str:
    return f'<use href="#fy-{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def _text(number: int, x: float, y: float, size: float, name: str) -> str:
    return f'<text class="{name}" x="{x:g}" y="{y:g}" font-size="{size:g}" {_TEXT} fill="#fffaf0">{number}</text>'


BOARD: Final = Grid("fy", "lay", "tile", _under, _inside)
