"""A position of a volley as an immutable value; ``notation.position`` reads and writes its text."""

from __future__ import annotations

from typing import NamedTuple

from .maps import Map
from .units import GREEN, PIECES, RED, TYPES, UNITS, Army, Unit


class Position(NamedTuple):
    """Everything that the rules need to know between two actions (rules 6, "Position").

    ``tops`` holds a set of spaces (bits) for each owner and type of top unit, at ``owner * 5 + type``; ``fortified`` is
    the set of spaces whose top unit is fortified. ``beneath`` lists the few covered units with their spaces, ascending.
    ``stock`` counts the units in supply, at ``owner * 10 + piece``. ``track`` goes from the top slot down. ``left`` is
    how many actions the turn has left; ``quiet`` counts turn ends since the last Fortify action.
    """

    map: Map
    turn: int
    left: int
    quiet: int
    tops: tuple[int, ...]
    fortified: int
    beneath: tuple[tuple[int, Unit], ...]
    stock: tuple[int, ...]
    track: tuple[Unit, ...]

    @classmethod
    def start(cls, map: Map, red_army: Army, green_army: Army) -> Position:
        """Start a volley: an empty board, every unit in supply and normal."""
        none = (0,) * len(TYPES)
        return cls(map, 1, 1, 0, none + none, 0, (), red_army + none + green_army + none, ())

    @property
    def side(self) -> int:
        """The side to move: Red has the odd turns."""
        return GREEN if self.turn % 2 == 0 else RED

    @property
    def occupied(self) -> int:
        """The set of spaces that hold a unit."""
        found = 0
        for mask in self.tops:
            found |= mask
        return found

    def functional(self, owner: int) -> int:
        """Return the set of spaces whose top unit belongs to the given player."""
        found = 0
        for mask in self.tops[owner * 5 : owner * 5 + 5]:
            found |= mask
        return found

    def top(self, space: int) -> Unit | None:
        """Return the visible unit of a space."""
        bit = 1 << space
        for index, mask in enumerate(self.tops):
            if mask & bit:
                owner, kind = divmod(index, len(TYPES))
                return UNITS[owner][kind + 5 if self.fortified & bit else kind]
        return None

    def covered(self, space: int) -> Unit | None:
        """Return the unit under the Chopper of a space."""
        for place, unit in self.beneath:
            if place == space:
                return unit
        return None

    def supply(self, owner: int) -> tuple[tuple[Unit, int], ...]:
        """Return a player's supply, unit by unit with counts, in the order of the notation."""
        counts = self.stock[owner * 10 : owner * 10 + 10]
        return tuple((UNITS[owner][piece], counts[piece]) for piece in PIECES if counts[piece])

    def units(self, owner: int) -> list[Unit]:
        """Return every unit of a player's army: in supply, on the board (covered ones too), and on the track."""
        found = [unit for unit, count in self.supply(owner) for _ in range(count)]
        board = [self.top(space) for space in self.map.spaces]
        found += [unit for unit in board if unit is not None and unit.owner == owner]
        found += [unit for _, unit in self.beneath if unit.owner == owner]
        return found + [unit for unit in self.track if unit.owner == owner]

    def army(self, owner: int) -> Army:
        """Count the units of each type that a player owns, wherever they are."""
        tops, stock = self.tops[owner * 5 :], self.stock[owner * 10 :]
        counts = [tops[kind].bit_count() + stock[kind] + stock[5 + kind] for kind in range(5)]
        for unit in (*(unit for _, unit in self.beneath), *self.track):
            if unit.owner == owner:
                counts[unit.piece % 5] += 1
        infantry, tanks, battleships, choppers, artillery = counts
        return infantry, tanks, battleships, choppers, artillery
