"""Monsters: how they come and move (rules 4, "New monsters" and "Monsters move")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.errors import GameError
from engine.fairytale.forest.forest import has_open_road, is_joined, longest_side
from engine.fairytale.forest.spaces import DIRECTIONS, OAK, Space, opposite
from engine.fairytale.forest.tiles import (
    CANDY,
    CHEST,
    DISTRACTION,
    FIXED,
    GATE,
    HASTE,
    MONSTERS,
    PALACE,
    TOWER,
    TRAPDOOR,
    WALL,
    Tile,
)

from .position import EVERYWHERE, LOST_AT, PIPER, QUIET, SOLDIER, Position


def new_monsters(position: Position, die: int, side: int | None = None) -> MovingForest:
    """Bring in new monsters by the die, two fewer than the length of the forest's longest side.

    ``side`` is the side that a player named for a 5; ``None`` means the side that the die shows.
    """
    field = MovingForest(position, QUIET)
    number = longest_side(position.forest) - 2
    if die == EVERYWHERE:
        for _ in range(number):
            if found := field.emptiest():
                field.bring(found)
    else:
        entry = field.entry(die - 1 if side is None else side)
        for _ in range(number):
            field.bring(entry)
    return field


def move_monsters(position: Position, die: int, side: int | None) -> MovingForest:
    """Move all monsters on one side, or with ``None`` on all sides, by one step."""
    field = MovingForest(position, die)
    spaces = sorted(position.forest, key=lambda space: space.nearness)
    moving = [(space, position.forest[space].monsters) for space in spaces if side in (None, space.side)]
    for space, number in moving:
        for _ in range(number):
            field.move(space)
    return field


class Way(NamedTuple):
    """The way of a monster: where it started (``None``: it is new) and where it came to in the end.

    ``edge`` is the space to which a chest sent it back.
    """

    start: Space | None
    goal: Space
    edge: Space | None = None


class MovingForest:
    """The forest while monsters move in it.

    ``die`` is the die they move by. ``steps`` are the single steps of monsters, each as a space and a direction, and
    ``ways`` has one entry for each monster that moved or came. ``broken`` and ``sprung`` are the spaces where a gate or
    wall has broken, and where a trapdoor has sprung.
    """

    def __init__(self, position: Position, die: int) -> None:
        self.before = position
        self.die = die
        self.tiles = dict(position.forest)
        self.reached = position.reached
        self.steps: list[tuple[Space, int]] = []
        self.ways: list[Way] = []
        self.broken: list[Space] = []
        self.sprung: list[Space] = []

    @property
    def position(self) -> Position:
        return replace(self.before, forest=self.tiles, reached=self.reached)

    # -- where they come in --------------------------------------------------------------------------------------------

    def entry(self, side: int) -> Space:
        """Return the tile on which the new monsters of a side come in (R27).

        Raises ``GameError`` if there is none, which never happens in a match: the first tiles lie beside the oak.
        """
        tiles = [
            space for space, tile in self.tiles.items()
            if space.side == side and not (tile.has(PALACE) or tile.has(CHEST))
        ]  # fmt: skip
        if not tiles:
            raise GameError("On one side there is no tile onto which new monsters could come.")
        is_open = [space for space in tiles if has_open_road(self.tiles, space)]
        return min(is_open or tiles, key=lambda space: (-space.distance, space.bearing))

    def emptiest(self) -> Space | None:
        """Return the monster tile with the fewest monsters, and among equals the nearest (R28)."""
        tiles = [space for space, tile in self.tiles.items() if tile.has(MONSTERS)]
        return min(tiles, key=lambda space: (self.tiles[space].monsters, space.nearness), default=None)

    def bring(self, space: Space) -> None:
        """Bring a new monster onto a tile."""
        if self.reached < LOST_AT:
            self._come(space, [])

    # -- a step --------------------------------------------------------------------------------------------------------

    def move(self, space: Space) -> None:
        """Let a monster of a tile take its step, unless it is held; none moves once the oak has fallen."""
        if self.reached < LOST_AT and not self.is_held(space):
            self._step(space, [])

    def is_held(self, space: Space) -> bool:
        """Return whether a monster on a tile may not move (R37)."""
        tile = self.tiles[space]
        return (
            self.before.place_of(SOLDIER) == space
            or (tile.has(CANDY) and self.die != EVERYWHERE)
            or (tile.has(TOWER) and tile.monsters == 1)
        )

    def _step(self, space: Space, been: list[Space]) -> bool:
        """Take a step, if there is one to take; return whether there was."""
        direction = self.way(space)
        if direction is None:
            return False
        self.steps.append((space, direction))
        self._change(space, -1)
        self._come(space.next(direction), [*been, space])
        return True

    def way(self, space: Space) -> int | None:
        """Return the direction in which a monster goes: the first possible one, to a full tile only if it must."""
        ways = [direction for direction in self._tried(space) if self._is_passable(space, direction)]
        return next((way for way in ways if not self._is_full(space.next(way))), ways[0] if ways else None)

    def _tried(self, space: Space) -> Iterator[int]:
        """Yield the directions in the order in which a monster tries them."""
        order = self._order(space)
        yield from self._towards(space, order, CHEST)
        yield from self._piped(space, order)
        yield from self._towards(space, order, DISTRACTION)
        yield from order

    def _order(self, space: Space) -> list[int]:
        """Return all directions: toward the oak, then clockwise, or anticlockwise if the tile says so (R35, R13)."""
        turn = -1 if self.tiles[space].has(FIXED) else 1
        return [(opposite(space.side) + turn * number) % 4 for number in DIRECTIONS]

    def _towards(self, space: Space, order: Iterable[int], symbol: str) -> Iterator[int]:
        for direction in order:
            other = self.tiles.get(space.next(direction))
            if other and other.has(symbol) and is_joined(self.tiles, space, direction):
                yield direction

    def _piped(self, space: Space, order: Iterable[int]) -> list[int]:
        """Return the first step of the shortest way to the Pied Piper, from a tile that touches his (R38)."""
        piper = self.before.place_of(PIPER)
        if piper is None or not self._can_cross(piper) or piper not in map(space.next, DIRECTIONS):
            return []
        far = self._distances_to(piper)
        ways = [way for way in order if self._is_passable(space, way) and space.next(way) in far]
        return sorted(ways, key=lambda way: far[space.next(way)])[:1]

    def _distances_to(self, piper: Space) -> dict[Space, int]:
        """Return each tile's distance to the piper's, in steps of a monster."""
        far, ahead = {piper: 0}, [piper]
        for space in ahead:
            for direction in DIRECTIONS:
                other = space.next(direction)
                if other not in far and self._can_cross(other) and self._is_passable(other, opposite(direction)):
                    far[other] = far[space] + 1
                    ahead.append(other)
        return far

    def _can_cross(self, space: Space) -> bool:
        """Return whether a monster on a space can move on from it: from the oak and from a chest none does."""
        tile = self.tiles.get(space)
        return tile is not None and not (tile.has(PALACE) or tile.has(CHEST))

    def _is_passable(self, space: Space, direction: int) -> bool:
        """Return whether a monster can go in a direction, even to a full tile: by road, not past bars or into a palace.

        Unbroken gates and walls bar the way.
        """
        if not is_joined(self.tiles, space, direction) or self.tiles[space].bars(direction):
            return False
        other = self.tiles.get(space.next(direction))
        return other is None or not (other.bars(opposite(direction)) or other.has(PALACE))

    def _is_full(self, space: Space) -> bool:
        return space != OAK and self.tiles[space].is_full

    # -- coming onto a tile --------------------------------------------------------------------------------------------

    def _come(self, space: Space, been: list[Space]) -> None:
        edge = None
        if space == OAK:
            self.reached += 1
        elif self.tiles[space].has(CHEST):
            edge = self.entry(space.side)
            self._stand(edge)
        elif self.tiles[space].has(TRAPDOOR) and not self.tiles[space].spent:
            self.tiles[space] = self.tiles[space]._replace(spent=True)
            self.sprung.append(space)
        elif self._goes_on(space, been):
            return
        self.ways.append(Way(been[0] if been else None, space, edge))

    def _goes_on(self, space: Space, been: list[Space]) -> bool:
        """Put a monster on a tile, and let it take another step at once if it must; return whether it has."""
        tile = self.tiles[space]
        self._stand(space)
        goes_on = (tile.is_full or tile.has(HASTE)) and space not in been and not self.is_held(space)
        return goes_on and self._step(space, been)

    def _stand(self, space: Space) -> None:
        """Put one more monster on a tile, where a gate or wall may break (R14, R15)."""
        self._change(space, 1)
        tile = self.tiles[space]
        if not tile.spent and (
            (tile.has(GATE) and tile.monsters >= tile.capacity)
            or (tile.has(WALL) and tile.monsters >= len(self._walls_around(space)))
        ):
            self.tiles[space] = tile._replace(spent=True)
            self.broken.append(space)

    def _walls_around(self, space: Space) -> set[Space]:
        """Return the tiles with unbroken walls that are connected with this one by touching."""
        found, ahead = {space}, [space]
        while ahead:
            for other in map(ahead.pop().next, DIRECTIONS):
                if other not in found and other in self.tiles and _has_wall(self.tiles[other]):
                    found.add(other)
                    ahead.append(other)
        return found

    def _change(self, space: Space, by: int) -> None:
        tile = self.tiles[space]
        self.tiles[space] = tile._replace(monsters=tile.monsters + by)


def _has_wall(tile: Tile) -> bool:
    return tile.has(WALL) and not tile.spent
