"""A match of Fortac (rules 5). A state is an immutable value; each function here returns a new one.

Seat 0 is always Red, so a seat is the number of its side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from engine.errors import IllegalTurn
from engine.fortac.board.cards import BLACK, RED
from engine.fortac.board.position import Position
from engine.fortac.explain.names import side_name
from engine.fortac.rules.apply import Applied, Ending
from engine.fortac.rules.steps import Step
from i18n.text import Kept, Text, say


class Last(NamedTuple):
    """The last turn: a sentence about it, kept for every language, its notation, and the card drawn in it, if any."""

    words: Kept
    step: str
    drawn: int | None


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match: the position after the last turn, which shows the next player even when it is over.

    The ``how`` of its ``end`` may also be ``"resignation"``, ``"time"`` or ``"agreement"``.
    """

    position: Position
    last: Last | None = None
    end: Ending | None = None

    @property
    def scores(self) -> tuple[int, int]:
        """The number of combos that each seat has made (R16)."""
        red, black = self.position.combos
        return len(red), len(black)

    def as_known(self) -> MatchState:
        """Return the state as everyone knows it: without the order of the deck."""
        return replace(self, position=self.position.as_known())


def labels() -> list[Text]:
    """Return the name of each seat on the board."""
    return [side_name(RED), side_name(BLACK)]


def seats_to_act(state: MatchState) -> tuple[int, ...]:
    """Return the seats that are asked to act."""
    return () if state.end else (state.position.side,)


def after_step(applied: Applied, step: Step, words: Text) -> MatchState:
    """Return the state after a legal turn."""
    return MatchState(applied.position, Last(words.kept, str(step), applied.drawn), applied.ending)


def forfeit(state: MatchState, seat: int, how: Literal["resignation", "time"]) -> MatchState:
    """Let ``seat`` lose the match (R15). Raises ``IllegalTurn`` if the match is over."""
    _check_running(state)
    return replace(state, end=Ending(1 - seat, how))


def agree_draw(state: MatchState) -> MatchState:
    """End the match in a draw (R15). Raises ``IllegalTurn`` if it is over."""
    _check_running(state)
    return replace(state, end=Ending(None, "agreement"))


def _check_running(state: MatchState) -> None:
    if state.end:
        raise IllegalTurn(say("The match is over."))


def shares(end: Ending) -> tuple[Fraction, Fraction]:
    """Return the result: 1 and 0, or a half each. The score decides nothing (R16)."""
    if end.winner is None:
        return Fraction(1, 2), Fraction(1, 2)
    return Fraction(end.winner == RED), Fraction(end.winner == BLACK)
