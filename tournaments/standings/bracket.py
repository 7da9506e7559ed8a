"""A bracket as pages and the API show it: a list of matches for each round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import DrawnMatch, Entry, Pairing


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: who plays, and what they got ("1", "½"); ``won`` is the side that advances.

    Without an entry, ``waits`` says that someone is still to come.
    """

    entry: Entry | None
    sign: str = ""
    won: bool = False
    lost: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket; ``drawn`` are the two players' earlier matches.

    ``how`` says what decided it, for programs, and ``why`` what the result doesn't say, for readers.
    """

    sides: tuple[Side, Side]
    pairing: Pairing | None = None
    result: str = ""
    how: str = ""
    why: str = ""
    drawn: tuple[DrawnMatch, ...] = ()

    @property
    def is_bye(self) -> bool:
        """True if the player is in the next round without a match."""
        return self.pairing is not None and self.pairing.is_bye

    @property
    def is_running(self) -> bool:
        return self.pairing is not None and self.pairing.decided_at is None

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(side.entry.number or 0 for side in self.sides if side.entry)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the bracket; ``number`` is 0 until it is published."""

    name: str
    number: int
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class ShownBracket:
    rounds: tuple[BracketRound, ...]
    third: BracketMatch | None
    winner: Entry | None
