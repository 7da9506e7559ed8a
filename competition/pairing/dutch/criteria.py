"""The quality criteria C6 to C21 (FIDE C.04.3) as costs of pairs, most important first.

A player matched to one of ``low`` goes down from the bracket: these are the players below and the bye, or places that
stand for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from competition.history import Colour
from competition.pairing.matching import EdgeCost, bits

from .colour_preferences import Strength
from .field import Entrant, RoundField
from .scores_and_floats import Float


class Criterion(NamedTuple):
    """The costs that a criterion, or the part of it about one score, puts on pairs."""

    name: str
    blocks: tuple[EdgeCost, ...]

    def cost(self, mate: Mapping[int, int] | Sequence[int], players: int) -> int:
        """Return what this criterion charges for the way in which ``players`` are paired."""
        pairs = [(place, mate[place]) for place in bits(players)]
        once = [(one, other) for one, other in pairs if one < other or not players >> other & 1]
        return sum(block.cost for pair in once for block in self.blocks if block.holds(*pair))


@dataclass(frozen=True)
class Traits:
    """The sets of players that the criteria speak of."""

    field: RoundField

    @cached_property
    def down(self) -> tuple[int, int]:
        """The players who floated down one round ago, and those who did two rounds ago."""
        return self._floated(Float.DOWN, 0), self._floated(Float.DOWN, 1)

    @cached_property
    def up(self) -> tuple[int, int]:
        """The players who floated up one round ago, and those who did two rounds ago."""
        return self._floated(Float.UP, 0), self._floated(Float.UP, 1)

    @cached_property
    def unplayed(self) -> dict[int, int]:
        """The sets of players by their number of unplayed games."""
        sets: dict[int, int] = {}
        for place, entrant in enumerate(self.field.entrants):
            sets[entrant.unplayed] = sets.get(entrant.unplayed, 0) | 1 << place
        return sets

    @cached_property
    def wants(self) -> dict[tuple[Colour, Strength], int]:
        """The sets of players by the colour they are due, and how strongly."""
        sets = {(colour, strength): 0 for colour in Colour for strength in Strength}
        for place, entrant in enumerate(self.field.entrants):
            colour, strength = entrant.preference
            if colour:
                sets[colour, strength] |= 1 << place
        return sets

    @cached_property
    def absolute(self) -> list[dict[tuple[int, bool], int]]:
        """The players with an absolute preference, one mapping for each colour.

        Keys are the size of the colour difference, and whether the last two games both had the other colour. Empty in a
        round without topscorers, since only they may meet a player who must have the same colour (C3).
        """
        if not any(entrant.is_topscorer for entrant in self.field.entrants):
            return []
        return [self._absolute(colour) for colour in Colour]

    def _absolute(self, colour: Colour) -> dict[tuple[int, bool], int]:
        sets: dict[tuple[int, bool], int] = {}
        for place in bits(self.wants[colour, Strength.ABSOLUTE]):
            entrant = self.field.entrants[place]
            key = abs(entrant.difference), _has_streak(entrant)
            sets[key] = sets.get(key, 0) | 1 << place
        return sets

    def _floated(self, float: Float, back: int) -> int:
        return sum(1 << place for place, each in enumerate(self.field.entrants) if each.floats[back] is float)


def _has_streak(entrant: Entrant) -> bool:
    unwanted = entrant.preference.colour.other if entrant.preference.colour else None
    return len(entrant.colours) > 1 and entrant.colours[-1] == entrant.colours[-2] == unwanted


@dataclass(frozen=True)
class Bracket:
    """A bracket: players who came down to it (``moved``), those of its score group (``residents``), and the next group.

    ``last``: the bye is due at this score or above, so a player who goes down alone gets it.
    """

    traits: Traits
    moved: int
    residents: int
    following: int
    last: bool

    @property
    def players(self) -> int:
        return self.moved | self.residents

    def by_score(self, among: int) -> Iterator[int]:
        """Split a set of players by score, highest first."""
        return (part for group in self.traits.field.groups if (part := group & among))

    def fewest_down(self, low: int) -> Criterion:
        """C6: as few players as possible go down from the bracket."""
        return _criterion("C6", (self.players, low))

    def lowest_down(self, low: int) -> Iterator[Criterion]:
        """C7: the players who go down have as few points as possible, compared from the highest score on."""
        for part in self.by_score(self.moved):
            yield _criterion("C7", (part, low))

    def next_bracket(self, beyond: int) -> Iterator[Criterion]:
        """C8: the players who go down let the next bracket be paired as well as possible by C6 and C7.

        ``beyond`` is everyone below the next score group, with the bye.
        """
        if self.following:
            yield _criterion("C8", (self.players | self.following, beyond))
            for part in self.by_score(self.players):
                yield _criterion("C8", (part, beyond))

    def quality(self, low: int, going_down: int) -> Iterator[Criterion]:
        """C9 to C21, from the player who gets the bye to colours and repeated floats.

        C9: the bye goes to a player with as few unplayed games as possible. C10 to C13: see ``_colours``. C14 and C16:
        as few residents as possible go down again who did so one round ago, or two. C15 and C17: as few residents as
        possible who met a player from above one round ago, or two, meet one again. C18 to C21: of the players who came
        down, those who go down again, and those who meet a resident who went up before, have as few points as possible.
        """
        if self.last and going_down == 1:
            unplayed = {
                count: here for count, places in self.traits.unplayed.items() if (here := places & self.players)
            }
            least = min(unplayed)
            yield Criterion("C9", tuple(EdgeCost(count - least, here, low) for count, here in unplayed.items()))
        yield from self._colours()
        down, up = self.traits.down, self.traits.up
        for back, (of_residents, of_pairs) in enumerate((("C14", "C15"), ("C16", "C17"))):
            yield _criterion(of_residents, (self.residents & down[back], low))
            yield _criterion(of_pairs, (self.moved, self.residents & up[back]))
        for back, (of_limbo, of_pairs) in enumerate((("C18", "C19"), ("C20", "C21"))):
            for part in self.by_score(self.moved):
                yield _criterion(of_limbo, (part & down[back], low))
            for part in self.by_score(self.moved):
                yield _criterion(of_pairs, (part, self.residents & up[back]))

    def _colours(self) -> Iterator[Criterion]:
        """C10 to C13: as few players as possible get a colour that they should not have.

        C10: pairs of two players with a colour difference beyond 1 to the same side. C11: players who get a colour for
        the third time running. C12: players who do not get the colour they prefer. C13: those who prefer it strongly.
        """
        absolute = self.traits.absolute
        yield Criterion("C10", tuple(block for sets in absolute for block in self._both_far(sets)))
        yield Criterion("C11", tuple(block for sets in absolute for block in self._third_time(sets)))
        mild, strong, must = (
            [self.players & self.traits.wants[colour, strength] for colour in Colour]
            for strength in (Strength.MILD, Strength.STRONG, Strength.ABSOLUTE)
        )
        alike = [sum(places) for places in zip(mild, strong, must, strict=True)]
        yield _criterion("C12", *((places, places) for places in alike))
        yield _criterion("C13", *((each, each | more) for each, more in zip(strong, must, strict=True)))

    def _both_far(self, sets: dict[tuple[int, bool], int]) -> Iterator[EdgeCost]:
        far = self.players & sum(places for (size, _), places in sets.items() if size > 1)
        yield EdgeCost(1, far, far)

    def _third_time(self, sets: dict[tuple[int, bool], int]) -> Iterator[EdgeCost]:
        for (size, streak), places in sets.items():
            if streak:
                larger = sum(others for (other, _), others in sets.items() if other > size)
                yield EdgeCost(1, places & self.players, (places | larger) & self.players)


def _criterion(name: str, *pairs: tuple[int, int]) -> Criterion:
    return Criterion(name, tuple(EdgeCost(1, left, right) for left, right in pairs))
