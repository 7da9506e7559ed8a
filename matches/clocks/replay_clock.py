"""The clocks of a match, set again line by line as its log says."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from matches.clocks import seat_clock
from matches.clocks.outages import beginning
from matches.models import LogEntry, Match, Outage, Seat
from matches.time_control.time_control import Pauses, advance

Kind = LogEntry.Kind
UNKNOWN_BEFORE = frozenset({Kind.PAUSES, Kind.HANDED_OVER})  # what pauses were until then stands nowhere


@dataclass(frozen=True)
class Answered:
    """The last turn, its seat's clock as it was then and the time left on it, and the lines since."""

    line: LogEntry
    clock: Seat
    left: timedelta
    since: list[LogEntry]


class ReplayedClocks:
    """Copies of the seats, whose clocks do what the lines say.

    A line written before clocks were kept in the log says nothing about them; from the next that does, they are
    followed.
    """

    def __init__(self, match: Match, seats: list[Seat], outages: list[Outage], swept_at: datetime | None) -> None:
        self.match = match
        self.stored = seats
        self.seats = [copy(seat) for seat in seats]
        self.outages = self.all_outages = outages
        self.swept_at = swept_at
        self.next_number = 1
        self.now = match.started_at
        self.unknown_at: datetime | None = None
        self.followed = True
        self.all_stopped = False  # with those of the event
        self.answered: Answered | None = None
        self.taken_over: set[int] = set()  # lines whose clocks were

    def begin(self, lines: list[LogEntry], to_act: Iterable[int]) -> None:
        for seat in self.seats:
            seat.asked_turn = seat.asked_at = seat.turn_bank = seat.running_since = seat.deadline = seat.remind_at = (
                None
            )
            seat.stopped, seat.passes_used, seat.bank = _stopped_at_first(seat, lines), 0, self.match.clock_start
            if lines and lines[0].clocks:
                seat.pauses = lines[0].clocks[seat.index]["pauses"]
        self.followed = not lines or bool(lines[0].clocks)
        is_unknown = lines and lines[0].clocks and _is_unknown_before(lines[0])
        self.unknown_at = lines[0].at if is_unknown else None
        self._ask(to_act)

    def line(self, line: LogEntry, to_act: Iterable[int] | None, *, compare: bool) -> list[str]:
        """Do what the line says, and return how the clocks differ from those stored with it, in words.

        ``to_act`` are the seats that act after it, if it moved the match. Nothing is compared unless ``compare``.
        """
        self._live_through_outages(line.at)
        self.now = line.at
        if self._begins_unknown(line):
            self._take_over(line.clocks)
            self.taken_over.add(line.pk)
            return []
        if not line.clocks:
            self.followed = False
        else:
            self._apply(line, to_act)
        if to_act is not None:
            self._ask(to_act)
        if not line.clocks:
            return []
        if not self.followed:
            self._take_over(line.clocks)
        return self._compare(line) if compare else []

    def end(self) -> list[str]:
        """Return how the clocks at the end of the log differ from those stored with the seats."""
        if not self.followed:
            return [words for seat in self.stored for words in _inconsistent(seat)]
        self._live_through_outages(datetime.max.replace(tzinfo=self.now.tzinfo))
        pairs = zip(seat_clock.dump(self.seats), seat_clock.dump(self.stored), strict=True)
        found = [
            f"seat {index}'s clock is stored as {_said(stored, wound)}, by the log it is {_said(wound, stored)}"
            for index, (wound, stored) in enumerate(pairs)
            if wound != stored
        ]
        if self.next_number != self.match.next_number:
            found.append(f"the next turn would be number {self.match.next_number}, by the log {self.next_number}")
        return found

    def _apply(self, line: LogEntry, to_act: Iterable[int] | None) -> None:
        seat, about = self._seat(line.seat_id), self._seat(line.about_id)
        if self.answered is not None:
            self.answered.since.append(line)
        if line.kind in {Kind.PLAY, Kind.DEFAULT, Kind.TIME} and seat is not None:
            answered_at = self._answered_at(line, seat)
            self.answered = Answered(line, copy(seat), seat_clock.time_left(seat, answered_at), [])
            seat.passes_used += line.kind == Kind.DEFAULT
            seat_clock.answer(seat, self.match.control, answered_at, all_stopped=self.all_stopped)
        elif line.kind == Kind.TAKEN_BACK and seat is not None:
            self._take_back(line, seat, to_act or ())
        elif line.kind == Kind.HANDED_OVER and about is not None:
            self._hand_over(line, about)
        elif line.kind == Kind.BATON and seat is not None:
            seat_clock.withdraw_request(seat)
        elif about is not None:
            wind(about, line)
        elif is_about_all(line):
            if line.kind != Kind.TIME_GIVEN:
                self.all_stopped = line.kind == Kind.CLOCK_STOPPED
            for each in self.seats:
                wind_with_all(each, line)

    def _take_back(self, line: LogEntry, seat: Seat, to_act: Iterable[int]) -> None:
        answered, self.answered = self.answered, None
        if line.undoes_id in self.taken_over:
            self.followed = False  # the clock before that turn is not known
            return
        if answered is None or answered.line.pk != line.undoes_id:
            return  # the board says so
        replay_clock(answered.clock, answered.since[:-1], self.all_outages, answered.line.at, line.at)
        seat_clock.set_back(seat, answered.clock, answered.left, line.at)
        asked = frozenset(to_act)
        for other in self.seats:
            if other.index not in asked and other.asked_turn is not None:
                seat_clock.withdraw_request(other, all_stopped=self.all_stopped)
        self._ask(asked)
        seat_clock.resume_clock(seat, answered.clock, line.at)

    def _hand_over(self, line: LogEntry, seat: Seat) -> None:
        was_asked = seat.asked_turn is not None
        pauses = line.clocks[seat.index]["pauses"]
        seat_clock.hand_over(seat, pauses, line.amount or timedelta(0), line.at, all_stopped=self.all_stopped)
        if was_asked:
            seat_clock.ask(seat, self.next_number, line.at)
            self.next_number += 1

    def _answered_at(self, line: LogEntry, seat: Seat) -> datetime:
        """Return when a turn counts as given.

        A turn that came after its deadline while no sweep ran counts as given when the sweeps ended, in an outage that
        is over or still under way.
        """
        if line.kind != Kind.PLAY:
            return line.at
        if seat.deadline is None or line.stamped_at <= seat.deadline:
            return line.stamped_at
        during = [each.began_at for each in self.outages if each.began_at <= line.stamped_at <= each.ended_at]
        return min(line.stamped_at, *(during or [beginning(self.swept_at, line.at) or line.stamped_at]))

    def _ask(self, indexes: Iterable[int]) -> None:
        asked = frozenset(indexes)
        for seat in self.seats:
            if seat.index not in asked:
                if seat.asked_turn is not None:
                    seat_clock.answer(seat, self.match.control, self.now, all_stopped=self.all_stopped)
                if not asked:
                    seat.stopped = ""
            elif seat.asked_turn is None:
                seat_clock.ask(seat, self.next_number, self.now)
                self.next_number += 1

    def _live_through_outages(self, until: datetime) -> None:
        """Give back outages that ended by then.

        A line that is decided while the sweep gives time back may fall on either side of it.
        """
        while self.outages and self.outages[0].ended_at <= until:
            outage = self.outages[0]
            self.outages = self.outages[1:]
            if outage.ended_at > self.now:
                for seat in self.seats:
                    seat_clock.give_back(seat, outage.began_at, outage.ended_at)

    def _begins_unknown(self, line: LogEntry) -> bool:
        """Return whether the line belongs to the first moment, before which the log doesn't know the pauses.

        The clocks stored with it are those after everything that was decided at once.
        """
        return line.at == self.unknown_at

    def _take_over(self, clocks: list[dict[str, Any]]) -> None:
        for seat, clock in zip(self.seats, clocks, strict=True):
            seat.asked_turn, seat.bank = clock["number"], clock["bank"] * seat_clock.MICROSECOND
            seat.turn_bank = None if clock["turn_bank"] is None else clock["turn_bank"] * seat_clock.MICROSECOND
            seat.running_since = clock["since"] and datetime.fromisoformat(clock["since"])
            seat.deadline = clock["deadline"] and datetime.fromisoformat(clock["deadline"])
            seat.stopped, seat.pauses = clock["stopped"], clock["pauses"]
            self.next_number = max(self.next_number, (seat.asked_turn or 0) + 1)
        self.followed = True

    def _compare(self, line: LogEntry) -> list[str]:
        wound = seat_clock.dump(self.seats)
        return [
            f"after line {line.index} seat {index}'s clock was stored as {_said(stored, mine)}, "
            f"by the log it is {_said(mine, stored)}"
            for index, (mine, stored) in enumerate(zip(wound, line.clocks, strict=True))
            if mine != stored
        ]

    def _seat(self, pk: int | None) -> Seat | None:
        return next((seat for seat in self.seats if seat.pk == pk), None)


def _stopped_at_first(seat: Seat, lines: list[LogEntry]) -> str:
    """Return why a seat's clock is stopped at the start: a computer has none.

    For a match from another site only the log knows that a computer plays.
    """
    is_said = bool(lines and lines[0].clocks) and lines[0].clocks[seat.index]["stopped"] == Seat.Stopped.COMPUTER
    return Seat.Stopped.COMPUTER if is_said or (seat.player is not None and seat.player.is_computer) else ""


def _is_unknown_before(line: LogEntry) -> bool:
    """Return whether the log doesn't say what a clock was before this line, its first one here."""
    return line.kind in UNKNOWN_BEFORE or line.cause == LogEntry.Cause.IMPORT


def is_about_all(line: LogEntry) -> bool:
    """Return whether all clocks of the match were stopped, started or given time with those of its event."""
    return line.about_id is None and line.kind in {Kind.CLOCK_STOPPED, Kind.CLOCK_STARTED, Kind.TIME_GIVEN}


def wind_with_all(seat: Seat, line: LogEntry) -> None:
    match line.kind:
        case Kind.CLOCK_STOPPED:
            seat_clock.stop_with_all(seat, line.stamped_at)
        case Kind.CLOCK_STARTED:
            seat_clock.start_with_all(seat, line.at)
        case _:
            seat_clock.give_with_all(seat, line.amount or timedelta(0), line.at)


def wind(about: Seat, line: LogEntry) -> None:
    """Do to the clock what the line says was done to it."""
    match line.kind:
        case Kind.VACATION_DAY | Kind.TIME_GIVEN:
            seat_clock.give(about, line.amount or timedelta(0), line.at)
        case Kind.CLOCK_STOPPED if line.waits_for_event:
            seat_clock.keep_with_all(about, line.at)
        case Kind.CLOCK_STOPPED if line.via == LogEntry.Via.HOST:
            seat_clock.stop(about, line.at, is_by_rule=line.is_by_rule)
        case Kind.CLOCK_STOPPED:
            seat_clock.stop_for_mail(about, line.at)
        case Kind.CLOCK_STARTED if line.via == LogEntry.Via.HOST:
            seat_clock.resume(about, line.at)
        case Kind.CLOCK_STARTED:
            seat_clock.restart(about, line.at)
        case Kind.PAUSES:
            pauses = Pauses.load(line.clocks[about.index]["pauses"])
            seat_clock.change_pauses(about, pauses, line.stamped_at)


def replay_clock(
    clock: Seat, lines: Iterable[LogEntry], outages: Iterable[Outage], since: datetime, until: datetime
) -> None:
    """Apply to a seat's clock what the lines did to it in that time, and the outages that ended then."""
    ended = sorted((each for each in outages if since < each.ended_at <= until), key=attrgetter("ended_at"))
    for line in lines:
        while ended and ended[0].ended_at <= line.at:
            outage = ended.pop(0)
            seat_clock.give_back(clock, outage.began_at, outage.ended_at)
        if line.about_id == clock.pk:
            wind(clock, line)
        elif is_about_all(line):
            wind_with_all(clock, line)
    for outage in ended:
        seat_clock.give_back(clock, outage.began_at, outage.ended_at)


def _inconsistent(seat: Seat) -> list[str]:
    """Return what is wrong with a clock, as far as its log isn't needed: its deadline must follow from its bank."""
    if seat.running_since is None:
        return [f"seat {seat.index} has a deadline and no running clock"] if seat.deadline else []
    if seat.deadline != advance(seat.running_since, seat.bank, seat.loaded_pauses):
        return [f"seat {seat.index}'s deadline is not when its bank of {seat.bank} is used up"]
    return []


def _said(clock: dict[str, Any], other: dict[str, Any]) -> str:
    """Return the parts of a clock in which it differs from another."""
    parts = [f"{key} {_value(key, value)}" for key, value in clock.items() if other.get(key) != value]
    return ", ".join(parts)


def _value(key: str, value: Any) -> Any:
    return value * seat_clock.MICROSECOND if value is not None and key in {"bank", "turn_bank"} else value or "none"
