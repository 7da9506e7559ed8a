"""A player's steps, and their canonical text (rules 8, "Steps")."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

End = Literal["left", "right"]
StepKind = Literal["place", "shift", "keep", "attack", "ace", "pass", "done", "start"]

ENDS: Final[tuple[End, End]] = ("left", "right")


class Step(NamedTuple):
    """One step of a player. Positions count from 1, in the hand as it was before the step.

    ``first`` and ``last`` are the run of an attack, the positions from and to which a card is shifted, the ace's
    position (twice) or the number of the player who starts (twice); ``end`` is that of a placing or an attack.
    """

    kind: StepKind
    first: int = 0
    last: int = 0
    end: End | None = None

    def __str__(self) -> str:
        match self.kind:
            case "place":
                return f"place {self.end}"
            case "shift":
                return f"shift {self.first} {self.last}"
            case "attack":
                run = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
                return f"attack {run} {self.end}"
            case "ace" | "start":
                return f"{self.kind} {self.first}"
        return self.kind


KEEP: Final = Step("keep")
PASS: Final = Step("pass")
DONE_STEP: Final = Step("done")
PLACE: Final = tuple(Step("place", end=end) for end in ENDS)


def place_card(end: End) -> Step:
    """Make the step that puts the drawn card at an end."""
    return Step("place", end=end)


def shift(first: int, last: int) -> Step:
    """Make the step that moves the card at ``first`` to ``last``.

    Two neighbours are named with the lower one first.
    """
    return Step("shift", last, first) if first == last + 1 else Step("shift", first, last)


def attack(first: int, last: int, end: End) -> Step:
    """Make the step that attacks with the cards from ``first`` to ``last``."""
    return Step("attack", first, last, end)


def ace(position: int) -> Step:
    """Make the step that discards the ace at a position and draws a card."""
    return Step("ace", position, position)


def start(player: int) -> Step:
    """Make the step that chooses, by number, the player who starts the next round."""
    return Step("start", player, player)
