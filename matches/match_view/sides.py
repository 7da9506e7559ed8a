"""The seats as they are shown beside the board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from accounts import last_seen
from engine.values import View
from matches.clocks import pauses
from matches.clocks.display import ClockFace, face_of
from matches.models import Handover, Match, Seat
from matches.record.line_authors import before_words
from matches.time_control.time_control import NOTHING
from matches.time_control.words import at_zero_words

from .endings import is_decided

NO_ONE: Final[Mapping[int, datetime]] = {}
UNRATED: Final[Mapping[int, int]] = {}


@dataclass(frozen=True)
class SeatTime:
    """A clock, ``at_zero``: what happens when it runs out, and ``away_until``: the end of a vacation.

    ``away_until`` is left out if the clock says so itself.
    """

    clock: ClockFace
    at_zero: str
    away_until: datetime | None


@dataclass(frozen=True)
class Presence:
    """A player's local time and last visit, as their opponents are told; each may be ""."""

    local_time: str
    last_seen: str


@dataclass(frozen=True)
class BoardSide:
    """A seat as it is shown beside the board.

    ``rating`` is that in the match's game, if it is known and shown. Only a reader's opponents have ``presence``; it
    and ``time`` are there only while the seat plays. ``before`` says who had the seat before; ``is_out``: it has left a
    match of several.
    """

    seat: Seat
    label: str
    colour: str
    score: int
    is_reader: bool
    rating: int | None = None
    won: bool = False
    time: SeatTime | None = None
    before: str = ""
    presence: Presence | None = None
    is_out: bool = False


@dataclass(frozen=True)
class Players:
    """The sides around a board: one ``below`` it, and above it the ``others``."""

    below: BoardSide
    others: list[BoardSide]


def sides_of(
    match: Match,
    seats: list[Seat],
    reader: Seat | None,
    view: View,
    now: datetime,
    handovers: Sequence[Handover] = (),
    away: Mapping[int, datetime] = NO_ONE,
    ratings: Mapping[int, int] = UNRATED,
) -> list[BoardSide]:
    """Return the sides in seat order, with what ``view`` says of each.

    ``reader`` is the reader's seat, ``away`` the end of each player's vacation, and ``ratings`` those of the seats.
    """
    out = out_of(view)
    best = max((seat.share for seat in seats if seat.share is not None), default=None)
    return [
        BoardSide(
            seat=seat,
            label=view["labels"][seat.index],
            colour=view["colours"][seat.index],
            score=view["scores"][seat.index] if seat.score is None else seat.score,
            is_reader=seat == reader,
            rating=ratings.get(seat.pk),
            won=bool(match.is_over and best and seat.share == best and is_decided(seats)),
            time=None
            if match.is_over or seat.index in out
            else _time_of(match, seat, away, now, is_own=seat == reader),
            before=before_words(seat, handovers),
            presence=None if match.is_over or reader in {None, seat} else _presence_of(seat, now),
            is_out=seat.index in out,
        )
        for seat in seats
    ]


def out_of(view: View) -> Collection[int]:
    """Return the seats that have left the match while the others play on."""
    left: Collection[int] = view.get("given_up", ())
    return left


def _presence_of(seat: Seat, now: datetime) -> Presence | None:
    if seat.player is None:
        return None
    told = Presence(last_seen.local_time(seat.player, now), last_seen.last_seen(seat.player, now))
    return told if told.local_time or told.last_seen else None


def _time_of(match: Match, seat: Seat, away: Mapping[int, datetime], now: datetime, *, is_own: bool) -> SeatTime:
    clock = face_of(seat, match.control, now)
    away_until = away.get(seat.player_id or 0)
    is_said = clock.why == "vacation" and clock.paused_until == away_until
    return SeatTime(clock, _at_zero(match, seat, now, is_own=is_own), None if is_said else away_until)


def _at_zero(match: Match, seat: Seat, now: datetime, *, is_own: bool) -> str:
    if seat.stopped == Seat.Stopped.COMPUTER:
        return ""  # its time never runs out
    pool = match.vacation_pool if match.at_zero == Match.AtZero.VACATION else None
    return at_zero_words(
        match.control,
        vacation_left=NOTHING if pool is None or seat.player is None else pauses.left_in(pool, seat.player, now),
        passes_left=match.passes - seat.passes_used,
        is_own=is_own,
        name=seat.name,
        is_team=match.game.together,
    )
