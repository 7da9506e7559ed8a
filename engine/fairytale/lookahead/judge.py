"""The worth of a position: how many monsters may still reach the oak until the last diamond is found and broken.

A monster's way depends on little but the tile it is on, so a forest can be built in which monsters walk in circles. The
distance of each tile from the oak, or the fact that its way is a circle, says most about a position's worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from math import sqrt
from typing import Final, NamedTuple

from engine.fairytale.forest.forest import Forest, open_spaces, visible
from engine.fairytale.forest.spaces import DIRECTIONS, OAK, Space, opposite
from engine.fairytale.forest.tiles import (
    CANDY,
    CHEST,
    DIAMOND,
    DISTRACTION,
    FIXED,
    HASTE,
    MONSTERS,
    PALACE,
    TOWER,
    TRAPDOOR,
    Tile,
    roads,
)
from engine.fairytale.rules.position import LOST_AT, MARKET, PIGS, Position

CLOSE: Final = 0.75
"""The chance that a monster beside the oak reaches it before somebody drives it off."""
EACH: Final = 0.68
"""The factor by which that chance falls with each further step."""
CIRCLE: Final = 0.015
"""The chance that a monster walking in a circle reaches the oak, once others crowd its way."""
CROWD: Final = 0.06
"""The amount that each monster beyond a tile's capacity adds to that chance."""
HELD: Final = 3
"""The number of steps that a tile is worth that holds monsters back."""
LATER: Final = 0.45
"""The share of the monsters still to come that reach the oak, of those that would if nobody did anything."""
WALK: Final = 0.35
"""The number of turns that each step toward a diamond takes, since other things are done as well."""
FAR: Final = 8
"""The distance assumed where no road is found."""
ROOM: Final = 4
"""The number of open roads that a forest should have, so that no one waits for a tile that fits."""
SPREAD: Final = 1.4
"""The number of spaces in a square around the forest for each of its tiles."""
LACKING: Final = 0.02
"""The amount that each wood, gold or magic that isn't visible adds to the expected monsters."""
_LATE: Final = 0.8
"""The factor by which the chance of winning falls with each turn needed beyond midnight."""
HURRY: Final = 0.002
"""The cost of each turn that is still needed, however safe the oak."""
STEEP: Final = 1.6
"""The steepness of the result: how much surer it is the further the expected monsters are from the oak's limit."""
GOODS: Final = (3, 2, 1)
"""The most wood, gold and magic that is ever of use."""


class _Kind(NamedTuple):
    """The features of a tile that matter to a monster's way: its roads, which of them is barred, and some symbols."""

    roads: frozenset[int]
    bars: int | None
    palace: bool
    chest: bool
    distraction: bool
    fixed: bool


@lru_cache(maxsize=1 << 10)
def _kind(code: str, top: int, spent: bool) -> _Kind:
    tile = Tile(code, top, spent)
    bars = top if tile.bars(top) else None
    symbols = [tile.has(symbol) for symbol in (PALACE, CHEST, DISTRACTION, FIXED)]
    return _Kind(roads(code, top), bars, *symbols)


@cache
def _ways(space: Space, fixed: bool) -> tuple[tuple[int, int, Space], ...]:
    """Return the directions in a monster's order, each with the direction back and the neighbouring space."""
    turn = -1 if fixed else 1
    order = [(opposite(space.side) + turn * number) % 4 for number in DIRECTIONS]
    return tuple([(way, opposite(way), space.next(way)) for way in order])


@cache
def _side(space: Space) -> int:
    return space.side


@cache
def _distance(space: Space) -> int:
    return space.distance


@cache
def _bearing(space: Space) -> int:
    return space.bearing


class _Ways:
    """The ways that monsters would take in a forest in which no tile is full."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self.kinds = {space: _kind(tile.code, tile.top, tile.spent) for space, tile in forest.items()}
        self._far: dict[Space, float] = {OAK: 0.0}

    def next(self, space: Space) -> Space | None:
        kinds = self.kinds
        here = kinds[space]
        lured = first = None
        for way, back, other in _ways(space, here.fixed):
            if way not in here.roads or way == here.bars:
                continue
            there = kinds.get(other)
            if there is None:
                if other == OAK and first is None:
                    first = other
            elif back in there.roads and back != there.bars and not there.palace:
                if there.chest:
                    return other
                if there.distraction and lured is None:
                    lured = other
                if first is None:
                    first = other
        return lured or first

    def far(self, space: Space) -> float:
        """Return the number of steps from a tile to the oak; infinity if monsters never get there."""
        known, way, at = self._far, list[Space](), space
        while at not in known:
            known[at] = float("inf")  # unless the way leads on to the oak
            way.append(at)
            tile = self.forest[at]
            ahead = self.next(at)
            if ahead is None or (TRAPDOOR in tile.code and not tile.spent) or self.kinds[at].chest:
                break
            at = ahead
        else:
            steps = known[at]
            for space_on_it in reversed(way):
                steps += _steps(self.forest[space_on_it])
                known[space_on_it] = steps
        return known[space]


def _steps(tile: Tile) -> int:
    """Return the number of steps that it takes to leave a tile."""
    if HASTE in tile.code:
        return 0
    return HELD if CANDY in tile.code or TOWER in tile.code else 1


def _threat(far: float) -> float:
    return CIRCLE if far == float("inf") else CLOSE * EACH ** (far - 1)


def judge(position: Position) -> float:
    """Return the share of the result that the team may expect, 0 to 1."""
    forest = position.forest
    ways, outline = _Ways(forest), _Outline(forest)
    empty = open_spaces(forest)
    tiles, turns = _needed(position, outline.diamonds, empty, _strides(ways.kinds, position))
    spread = sqrt(SPREAD * (len(forest) + 1 + tiles))
    number = (outline.longest + max(outline.longest, spread)) / 2 - 2
    coming = number * _coming(ways, outline, empty) * turns
    expected = _threat_here(ways) + LATER * coming + LACKING * outline.lacking
    risk: float = (expected / (LOST_AT - position.reached)) ** STEEP
    late = turns + 1 - (position.limit - position.turn)
    in_time: float = 1 if late <= 0 else _LATE**late
    return in_time * (1 - HURRY * turns) / (1 + risk)


class _Outline:
    """The features of a forest that don't change as monsters move.

    They are its longest side, its diamonds and monster tiles, and how much wood, gold and magic it lacks.
    """

    def __init__(self, forest: Forest) -> None:
        east = [0, *[space.east for space in forest]]
        north = [0, *[space.north for space in forest]]
        self.longest = max(max(east) - min(east), max(north) - min(north)) + 1
        self.diamonds = [space for space, tile in forest.items() if tile.code == DIAMOND]
        self.spawning = [space for space, tile in forest.items() if MONSTERS in tile.code]
        self.lacking = sum([max(0, most - have) for most, have in zip(GOODS, visible(forest), strict=True)])


def _strides(kinds: Mapping[Space, _Kind], position: Position) -> dict[Space, int]:
    """Return each tile's distance by road from the nearest figure; gates and walls don't stop figures."""
    found = {figure.space: 0 for figure in position.figures if figure.is_playing}
    ahead = list(found)
    for space in ahead:
        leads = kinds[space].roads if space in kinds else DIRECTIONS
        for way, back, other in _ways(space, False):
            joined = other == OAK or (other in kinds and back in kinds[other].roads)
            if way in leads and joined and other not in found:
                found[other] = found[space] + 1
                ahead.append(other)
    return found


def _threat_here(ways: _Ways) -> float:
    """Return how many of the monsters now in the forest may be expected to reach the oak."""
    found = [(space, tile) for space, tile in ways.forest.items() if tile.monsters]
    return sum(
        [
            tile.monsters * _threat(ways.far(space)) + CROWD * max(0, tile.monsters - tile.capacity + 1)
            for space, tile in found
        ]
    )


def _coming(ways: _Ways, outline: _Outline, empty: set[Space]) -> float:
    """Return the chance that a new monster reaches the oak, over the faces of the die that brings it.

    On a 5 the team names the best side.
    """
    sides = [_threat(ways.far(entry)) for entry in _entries(ways, empty)]
    coming = sum(sides) + min(sides, default=0.0)
    if outline.spawning:
        coming += _threat(ways.far(min(outline.spawning, key=lambda space: ways.forest[space].monsters)))
    return coming / 6


def _entries(ways: _Ways, empty: set[Space]) -> list[Space]:
    """Return the spaces where new monsters come in, one for each side (``MovingForest.entry``)."""
    found: dict[int, tuple[bool, int, int, Space]] = {}
    for space, kind in ways.kinds.items():
        if not (kind.palace or kind.chest):
            is_open = any(way in kind.roads and other in empty for way, _, other in _ways(space, False))
            key = (not is_open, -_distance(space), _bearing(space), space)
            side = _side(space)
            if side not in found or key < found[side]:
                found[side] = key
    return [key[-1] for key in found.values()]


def _needed(
    position: Position, diamonds: list[Space], empty: Iterable[Space], strides: dict[Space, int]
) -> tuple[float, float]:
    """Estimate how many tiles the team has to lay, and how many turns it needs, until the last diamond is broken."""
    figures = [figure for figure in position.figures if figure.is_playing]
    a_turn = 1 + 2 * any(figure.word == PIGS for figure in figures) / len(figures)
    in_market = position.market.count(DIAMOND)
    deck = max(0, len(position.deck) - (MARKET - len(position.market)))
    hidden = LOST_AT - position.broken - len(diamonds) - in_market
    tiles = in_market + (deck * (1 - 1 / (2 * hidden)) + 1 if hidden > 0 else 0)
    spaces = list(empty)
    far_out = [space for space in spaces if _distance(space) >= position.far]
    walks = sum(0.5 + WALK * strides.get(space, FAR) for space in diamonds)
    if in_market:
        walks += WALK * min(_nearest(position, far_out), FAR) if far_out else 2.0
    return tiles, tiles / a_turn + walks + 0.6 * max(0, ROOM - len(spaces))


def _nearest(position: Position, spaces: list[Space]) -> int:
    """Return the shortest distance between any figure and any of the given spaces."""
    return min(
        abs(figure.space.east - space.east) + abs(figure.space.north - space.north)
        for figure in position.figures
        if figure.is_playing
        for space in spaces
    )


def side_to_name(position: Position) -> int:
    """Return the side whose monsters do the least harm by taking a step."""
    ways, harm = _Ways(position.forest), [0.0] * 4
    for space, tile in position.forest.items():
        if tile.monsters:
            far = ways.far(space)
            harm[_side(space)] += tile.monsters * (_threat(max(far - 1, 0.0)) - _threat(far) + 0.001)
    return harm.index(min(harm))
