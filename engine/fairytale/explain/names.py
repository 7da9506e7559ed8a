"""Names of tiles, symbols, figures and sides, and explanations of what they do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.fairytale.forest.spaces import DIRECTIONS, Space
from engine.fairytale.forest.tiles import DIAMOND, cost
from engine.fairytale.rules.position import FIGURES, HERO
from i18n.text import Text, joined, listed, noop, pgettext, say

_SHAPES: Final = {
    "X": noop("crossroads"),
    "T": noop("fork"),
    "I": noop("straight road"),
    "L": noop("bend"),
}
_SYMBOLS: Final = {
    "w": (noop("wood"), noop("counts as one wood")),
    "g": (noop("gold"), noop("counts as one gold")),
    "m": (noop("magic"), noop("counts as one magic")),
    "b": (noop("bomb"), noop("when it is laid, it may destroy a touching tile with all its monsters")),
    "s": (noop("swap"), noop("when it is laid, a touching tile may be turned, or swapped for one from the market")),
    "d": (noop("distraction"), noop("monsters on joined tiles try the way here first")),
    "h": (noop("haste"), noop("a monster that comes here takes another step at once")),
    "M": (noop("monster tile"), noop("new monsters appear here on a 6; it also counts as one magic")),
    "a": (noop("fixed order"), noop("monsters try the way to the oak, then the others anticlockwise")),
    "c": (noop("clearing"), noop("it holds six monsters")),
    "n": (noop("narrow path"), noop("it holds one monster")),
    "k": (noop("gate"), noop("monsters can’t pass the road at the top until the tile is full")),
    "v": (noop("wall"), noop("like a gate; it breaks when there are as many monsters here as walls in its group")),
    "C": (noop("catapult"), noop("a figure that comes here may drive off all monsters on a touching tile")),
    "R": (noop("trapdoor"), noop("the first monster falls in; a figure that comes here sets it again")),
    "E": (noop("enchanted tower"), noop("a monster that is alone here can’t move on")),
    "H": (noop("candy house"), noop("monsters are held here except on a 6")),
    "T": (noop("treasure chest"), noop("monsters on joined tiles go here, and are put back on the edge of the forest")),
    "P": (noop("palace"), noop("monsters can’t come in; figures can")),
}
_FIGURES: Final = {
    "tailor": (noop("Brave Little Tailor"), noop("drives off all monsters on the tile instead of one")),
    "thumb": (noop("Hop-o’-My-Thumb"), noop("walks four tiles instead of two")),
    "soldier": (noop("Steadfast Tin Soldier"), noop("holds all monsters on his tile")),
    "pigs": (noop("Three Little Pigs"), noop("lay up to three tiles in a turn")),
    "piper": (noop("Pied Piper"), noop("draws monsters on touching tiles towards him")),
    "beauty": (
        noop("Sleeping Beauty"),
        noop("from her second turn on, no new monsters come for her but monsters move twice; not while she is alone"),
    ),
    "huntsman": (noop("Huntsman"), noop("may drive off a monster on a touching tile instead")),
    "red": (noop("Little Red Riding Hood"), noop("walks to any touching tile, road or not")),
    "cinderella": (noop("Cinderella"), noop("lays tiles without wood, gold or magic")),
    "aladdin": (noop("Aladdin"), noop("may fly to any other tile without monsters instead of walking")),
}
SYMBOLS: Final = tuple(_SYMBOLS)
_SIDES: Final = (noop("north"), noop("east"), noop("south"), noop("west"))
_GOODS: Final = (noop("%(number)s wood"), noop("%(number)s gold"), noop("%(number)s magic"))


def side_name(side: int) -> Text:
    """Name a side, "north" as in "from the north"."""
    return say(_SIDES[side])


def sides_listed() -> Text:
    """List the names of all four sides."""
    return listed([side_name(side) for side in DIRECTIONS])


def symbol_name(symbol: str) -> Text:
    return say(_SYMBOLS[symbol][0])


def symbol_help(symbol: str) -> Text:
    """Say what a symbol does, without a full stop."""
    return say(_SYMBOLS[symbol][1])


def tile_name(code: str) -> Text:
    """Name a tile: "fork with wood"."""
    if code == DIAMOND:
        return say("dark diamond")
    shape, symbols = say(_SHAPES[code[0]]), [symbol_name(symbol) for symbol in code[1:]]
    return say("%(shape)s with %(symbols)s", shape=shape, symbols=listed(symbols)) if symbols else shape


def tile_help(code: str) -> Text:
    """Say what a tile's symbols do; "" for none."""
    if code == DIAMOND:
        return say("a figure that comes here destroys it")
    return joined([symbol_help(symbol) for symbol in code[1:]], "; ")


def named_tile(code: str, written: str = "") -> Text:
    """Write a tile with its name: "Tw/e (fork with wood)"."""
    return say("%(code)s (%(name)s)", code=written or code, name=tile_name(code))


def tiles_listed(codes: Iterable[str]) -> Text:
    """List tiles: "Tw and X", or "none"."""
    return listed([*codes]) or pgettext("tiles", "none")


def goods_words(numbers: Iterable[int | None]) -> Text:
    """Count goods: "2 wood and 0 gold"; those that are ``None`` are left out."""
    pairs = zip(_GOODS, numbers, strict=True)
    return listed([say(message, number=number) for message, number in pairs if number is not None])


def cost_words(code: str) -> Text:
    """Say what must be visible before a tile is laid; "" if nothing must."""
    return goods_words([number or None for number in cost(code)])


def figure_name(word: str) -> Text:
    return say("Hero") if word == HERO else say(_FIGURES[word][0])


def figure_power(word: str) -> Text:
    """Say what a figure can do, without a full stop; "" for an ordinary hero."""
    return say(_FIGURES[word][1]) if word in FIGURES else joined([])


def space_words(space: Space) -> Text:
    """Name a space: "n1", or "the oak"."""
    return say("the oak") if str(space) == "o" else joined([str(space)])
