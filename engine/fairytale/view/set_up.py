"""The contents of the box and of the deck, as the rules page shows them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.fairytale.explain.names import symbol_name
from engine.fairytale.forest.tiles import SETS, SHAPES
from engine.fairytale.match.options import form_options
from engine.fairytale.rules.position import DECKS, FAR, FIRST_TILES, LEVELS, MARKET, PILES, Options, turn_limit
from i18n.text import Text, listed, pgettext

SHAPES_SHOWN = tuple(SHAPES)[:-1]  # of ordinary tiles


class Deck(NamedTuple):
    """A deck, with the number of ordinary tiles and of turns at each level (``sizes``)."""

    cast: str
    tiles: str
    sizes: tuple[tuple[int, int], ...]


class KindOfTile(NamedTuple):
    """Tiles with the same symbols, and how many there are of each shape."""

    symbols: str
    name: Text
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.counts)


class SetUp(NamedTuple):
    """The box and the decks.

    ``far`` is the least distance of a diamond at each level; ``plain`` and ``more`` are the kinds of tiles in the plain
    set, and those that the full set adds.
    """

    levels: tuple[str, ...]
    far: tuple[int, ...]
    decks: tuple[Deck, ...]
    shapes: tuple[str, ...]
    plain: tuple[KindOfTile, ...]
    more: tuple[KindOfTile, ...]
    first_tiles: int
    market: int
    piles: int

    @property
    def plain_total(self) -> int:
        return sum(kind.total for kind in self.plain)

    @property
    def more_total(self) -> int:
        return sum(kind.total for kind in self.more)


def set_up() -> SetUp:
    labels = {(option.key, choice.value): choice.label for option in form_options() for choice in option.choices}
    plain = Counter(SETS["plain"])
    return SetUp(
        tuple(labels["level", level] for level in LEVELS),
        tuple(FAR[level] for level in LEVELS),
        tuple(Deck(labels["cast", cast], labels["tiles", tiles], tuple(_sizes(tiles, cast))) for cast, tiles in DECKS),
        SHAPES_SHOWN,
        _kinds(plain),
        _kinds(Counter(SETS["full"]) - plain),
        FIRST_TILES,
        MARKET,
        PILES,
    )


def _sizes(tiles: str, cast: str) -> list[tuple[int, int]]:
    sizes = DECKS[cast, tiles]
    return [(size, turn_limit(Options(level, tiles, cast))) for level, size in zip(LEVELS, sizes, strict=True)]


def _kinds(codes: Counter[str]) -> tuple[KindOfTile, ...]:
    return tuple(
        KindOfTile(symbols, _name(symbols), tuple(codes[f"{shape}{symbols}"] for shape in SHAPES_SHOWN))
        for symbols in dict.fromkeys(code[1:] for code in codes)
    )


def _name(symbols: str) -> Text:
    return listed([symbol_name(symbol) for symbol in symbols]) or pgettext("symbols of a tile", "none")
