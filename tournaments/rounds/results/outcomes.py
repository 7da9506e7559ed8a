"""Outcomes of matches, which differ by how many play: taken over from a match, or given by an organiser."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matches.models import Match, Seat
    from tournaments.models import Event, Pairing

    from .verdicts import Given, Ruling


@dataclass(frozen=True, slots=True)
class UnfinishedMatch:
    """An unfinished match.

    ``scores`` are the points so far, White's first, and ``reached`` says how far a team has got. ``pending``: it is
    decided, and a worker will end it.
    """

    pairing: Pairing
    division: str
    scores: tuple[int, ...]
    pending: bool
    reached: str = ""

    @property
    def has_begun(self) -> bool:
        return not self.pairing.waits


class Loser(NamedTuple):
    """An entry that lost a match on time, and whether its player has played a turn in it."""

    entry: int
    has_played: bool


class Outcomes(ABC):
    """The ways to take over, compare, give and correct the result of a pairing. The caller saves the pairing."""

    @abstractmethod
    def take(
        self, pairing: Pairing, match: Match, seats: Sequence[Seat], played: Sequence[bool], given: Given | None
    ) -> None:
        """Set what the finished match says.

        ``played`` says who has played a turn, in seat order. ``given``: the organiser's places, if one ended it.
        """

    @abstractmethod
    def lost_on_time(self, pairing: Pairing, seats: Sequence[Seat]) -> list[Loser]:
        """Return the entries whose time ran out in the finished match."""

    @abstractmethod
    def stands(self, pairing: Pairing) -> str:
        """Return the result of a decided pairing that isn't annulled, as a string to compare."""

    @abstractmethod
    def words(self, pairing: Pairing) -> str:
        """Say the result of a decided pairing that isn't annulled."""

    @abstractmethod
    def in_short(self, pairing: Pairing) -> str:
        """Say the result of a pairing as a list of pairings shows it; "" while it isn't decided."""

    @abstractmethod
    def complete(self, pairing: Pairing, ruling: Ruling) -> Ruling:
        """Return the ruling with what follows from its verdict. Raises ``TournamentRefused``."""

    @abstractmethod
    def is_as_ruled(self, event: Event, pairing: Pairing, ruling: Ruling) -> bool:
        """Return whether the pairing, which an organiser settled, has just this result."""

    @abstractmethod
    def end(self, match: Match, pairing: Pairing, ruling: Ruling, reason: str) -> None:
        """End the running match by a verdict that counts it. Raises ``MatchRefused``."""

    @abstractmethod
    def correct(self, pairing: Pairing, ruling: Ruling) -> None:
        """Set this result where no match runs."""
