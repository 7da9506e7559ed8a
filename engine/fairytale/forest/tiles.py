"""Tiles: their codes, roads and costs, and which of them there are (rules 2).

A *code* is a shape and symbols: ``Tb``, ``Xhg``, ``L``.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from .spaces import DIRECTIONS, EAST, LETTERS, NORTH, SOUTH, WEST, opposite

SHAPES: Final = {
    "X": (NORTH, EAST, SOUTH, WEST),
    "T": (NORTH, EAST, WEST),
    "I": (NORTH, SOUTH),
    "L": (NORTH, EAST),
    "U": (NORTH,),
}
DIAMOND: Final = "UD"
WOOD, GOLD, MAGIC, BOMB, SWAP, DISTRACTION, HASTE, MONSTERS = "wgmbsdhM"
FIXED, CLEARING, NARROW, GATE, WALL, CATAPULT, TRAPDOOR, TOWER, CANDY, CHEST, PALACE = "acnkvCREHTP"
GOODS: Final = (WOOD, GOLD, MAGIC)
COSTS: Final = {
    BOMB: (2, 0, 0), SWAP: (1, 0, 0), DISTRACTION: (1, 0, 0), FIXED: (0, 1, 0), CLEARING: (0, 1, 0),
    NARROW: (1, 0, 0), GATE: (2, 0, 0), WALL: (1, 1, 0), CATAPULT: (3, 1, 0), TRAPDOOR: (2, 0, 0), TOWER: (1, 1, 0),
    CANDY: (2, 2, 0), CHEST: (2, 2, 0), PALACE: (3, 2, 1),
}  # fmt: skip
"""The wood, gold and magic that must be visible, by symbol."""

_PLAIN: Final = (
    "X3 T5 I3 L4 Xw2 Tw5 Iw2 Lw4 Xg1 Tg4 Ig1 Lg2 Tm1 Xb1 Tb3 Lb1 Xs1 Ts1 Ls1 Xd1 Td1 Xh1 Th1 Thw1 Xhg1 XM1 TM1 IM1"
)
_MORE: Final = "Xa1 Ta1 Xc1 Tc1 In1 Ln1 Xk1 Tk1 Ik1 Tv2 Iv1 Lv1 XC1 TC2 XR1 TR1 IR2 TE1 LE1 XH1 TH1 XT1 TT1 TP1"


def _codes(text: str) -> tuple[str, ...]:
    return tuple(word[:-1] for word in text.split() for _ in range(int(word[-1])))


SETS: Final = {"plain": _codes(_PLAIN), "full": _codes(f"{_PLAIN} {_MORE}")}
TILE_CODES: Final = frozenset({*SETS["full"], DIAMOND})


class Tile(NamedTuple):
    """A tile in the forest.

    ``top`` is the direction its top points to; ``spent``: its gate or wall is broken, or its trapdoor sprung.
    """

    code: str
    top: int
    spent: bool = False
    monsters: int = 0

    def __str__(self) -> str:
        return f"{self.code}/{LETTERS[self.top]}"

    @property
    def roads(self) -> frozenset[int]:
        return roads(self.code, self.top)

    @property
    def capacity(self) -> int:
        """The number of monsters that makes the tile full."""
        return 6 if self.has(CLEARING) else 1 if self.has(NARROW) else 3

    @property
    def is_full(self) -> bool:
        """True when no more monsters go there by choice; a chest is never full."""
        return self.monsters >= self.capacity and not self.has(CHEST)

    def has(self, symbol: str) -> bool:
        return symbol in self.code[1:]

    def bars(self, direction: int) -> bool:
        """Return whether an unbroken gate or wall is on the road in the given direction."""
        return self.top == direction and not self.spent and (self.has(GATE) or self.has(WALL))


@cache
def roads(code: str, top: int) -> frozenset[int]:
    """Return the directions of a tile's roads."""
    return frozenset((side + top) % 4 for side in SHAPES[code[0]])


@cache
def tops(code: str) -> tuple[int, ...]:
    """Return the ways of turning a tile that make a difference, only the first of those that look alike (rules 2)."""
    if GATE in code[1:] or WALL in code[1:]:
        return tuple(DIRECTIONS)
    return tuple({roads(code, top): top for top in reversed(DIRECTIONS)}[way] for way in _ways(code))


def _ways(code: str) -> list[frozenset[int]]:
    return list(dict.fromkeys(roads(code, top) for top in DIRECTIONS))


@cache
def cost(code: str) -> tuple[int, int, int]:
    """Return the wood, gold and magic that a tile needs."""
    wood, gold, magic = zip((0, 0, 0), *(COSTS.get(symbol, (0, 0, 0)) for symbol in code[1:]), strict=True)
    return sum(wood), sum(gold), sum(magic)


def is_plain(code: str) -> bool:
    """Return whether a tile has no symbols except wood, gold or magic, as the first tiles do."""
    return all(symbol in GOODS for symbol in code[1:])


def leads(tile: Tile, direction: int, other: Tile) -> bool:
    """Return whether a tile and the one that touches it in the given direction are joined by road."""
    return direction in tile.roads and opposite(direction) in other.roads
