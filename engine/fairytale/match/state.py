"""A match: its position, the result of the last submission, and the players who have left.

A state is an immutable value; each function here returns a new one. Everything but the deck's order and the seed is
known to everyone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from engine.errors import IllegalTurn
from engine.fairytale.rules.leave import leave, pass_baton
from engine.fairytale.rules.position import QUIET, ForestEnding, Options, Position, die_label, shuffles, start
from engine.fairytale.rules.turn import Turn
from i18n.text import Kept, Text, say, seat_name

GivingUp = Literal["resignation", "time"]
BACK = "?"
"""A tile of the deck, as everyone knows it."""


class Departure(NamedTuple):
    """A seat that has left, and the way in which it did."""

    seat: int
    how: GivingUp


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match between two submissions.

    ``last`` says the last submission in words, and ``done`` is its text, "" where it isn't known. ``dice`` are those by
    which monsters moved at its end, and ``coming`` is the die then thrown for new monsters. If the state ``waits``, the
    last turn was only tried out, so neither is known.
    """

    options: Options
    position: Position
    last: Kept | None = None
    done: str = ""
    dice: tuple[int, ...] = ()
    coming: int = QUIET
    ending: ForestEnding | None = None
    departures: tuple[Departure, ...] = ()
    waits: bool = False

    def as_known(self) -> MatchState:
        """Return the state as everyone knows it: without the order of the deck and the seed."""
        position = replace(self.position, deck=(BACK,) * len(self.position.deck), seed=b"")
        return replace(self, position=position)


def new_match(options: Options, seats: int, seed: bytes) -> MatchState:
    """Return the state before the first tiles are laid."""
    return MatchState(options, start(options, seats, seed))


def to_act(state: MatchState) -> tuple[int, ...]:
    """Return the seats that are asked to act."""
    return () if state.ending else (state.position.seat,)


def after_turn(state: MatchState, turn: Turn, done: str, last: Text) -> MatchState:
    """Return the state after a submission; ``last`` says it in words that everyone may read."""
    waits = turn.is_done and not turn.ending and not turn.position.seed
    coming = turn.position.die if turn.dice and turn.position.turn > state.position.turn else QUIET
    return replace(
        state,
        position=turn.position,
        last=last.kept,
        done=done,
        dice=turn.dice,
        coming=coming,
        ending=turn.ending,
        waits=waits,
    )


def forfeit(state: MatchState, seat: int, how: GivingUp) -> MatchState:
    """Return the state after a player has left; the others play on (R45).

    Raises ``IllegalTurn`` if the match is over, or the player has already left.
    """
    if state.ending:
        raise IllegalTurn(say("The match is over."))
    if seat in given_up(state):
        raise IllegalTurn(say("%(player)s is out of the match already.", player=seat_name(seat)))
    position, ending = leave(state.position, seat)
    return replace(
        state,
        position=position,
        ending=ending,
        departures=(*state.departures, Departure(seat, how)),
        last=left_words(seat, how).kept,
        done="",
        dice=(),
        coming=QUIET,
    )


def hand_on(state: MatchState) -> MatchState:
    """Return the state in which the next player has the turn, who sees what the last one saw (R45).

    Nothing has been played in between.
    """
    return replace(state, position=pass_baton(state.position))


def left_words(seat: int, how: GivingUp) -> Text:
    """Say that a player has left."""
    if how == "time":
        return say("%(player)s ran out of time and has left the match.", player=seat_name(seat))
    return say("%(player)s resigned and has left the match.", player=seat_name(seat))


def turns_left(state: MatchState) -> int:
    """Return the number of turns until midnight, including the current one (R1)."""
    position = state.position
    is_under_way = position.turn > 0 and state.ending is None
    return position.limit - position.turn + is_under_way


def shares(state: MatchState) -> tuple[Fraction, ...]:
    """Return the result of a match that is over: all win, or all lose (rules 7)."""
    won = state.ending is not None and state.ending.won
    return (Fraction(won),) * len(state.position.figures)


def scores(state: MatchState) -> tuple[int, ...]:
    """Return the number of diamonds destroyed, the same for everyone."""
    return (state.position.broken,) * len(state.position.figures)


def given_up(state: MatchState) -> tuple[int, ...]:
    """Return the seats that have left, in the order in which they did."""
    return tuple(departure.seat for departure in state.departures)


def chance_drawn(state: MatchState) -> dict[str, str]:
    """Return everything drawn from the seed on the way to the state: the box and the piles at the start, later dice."""
    position = state.position
    if position.turn == 0 and not position.forest:
        return {label: " ".join(codes) for label, codes in shuffles(state.options, position.seed).items()}
    if not state.dice:
        return {}
    dice = [*state.dice, *([state.coming] if state.coming else [])]
    first = position.throws - len(dice) + 1
    return {die_label(number): str(die) for number, die in enumerate(dice, first)}
