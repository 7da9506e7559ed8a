"""A Fortify match: volleys, colours, armies and points (rules 5, Special Warfare of rules 1).

A state is an immutable value; each function here returns a new one. Points and results are kept per seat, since a
player keeps a seat while the colours change. The functions rely on ``submit`` to check that the seat is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from engine.errors import IllegalTurn
from engine.fortify.board.maps import Map
from engine.fortify.board.position import Position
from engine.fortify.board.units import STANDARD_ARMY, Army
from engine.fortify.explain.unit_names import side_name
from engine.fortify.rules.scoring import ALL_FORTIFIED, QUIET, VolleyEnding, is_all_fortified, score
from i18n.text import Kept, Text, say

Format = Literal["standard", "points-2", "points-4"]
Phase = Literal["army", "turn", "colour", "over"]

VOLLEYS: dict[Format, int] = {"standard": 3, "points-2": 2, "points-4": 4}
VOLLEYS_TO_WIN = 2

EDITION = 2
"""The newest edition of the rules. In the first one, an army all fortified won even with a unit of it covered."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a match."""

    map: Map
    format: Format
    special: bool
    edition: int = EDITION

    @property
    def volleys(self) -> int:
        """The number of volleys; in a standard match, the most there can be."""
        return VOLLEYS[self.format]

    @property
    def by_points(self) -> bool:
        return self.format != "standard"


class VolleyResult(NamedTuple):
    """A volley that has ended.

    ``winner`` is a seat, or ``None`` for a drawn or unfinished volley; ``how`` is the ending's word (``2x2``,
    ``all-fortified``, ``quiet``) or the reason why it was broken off (``resignation``, ``time``, ``agreement``).
    ``points`` is what it adds to each seat's score: points in a points match, 1 for the winner in a standard one.
    ``red`` is the seat that was Red and ``turns`` the number of turns played.
    """

    winner: int | None
    how: str
    points: tuple[int, int]
    red: int
    turns: int


class Last(NamedTuple):
    """The last submission: a sentence about it, kept for every language, and its notation.

    The notation is empty unless it was a turn on the board shown.
    """

    words: Kept
    turn: str = ""


class Finale(NamedTuple):
    """The board on which a volley ended, kept until the next volley's first turn."""

    position: Position
    turn: str
    red: int


class End(NamedTuple):
    """The reason why the match is over, and the seat that lost it by resigning or by time."""

    how: Literal["volleys", "points", "resignation", "time", "agreement"]
    loser: int | None = None


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match.

    ``armies`` are per seat, ``None`` while not picked. ``volley`` is the number, from 1, of the volley that is shown,
    ``red`` the seat that is Red in it and ``position`` its position, ``None`` before armies are known; in the phases
    ``colour`` and ``over`` that is the last volley played.
    """

    setup: Setup
    phase: Phase
    armies: tuple[Army | None, Army | None]
    volley: int = 1
    red: int = 0
    position: Position | None = None
    results: tuple[VolleyResult, ...] = ()
    last: Last | None = None
    finale: Finale | None = None
    end: End | None = None

    @property
    def scores(self) -> tuple[int, int]:
        """The points so far, or volleys won in a standard match, per seat."""
        return sum(r.points[0] for r in self.results), sum(r.points[1] for r in self.results)

    def seat_of(self, side: int) -> int:
        return self.red ^ side

    def side_of(self, seat: int) -> int:
        return self.red ^ seat


def labels(state: MatchState) -> list[Text]:
    """Return the current name of each seat: its colour in the volley shown."""
    return [side_name(state.side_of(seat)) for seat in (0, 1)]


def new_match(setup: Setup) -> MatchState:
    """Return the state before the first submission."""
    if setup.special:
        return MatchState(setup, "army", (None, None))
    return begin_volley(MatchState(setup, "turn", (STANDARD_ARMY, STANDARD_ARMY)), red=0)


def seats_to_act(state: MatchState) -> tuple[int, ...]:
    """Return the seats that are asked to act."""
    if state.phase == "army":
        return tuple(seat for seat in (0, 1) if state.armies[seat] is None)
    if state.phase == "turn":
        assert state.position is not None
        return (state.seat_of(state.position.side),)
    if state.phase == "colour":
        return (chooser(state),)
    return ()


def chooser(state: MatchState) -> int:
    """Return the seat with the lower total, which chooses its colour for the next volley."""
    first, second = state.scores
    return 0 if first < second else 1


def begin_volley(state: MatchState, red: int) -> MatchState:
    armies = (state.armies[red], state.armies[1 - red])
    assert armies[0] is not None
    assert armies[1] is not None
    position = Position.start(state.setup.map, armies[0], armies[1])
    return replace(state, phase="turn", volley=len(state.results) + 1, red=red, position=position)


def pick_army(state: MatchState, seat: int, army: Army, last: Last) -> MatchState:
    """Store a secret pick; the volley begins once both are in."""
    armies = (army, state.armies[1]) if seat == 0 else (state.armies[0], army)
    state = replace(state, armies=armies, last=last)
    return state if None in armies else begin_volley(state, red=0)


def choose_colour(state: MatchState, seat: int, side: int, last: Last) -> MatchState:
    """Let ``seat`` play ``side`` in the next volley. By then both players have seen the board of the last one."""
    return begin_volley(replace(state, last=last), red=seat ^ side)


def after_turn(state: MatchState, position: Position, ending: VolleyEnding | None, last: Last) -> MatchState:
    """Return the state after a whole turn that led to ``position`` and, with an ``ending``, ended the volley."""
    ending = ending_by(state.setup, position, ending)
    state = replace(state, position=position, last=last, finale=None)
    return state if ending is None else _end_volley(state, ending)


def ending_by(setup: Setup, position: Position, ending: VolleyEnding | None) -> VolleyEnding | None:
    """Return the ending of a volley by the match's edition of the rules; ``ending`` is by the newest."""
    if setup.edition < EDITION and (ending is None or ending.how == QUIET):
        mover = 1 - position.side
        return VolleyEnding(mover, ALL_FORTIFIED) if is_all_fortified(position, mover) else ending
    return ending


def _end_volley(state: MatchState, ending: VolleyEnding) -> MatchState:
    winner = None if ending.winner is None else state.seat_of(ending.winner)
    points = (
        _points(state, ending.winner, ending.how) if state.setup.by_points else (int(winner == 0), int(winner == 1))
    )
    state = _with_result(state, winner, ending.how, points)
    if _decided(state):
        return replace(state, phase="over", end=End("points" if state.setup.by_points else "volleys"))
    first, second = state.scores
    if state.setup.by_points and first != second:
        return replace(state, phase="colour")
    return _next_volley(state)


def _next_volley(state: MatchState) -> MatchState:
    """Begin the next volley with the colours swapped (rules 5, R12), keeping the board on which this one ended."""
    assert state.position is not None
    assert state.last is not None
    finale = Finale(state.position, state.last.turn, state.red)
    state = replace(state, finale=finale, last=Last(state.last.words))
    return begin_volley(state, red=1 - state.red)


def _decided(state: MatchState) -> bool:
    if len(state.results) == state.setup.volleys:
        return True
    return not state.setup.by_points and VOLLEYS_TO_WIN in state.scores


def _with_result(state: MatchState, winner: int | None, how: str, points: tuple[int, int]) -> MatchState:
    assert state.position is not None
    result = VolleyResult(winner, how, points, state.red, state.position.turn - 1)
    return replace(state, results=(*state.results, result))


def _points(state: MatchState, winner: int | None, how: str) -> tuple[int, int]:
    """Return the points of the running volley per seat; ``winner`` is a side."""
    assert state.position is not None
    red, green = score(state.position, winner, how)
    return (red, green) if state.red == 0 else (green, red)


def running_points(state: MatchState) -> tuple[int, int] | None:
    """Return the points that the running volley would add if it stopped now without a winner.

    ``None`` in a match that isn't for points.
    """
    if state.phase != "turn" or not state.setup.by_points:
        return None
    return _points(state, None, "none")


def forfeit(state: MatchState, seat: int, how: Literal["resignation", "time"]) -> MatchState:
    """Let ``seat`` lose the match, whatever the points (R13). Raises ``IllegalTurn`` if the match is over.

    In a points match the running volley is scored on its current board, with the 7 points of a 2x2 to the opponent. A
    volley begins once its colours are settled, that is when Red is asked for turn 1; so while armies are picked or a
    colour is chosen none is running, and nothing is added. A standard match counts volleys won, and a volley broken off
    is won by no one.
    """
    _check_running(state)
    if state.phase == "turn" and state.setup.by_points:
        points = _points(state, state.side_of(1 - seat), "2x2")
        state = _with_result(state, 1 - seat, how, points)
    return replace(state, phase="over", end=End(how, seat))


def agree_draw(state: MatchState) -> MatchState:
    """End the match in a draw, half each, whatever the points (R14). Raises ``IllegalTurn`` if the match is over.

    As in R13 the running volley of a points match is scored on its current board; it has no winner, so there is no
    bonus.
    """
    _check_running(state)
    if state.phase == "turn" and state.setup.by_points:
        state = _with_result(state, None, "agreement", _points(state, None, "none"))
    return replace(state, phase="over", end=End("agreement"))


def _check_running(state: MatchState) -> None:
    if state.phase == "over":
        raise IllegalTurn(say("The match is over."))


def shares(state: MatchState) -> tuple[Fraction, Fraction]:
    """Return the result of a match that is over: 1 and 0, or a half each.

    More volleys won (R11), or the higher total, wins.
    """
    assert state.end is not None
    if state.end.loser is not None:
        return Fraction(state.end.loser == 1), Fraction(state.end.loser == 0)
    first, second = state.scores
    if state.end.how == "agreement" or first == second:
        return Fraction(1, 2), Fraction(1, 2)
    return Fraction(first > second), Fraction(second > first)
