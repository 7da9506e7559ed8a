"""Counts of matches by how they ended."""

from __future__ import annotations

from dataclasses import dataclass

from matches.models.tally import Sums


@dataclass(frozen=True)
class Tally:
    """The numbers of won, drawn and lost matches that are over and count."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    def times(self, number: int) -> Tally:
        return Tally(self.won * number, self.drawn * number, self.lost * number)

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def won_percent(self) -> int:
        return round(100 * self.won / self.matches) if self.matches else 0

    @property
    def unlost_percent(self) -> int:
        return round(100 * (self.won + self.drawn) / self.matches) if self.matches else 0

    @property
    def reversed(self) -> Tally:
        """Return the same matches as the opponent sees them."""
        return Tally(self.lost, self.drawn, self.won)


def tally_of(sums: Sums) -> Tally:
    return Tally(sums.won, sums.drawn, sums.lost)
