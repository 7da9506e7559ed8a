"""The forest as a whole: which spaces touch, are joined or are open, and which tiles fit (rules 1).

A forest is never changed: a change makes another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from .spaces import DIRECTIONS, OAK, Space, opposite
from .tiles import GOODS, MAGIC, MONSTERS, Tile, roads

Forest = Mapping[Space, Tile]


def has_road(forest: Forest, space: Space, direction: int) -> bool:
    """Return whether a road leads in the given direction from a tile or the oak."""
    return space == OAK or (space in forest and direction in forest[space].roads)


def is_joined(forest: Forest, space: Space, direction: int) -> bool:
    """Return whether a space and the next one in the given direction have a road to each other."""
    return has_road(forest, space, direction) and has_road(forest, space.next(direction), opposite(direction))


def touching(forest: Forest, space: Space) -> Iterator[Space]:
    """Yield the spaces of the tiles that touch a space, from north clockwise."""
    return (other for other in map(space.next, DIRECTIONS) if other in forest)


def open_spaces(forest: Forest) -> set[Space]:
    """Return the spaces without a tile to which a road leads."""
    return {*open_roads(forest)}


def open_roads(forest: Forest) -> dict[Space, list[Space]]:
    """Return the spaces without a tile to which roads lead, each with the tiles that the roads come from."""
    found: dict[Space, list[Space]] = {}
    for space, tile in forest.items():
        for direction in tile.roads:
            other = space.next(direction)
            if other not in forest and other != OAK:
                found.setdefault(other, []).append(space)
    return found


def has_open_road(forest: Forest, space: Space) -> bool:
    """Return whether a road of the tile on a space leads to a space without a tile."""
    return any(_is_empty(forest, space.next(direction)) for direction in forest[space].roads)


def _is_empty(forest: Forest, space: Space) -> bool:
    return space != OAK and space not in forest


def longest_side(forest: Forest) -> int:
    """Return the larger of the forest's width and height, including the oak."""
    spaces = [OAK, *forest]
    east, north = [space.east for space in spaces], [space.north for space in spaces]
    return max(max(east) - min(east), max(north) - min(north)) + 1


def fits(forest: Forest, space: Space, tile: Tile) -> bool:
    """Return whether a tile's roads match those of all the tiles that it touches, and at least one of them joins."""
    return meets(wanted_roads(forest, space), tile.code, tile.top)


def wanted_roads(forest: Forest, space: Space) -> dict[int, bool]:
    """Return the directions in which a tile on a space must have a road, or must not."""
    around = [(direction, space.next(direction)) for direction in DIRECTIONS]
    return {
        direction: has_road(forest, other, opposite(direction))
        for direction, other in around
        if not _is_empty(forest, other)
    }


def meets(wanted: dict[int, bool], code: str, top: int) -> bool:
    """Return whether a tile, turned this way, has exactly the roads that are wanted, and at least one of them."""
    own, joins = roads(code, top), False
    for way, is_wanted in wanted.items():
        if is_wanted != (way in own):
            return False
        joins = joins or is_wanted
    return joins


def is_whole(forest: Forest) -> bool:
    """Return whether every tile is connected to the oak by road."""
    leads = {OAK: frozenset(DIRECTIONS), **{space: roads(tile.code, tile.top) for space, tile in forest.items()}}
    seen, ahead = {OAK}, [OAK]
    for space in ahead:
        for direction in leads[space]:
            other = space.next(direction)
            if other not in seen and other in leads and opposite(direction) in leads[other]:
                seen.add(other)
                ahead.append(other)
    return len(seen) == len(leads)


def without(forest: Forest, space: Space) -> Forest:
    """Return the forest without the tile on one space."""
    return {other: tile for other, tile in forest.items() if other != space}


def visible(forest: Forest) -> tuple[int, int, int]:
    """Count the visible wood, gold and magic; a monster tile is one magic, too (R11)."""
    found = Counter([symbol for tile in forest.values() for symbol in tile.code[1:]])
    found[MAGIC] += found[MONSTERS]
    wood, gold, magic = (found[good] for good in GOODS)
    return wood, gold, magic
