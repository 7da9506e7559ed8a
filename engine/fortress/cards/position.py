"""A position of a match as an immutable value; ``notation.position`` reads and writes its text.

Players are named by their seats, from 0; the notation and the sentences for people count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from .cards import Card, CardRow

Length = Literal["full", "1", "2"]
Pace = Literal["single", "whole"]
Phase = Literal["f", "a", "p", "s", "e"]

LENGTHS: Final[tuple[Length, ...]] = ("full", "1", "2")
PACES: Final[tuple[Pace, ...]] = ("single", "whole")
PLAYER_COUNTS: Final = range(2, 6)
TARGETS: Final = {2: 21, 3: 17, 4: 14, 5: 12}
"""The total that ends a full match, by the number of players at its start (rules 5, R10)."""

FORTIFYING: Final = "f"
ATTACKING: Final = "a"
PLACING: Final = "p"
"""The phase in which a card drawn for an ace must be placed (R19)."""
STARTER: Final = "s"
"""The phase after a round, in which someone chooses the player who starts the next one."""
OVER_PHASE: Final = "e"


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a match; ``seed`` is 32 bytes."""

    players: int
    length: Length
    pace: Pace
    seed: bytes

    @property
    def rounds(self) -> int | None:
        """The number of rounds, or ``None`` in a full match."""
        return None if self.length == "full" else int(self.length)

    @property
    def target(self) -> int | None:
        """The total that ends the match, or ``None`` in a short one."""
        return TARGETS[self.players] if self.length == "full" else None


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that the rules need to know (rules 8, "Position").

    ``actor`` is the player who acts in the phases ``a``, ``p`` and ``s``. The hand of a player who gave up is ``None``.
    ``coming`` has the cards still to be placed, the next one first; it is ``()`` if only the last move is left, and
    ``None`` if nothing is. A card is face up in a hand when it is in ``face_up``, which has only such cards.
    ``captured`` and ``discards`` are in the order of the cards. ``last`` are the points of the last finished round.
    """

    setup: Setup
    round: int
    starter: int
    phase: Phase
    actor: int | None
    passes: int
    hands: tuple[CardRow | None, ...]
    coming: tuple[CardRow | None, ...]
    face_up: frozenset[Card]
    captured: tuple[CardRow, ...]
    totals: tuple[int, ...]
    last: tuple[int, ...] | None
    deck: CardRow
    discards: CardRow

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the match, ascending."""
        return tuple([seat for seat, hand in enumerate(self.hands) if hand is not None])

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked for a step, ascending."""
        if self.phase == FORTIFYING:
            return tuple([seat for seat, cards in enumerate(self.coming) if cards is not None])
        return () if self.actor is None else (self.actor,)

    @property
    def way(self) -> int:
        """The direction of play: 1 in rounds that go to the left, -1 in those that go to the right."""
        return 1 if self.round % 2 else -1

    def hand(self, seat: int) -> CardRow:
        """Return a player's hand, empty for one who gave up."""
        return self.hands[seat] or ()

    def after(self, seat: int) -> int:
        """Return the next player, in the direction of play, who is still in the match."""
        players = self.setup.players
        seat = (seat + self.way) % players
        while self.hands[seat] is None:
            seat = (seat + self.way) % players
        return seat

    def target(self, seat: int) -> int:
        """Return the player whom the given player attacks (R3).

        Outside the phase ``p`` all players still in the match have cards.
        """
        return self.after(seat)
