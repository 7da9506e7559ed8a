"""Laying a tile, and the bomb and swap that act with it (rules 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from engine.fairytale.forest.forest import (
    Forest,
    fits,
    is_whole,
    longest_side,
    open_spaces,
    touching,
    visible,
    without,
)
from engine.fairytale.forest.spaces import ROOTS, Space
from engine.fairytale.forest.tiles import BOMB, CHEST, DIAMOND, PALACE, SWAP, Tile, cost, tops

from .position import CINDERELLA, Position

LONGEST: Final = 11


class Laid(NamedTuple):
    """A tile that is laid, and what its symbols bring about: the tile that a bomb destroys, or where a swap puts which
    tile."""

    space: Space
    tile: Tile
    bombed: Space | None = None
    swapped: Space | None = None
    swap: Tile | None = None

    def __str__(self) -> str:
        laid = f"{self.tile}@{self.space}"
        if self.bombed:
            return f"{laid}*{self.bombed}"
        return f"{laid}={self.swap}@{self.swapped}" if self.swap else laid


def ways_to_lay(position: Position) -> Iterator[Laid]:
    """All ways to lay a tile of the market."""
    for code in dict.fromkeys(position.market):
        if is_affordable(position, position.forest, code):
            for space in open_spaces(position.forest):
                for top in tops(code):
                    yield from _ways_with(position, space, Tile(code, top))


def is_affordable(position: Position, forest: Forest, code: str) -> bool:
    """Whether what the tile needs is visible; Cinderella's need nothing (R42)."""
    if position.figure.word == CINDERELLA:
        return True
    return all(needed <= there for needed, there in zip(cost(code), visible(forest), strict=True))


def _ways_with(position: Position, space: Space, tile: Tile) -> Iterator[Laid]:
    if (tile.code == DIAMOND and space.distance < position.far) or not fits(position.forest, space, tile):
        return
    if longest_side({**position.forest, space: tile}) > LONGEST:
        return
    laid = Laid(space, tile)
    for way in (laid, *_bombings(position, laid), *_swaps(position, laid)):
        if open_spaces(lay(position, way).forest):
            yield way


def lay(position: Position, laid: Laid) -> Position:
    """The position after it, and after what its symbols brought about."""
    market = _taken(position.market, laid.tile.code)
    forest: dict[Space, Tile] = {**position.forest, laid.space: laid.tile}
    if laid.bombed:
        del forest[laid.bombed]
    if laid.swapped and laid.swap:
        old = forest[laid.swapped]
        forest[laid.swapped] = laid.swap._replace(monsters=old.monsters)
        if old.code == laid.swap.code:
            forest[laid.swapped] = old._replace(top=laid.swap.top)
        else:
            market = (*_taken(market, laid.swap.code), old.code)
    return replace(position, forest=forest, market=market)


def _taken(market: tuple[str, ...], code: str) -> tuple[str, ...]:
    place = market.index(code)
    return market[:place] + market[place + 1 :]


def _bombings(position: Position, laid: Laid) -> Iterator[Laid]:
    """With each tile that its bomb may destroy (R9)."""
    if not laid.tile.has(BOMB):
        return
    forest = {**position.forest, laid.space: laid.tile}
    taken = {figure.space for figure in position.figures if figure.is_here}
    for space in touching(forest, laid.space):
        may_go = space not in ROOTS and space not in taken and forest[space].code != DIAMOND
        if may_go and is_whole(without(forest, space)):
            yield laid._replace(bombed=space)


def _swaps(position: Position, laid: Laid) -> Iterator[Laid]:
    """With each tile that its swap may put somewhere, or turn (R10)."""
    if not laid.tile.has(SWAP):
        return
    forest = {**position.forest, laid.space: laid.tile}
    codes = dict.fromkeys(_taken(position.market, laid.tile.code))
    for space in touching(forest, laid.space):
        old = forest[space]
        if space in ROOTS or old.code == DIAMOND:
            continue
        around = without(forest, space)
        new = [code for code in codes if code != old.code and _may_come(position, forest, code, old.monsters)]
        tiles = [Tile(code, top) for code in (old.code, *new) for top in tops(code)]
        for tile in tiles:
            if tile[:2] != old[:2] and fits(around, space, tile):
                yield laid._replace(swapped=space, swap=tile)


def _may_come(position: Position, forest: Forest, code: str, monsters: int) -> bool:
    if code == DIAMOND or (monsters and (PALACE in code[1:] or CHEST in code[1:])):
        return False
    return is_affordable(position, forest, code)


def first_ways(position: Position) -> list[Laid]:
    """The ways to lay the next of the first tiles: beside the oak, with a road to it (R23)."""
    space = ROOTS[len(position.forest)]
    tiles = [Tile(code, top) for code in dict.fromkeys(position.market) for top in tops(code)]
    return [Laid(space, tile) for tile in tiles if fits({}, space, tile)]
