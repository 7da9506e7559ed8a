"""The possibilities that remain for the rest of the field once a bracket is paired.

All others must still find opponents (C4), the bye must go to the lowest score possible (C5), and the next bracket
should be paired as well as possible (C8). The pairing-allocated bye is one more vertex, the last one, adjacent to the
players who may take it. A round can then be completed when the graph of everyone not yet paired has a perfect matching.
"""

from __future__ import annotations

from dataclasses import dataclass

from competition.pairing.matching import ALONE, Search, bits, extend

from .field import RoundField


@dataclass(frozen=True)
class CompletableRound:
    """A round that can be completed.

    ``bye`` is the set that holds the bye's vertex, empty when the number of players is even. The neighbours of that
    vertex, last of ``rows``, are the players who have had no bye (C2) and whose score is ``bye_score``, the lowest at
    which all others can be paired (C5). ``endings`` has, for each score group and for what comes after the last one,
    the largest matching from there down, and the vertices it leaves alone.
    """

    field: RoundField
    rows: list[int]
    bye: int
    bye_score: int
    endings: tuple[tuple[list[int], int], ...]

    def group(self, index: int) -> int:
        """Return the players of a score group; an empty set after the last group."""
        return self.field.groups[index] if index < len(self.field.groups) else 0

    def rest(self, index: int) -> int:
        """Return all players from the given score group down, and the bye."""
        rest = self.bye
        for group in self.field.groups[index:]:
            rest |= group
        return rest

    def is_whole(self, index: int) -> bool:
        """Return whether all players from the given score group down can be paired among themselves."""
        return not self.endings[index][1]

    def takers(self, index: int) -> int:
        """Return the players who, as a score group's only newcomer, let it still be paired as well as possible (C8).

        That means: the newcomer is paired there, as few others go down as their number allows, and the round is
        completed.
        """
        if index == len(self.field.groups):
            return self._neighbours(self.bye)
        group = self.group(index)
        gate, rows = self._gate(index, group)
        if gate is None:
            return 0
        within = group | gate
        mate = [ALONE] * (within.bit_length())
        alone = extend(rows, mate, within)
        if alone.bit_count() != 1:
            return 0
        return self._neighbours(_outer(rows, mate, alone, within) & group)

    def takes(self, index: int, newcomers: int) -> bool:
        """Return whether a score group can take in several newcomers and still be paired as well as possible (C8)."""
        group = self.group(index)
        if not group:
            return False
        gate, rows = self._gate(index, group | newcomers, newcomers)
        if gate is None:
            return False
        within = group | newcomers | gate
        return not extend(rows, [ALONE] * within.bit_length(), within)

    def _gate(self, index: int, within: int, newcomers: int | None = None) -> tuple[int | None, dict[int, int]]:
        """Return the graph of a score group and its newcomers, with a vertex for the player who must go down.

        That vertex is there when the number of players is odd, and is adjacent to those of the group who can go down.
        Return ``None`` in place of its set if no one can.
        """
        count = within.bit_count() + (newcomers is None)
        rows = {vertex: self.rows[vertex] & within for vertex in bits(within)}
        if newcomers:
            for vertex in bits(newcomers):
                rows[vertex] &= ~newcomers
        below = index + 1
        mate, alone = self.endings[below]
        if alone.bit_count() != count % 2:
            return None, rows
        if not alone:
            return 0, rows
        outer = _outer(self.rows, mate, alone, self.rest(below))
        gate = len(self.rows)
        rows[gate] = self._neighbours(outer) & self.group(index)
        for vertex in bits(rows[gate]):
            rows[vertex] |= 1 << gate
        return 1 << gate, rows

    def _neighbours(self, vertices: int) -> int:
        row = 0
        for vertex in bits(vertices):
            row |= self.rows[vertex]
        return row


def _outer(rows: list[int] | dict[int, int], mate: list[int], alone: int, within: int) -> int:
    """Return all players who could be the one left unpaired."""
    return Search(rows, mate, alone.bit_length() - 1, within).outer


def completions_by_bye(field: RoundField, rows: list[int], bye: int) -> tuple[tuple[list[int], int], ...]:
    """Return, for each score group, a largest matching from there down, and the vertices it leaves alone.

    The last entry is for the bye alone. Each matching is built on the one below it.
    """
    mate = [ALONE] * len(rows)
    within = bye
    found = [(mate, bye)]
    for group in reversed(field.groups):
        within |= group
        mate = mate[:]
        alone = extend(rows, mate, within)
        found.append((mate, alone))
    return tuple(reversed(found))
