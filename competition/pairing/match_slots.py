"""The number of matches that a player of a round robin has at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

Two = tuple[int, int]  # the players who meet, by any number that identifies them


class Room:
    """The room that players have for further matches.

    Each may have ``most`` at the same time (0: any number). ``first`` are the matches of the first cycle that have not
    begun: a match of the second cycle waits until both its players have begun theirs.
    """

    def __init__(self, most: int, running: Iterable[Two] = (), first: Iterable[Two] = ()) -> None:
        self._most = most
        self._has = Counter(player for pair in running for player in pair)
        self._first = Counter(player for pair in first for player in pair)

    def takes(self, pair: Two, *, is_second: bool = False) -> bool:
        """Begin a match if both players have room for it; return whether they had."""
        one, other = pair
        if self._most and (self._has[one] >= self._most or self._has[other] >= self._most):
            return False
        if self._most and is_second and (self._first[one] or self._first[other]):
            return False
        self._has.update(pair)
        if not is_second:
            self._first.subtract(pair)
        return True

    def is_rid_of(self, pair: Two) -> None:
        """Remove a match that has ended."""
        self._has.subtract(pair)
