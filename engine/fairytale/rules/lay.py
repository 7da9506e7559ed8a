"""Laying a tile, and the bomb and swap that act with it (rules 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from engine.editions import FIRST_EDITION
from engine.fairytale.forest.forest import (
    Forest,
    fits,
    is_whole,
    longest_side,
    meets,
    open_roads,
    open_spaces,
    touching,
    visible,
    wanted_roads,
    without,
)
from engine.fairytale.forest.spaces import OAK, ROOTS, Space
from engine.fairytale.forest.tiles import BOMB, CHEST, DIAMOND, PALACE, SWAP, Tile, cost, tops

from .position import CINDERELLA, Position

LONGEST_SIDE: Final = 11


class Laid(NamedTuple):
    """A tile that is laid, and what its symbols bring about.

    That is the tile that a bomb destroys, or the place of a swap and the tile it puts there.
    """

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


def ways_to_lay(position: Position, like: Tile | None = None, at: Space | None = None) -> Iterator[Laid]:
    """Yield all ways to lay a tile of the market, with everything that it may bring about.

    ``like`` limits them to one tile, and ``at`` to one space.
    """
    found = open_roads(position.forest)
    for laid in bare_ways(position, like, at):
        yield from _ways_with(position, laid, found)


def bare_ways(position: Position, like: Tile | None = None, at: Space | None = None) -> Iterator[Laid]:
    """Yield the ways to lay a tile before its bomb or swap acts, even if they leave no open road until it does."""
    forest, goods = position.forest, visible(position.forest)
    easts, norths = _room(forest)
    free = [space for space in open_spaces(forest) if at is None or at == space]
    free = [space for space in free if space.east in easts and space.north in norths]
    spaces = [(space, wanted_roads(forest, space)) for space in free]
    for code in dict.fromkeys(position.market):
        if (like and like.code != code) or not is_affordable(position, goods, code):
            continue
        least = position.far if code == DIAMOND else 0
        for space, wanted in spaces:
            if space.distance >= least:
                for top in tops(code):
                    if (like is None or like.top == top) and meets(wanted, code, top):
                        yield Laid(space, Tile(code, top))


def _room(forest: Forest) -> tuple[range, range]:
    """Return the ranges, across and up, in which tiles leave the forest within its limits (R4).

    Both are empty once the forest is over its limits.
    """
    if longest_side(forest) > LONGEST_SIDE:
        return range(0), range(0)
    spaces = [OAK, *forest]
    east, north = [space.east for space in spaces], [space.north for space in spaces]
    return range(max(east) - LONGEST_SIDE + 1, min(east) + LONGEST_SIDE), range(
        max(north) - LONGEST_SIDE + 1, min(north) + LONGEST_SIDE
    )


def is_affordable(position: Position, goods: tuple[int, int, int], code: str) -> bool:
    """Return whether the visible goods cover a tile's cost; Cinderella's tiles need nothing (R42)."""
    if position.figure.word == CINDERELLA:
        return True
    return all(needed <= there for needed, there in zip(cost(code), goods, strict=True))


def _ways_with(position: Position, laid: Laid, found: Mapping[Space, list[Space]]) -> Iterator[Laid]:
    """Yield a way to lay a tile, without its bomb or swap and with all they may do, if it leaves an open road (R5).

    ``found`` are the forest's open roads before it.
    """
    stay = {tile for space, tiles in found.items() if space != laid.space for tile in tiles}
    for way in (laid, *_bombings(position, laid), *_swaps(position, laid)):
        # An open road of a tile that stays is enough.
        if stay - {way.bombed, way.swapped} or open_spaces(lay(position, way).forest):
            yield way


def lay(position: Position, laid: Laid) -> Position:
    """Return the position after laying a tile, including what its symbols brought about."""
    market = _taken(position.market, laid.tile.code)
    forest: dict[Space, Tile] = {**position.forest, laid.space: laid.tile}
    if laid.bombed:
        del forest[laid.bombed]
    if laid.swapped and laid.swap:
        old = forest[laid.swapped]
        if is_swapped_in(position, laid, old, laid.swap):
            forest[laid.swapped] = laid.swap._replace(monsters=old.monsters)
            market = (*_taken(market, laid.swap.code), old.code)
        else:
            forest[laid.swapped] = old._replace(top=laid.swap.top)
    return replace(position, forest=forest, market=market)


def is_swapped_in(position: Position, laid: Laid, old: Tile, new: Tile) -> bool:
    """Return whether a swap takes the new tile from the market, instead of turning the old one.

    A tile is only swapped for one with its own code when it is spent (R10).
    """
    return new.code != old.code or (is_worn(position, old) and new.code in _swappable(position, laid))


def is_worn(position: Position, old: Tile) -> bool:
    """Return whether a tile may be swapped for another with the same code, by the edition of the rules."""
    return old.spent and position.edition > FIRST_EDITION


def _swappable(position: Position, laid: Laid) -> list[str]:
    """Return the codes that a swap may take from the market.

    A tile must be affordable with the goods visible before the old tile is taken away.
    """
    goods = visible({**position.forest, laid.space: laid.tile})
    codes = dict.fromkeys(_taken(position.market, laid.tile.code))
    return [code for code in codes if code != DIAMOND and is_affordable(position, goods, code)]


def _taken(market: tuple[str, ...], code: str) -> tuple[str, ...]:
    place = market.index(code)
    return market[:place] + market[place + 1 :]


def _bombings(position: Position, laid: Laid) -> Iterator[Laid]:
    """Yield the tile as laid with each other tile that its bomb may destroy (R9)."""
    if not laid.tile.has(BOMB):
        return
    forest = {**position.forest, laid.space: laid.tile}
    taken = {figure.space for figure in position.figures if figure.is_here}
    for space in touching(forest, laid.space):
        may_go = space not in ROOTS and space not in taken and forest[space].code != DIAMOND
        if may_go and is_whole(without(forest, space)):
            yield laid._replace(bombed=space)


def _swaps(position: Position, laid: Laid) -> Iterator[Laid]:
    """Yield the tile as laid with each tile that its swap may put somewhere, or turn (R10)."""
    if not laid.tile.has(SWAP):
        return
    forest = {**position.forest, laid.space: laid.tile}
    codes = _swappable(position, laid)
    for space in touching(forest, laid.space):
        old = forest[space]
        if space in ROOTS or old.code == DIAMOND:
            continue
        wanted = wanted_roads(forest, space)
        new = [code for code in codes if code != old.code and not (old.monsters and is_closed(code))]
        lies_there = () if old.code in codes and is_worn(position, old) else ((old.code, old.top),)
        for code in (old.code, *new):
            for top in tops(code):
                if (code, top) not in lies_there and meets(wanted, code, top):
                    yield laid._replace(swapped=space, swap=Tile(code, top))


def is_closed(code: str) -> bool:
    """Return whether a tile cannot be put under monsters, since it has a palace or a chest."""
    return PALACE in code[1:] or CHEST in code[1:]


def free_roots(position: Position) -> list[Space]:
    """Return the spaces where first tiles are still missing, in the order of a submission."""
    return [root for root in ROOTS if root not in position.forest]


def first_ways(position: Position, space: Space) -> list[Laid]:
    """Return the ways to lay one of the first tiles on a space: beside the oak, with a road to it (R23)."""
    tiles = [Tile(code, top) for code in dict.fromkeys(position.market) for top in tops(code)]
    return [Laid(space, tile) for tile in tiles if fits({}, space, tile)]
