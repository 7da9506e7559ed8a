"""Time as pure functions: how much a seat has, when its clock is paused, when it runs out, and who is reminded when.

A control is a start bank, an increment per turn and a cap. While a seat is asked for a turn its bank runs down; when it
plays, the time left grows by the increment and is cut at the cap. A fixed time per turn is the case where all three are
equal: the bank is then full again for every turn.

A clock is paused during its pauses. They are read off the player's own wall clock, instant by instant: an instant is in
a weekend when it reads Saturday or Sunday there, whatever the clocks of that place do that day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from timekeeping.night_hours import NIGHT
from timekeeping.utc_offset import utc_offset_until

NOTHING = timedelta(0)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
GRACE = timedelta(seconds=30)  # after a deadline, in which a turn still counts and no sweep decides
TAKEBACK_WINDOW = timedelta(minutes=2)  # after a turn, in which it can be taken back
FOREVER = datetime.max.replace(tzinfo=UTC)
SATURDAY = 5

AtZero = Literal["lose", "leave", "pass"]
Why = Literal["vacation", "weekend", "night"]
Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time a seat has, and what happens when it is gone. Raises ``ValueError`` for times that make no clock.

    ``weekends`` and ``nights`` say whether clocks are paused then. At zero a player loses the match, or first uses up
    vacation days, or first passes automatically, at most ``passes`` times in a match.
    """

    start: timedelta
    increment: timedelta
    cap: timedelta
    weekends: bool = False
    nights: bool = False
    at_zero: AtZero = "lose"
    passes: int = 0

    def __post_init__(self) -> None:
        if self.start <= NOTHING or self.increment < NOTHING:
            raise ValueError("A clock starts with some time and never grows by less than none.")
        if self.cap < self.start:
            raise ValueError("A clock cannot start with more time than its cap.")
        if (self.at_zero == "pass") != (self.passes > 0):
            raise ValueError("A clock that passes a player does so at least once, and no other does.")
        if self.at_zero == "pass" and self.increment == NOTHING:
            raise ValueError("A clock that passes a player adds some time for the next turn.")

    @classmethod
    def fixed(cls, days: float) -> TimeControl:
        time = timedelta(days=days)
        return cls(time, time, time)

    @property
    def is_fixed(self) -> bool:
        return self.start == self.increment == self.cap

    def columns(self) -> dict[str, Any]:
        """The control as the columns of a model that stores one."""
        return {
            "clock_start": self.start,
            "clock_increment": self.increment,
            "clock_cap": self.cap,
            "weekends": self.weekends,
            "nights": self.nights,
            "at_zero": self.at_zero,
            "passes": self.passes,
        }


def left(bank: timedelta, spent: timedelta) -> timedelta:
    """Return what a bank still holds after some time was spent, never less than zero."""
    return max(NOTHING, bank - max(NOTHING, spent))


def bank_after_turn(control: TimeControl, bank: timedelta, spent: timedelta) -> timedelta:
    """Return the bank after a turn that took ``spent``."""
    return min(control.cap, left(bank, spent) + control.increment)


# -- pauses --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pauses:
    """The times at which a player's clock is paused.

    ``weekends``: Saturday and Sunday; ``night``: nine hours from that time of day; both by the clocks in ``zone`` (an
    IANA name). ``vacation``: spans of absolute time, in order, none touching the next.
    """

    zone: str = "UTC"
    weekends: bool = False
    night: time | None = None
    vacation: tuple[Span, ...] = ()

    @property
    def recur(self) -> bool:
        return self.weekends or self.night is not None

    def dump(self) -> dict[str, Any]:
        """Return the pauses as JSON, leaving out what doesn't matter: ``{}`` if the clock is never paused."""
        data: dict[str, Any] = {"zone": self.zone} if self.recur else {}
        if self.weekends:
            data["weekends"] = True
        if self.night is not None:
            data["night"] = self.night.isoformat()
        if self.vacation:
            data["vacation"] = [[moment.isoformat() for moment in span] for span in self.vacation]
        return data

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Pauses:
        return cls(
            zone=data.get("zone", "UTC"),
            weekends=data.get("weekends", False),
            night=time.fromisoformat(data["night"]) if "night" in data else None,
            vacation=tuple(
                (datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in data.get("vacation", ())
            ),
        )


NO_PAUSES = Pauses()


def advance(now: datetime, bank: timedelta, pauses: Pauses = NO_PAUSES) -> datetime:
    """Return the deadline: the first moment at which a clock that starts now has used up its bank.

    Exact to the microsecond; an empty bank runs out now.
    """
    if bank <= NOTHING:
        return now
    for start, end in running(now, pauses):
        if bank <= end - start:
            return start + bank
        bank -= end - start
    raise AssertionError("Time never ends.")


def elapsed(start: datetime, end: datetime, pauses: Pauses = NO_PAUSES) -> timedelta:
    """Return how long a clock ran between two moments; zero if the second is not after the first."""
    total = NOTHING
    for span_start, span_end in running(start, pauses):
        if span_start >= end:
            break
        total += min(span_end, end) - span_start
    return total


def paused_until(now: datetime, pauses: Pauses) -> datetime | None:
    """Return when a clock that is paused now will run again; ``None`` if it runs."""
    start, _ = next(running(now, pauses))
    return start if start > now else None


def why_paused(now: datetime, pauses: Pauses) -> Why | None:
    """Return the pause that this moment is in, the longest if there are several."""
    if any(start <= now < end for start, end in pauses.vacation):
        return "vacation"
    local = now.astimezone(ZoneInfo(pauses.zone))
    if pauses.weekends and local.weekday() >= SATURDAY:
        return "weekend"
    if pauses.night is not None and _since(pauses.night, local.time()) < NIGHT:
        return "night"
    return None


def running(start: datetime, pauses: Pauses) -> Iterator[Span]:
    """Yield the spans in which the clock runs, from ``start`` on, in order and without end."""
    awake = _awake(start, pauses) if pauses.recur else iter([(start, FOREVER)])
    for span in awake:
        yield from _without(span, pauses.vacation)


def _without(span: Span, pauses: tuple[Span, ...]) -> Iterator[Span]:
    start, end = span
    for pause_start, pause_end in pauses:
        if pause_end <= start:
            continue
        if pause_start >= end:
            break
        if start < pause_start:
            yield start, pause_start
        start = pause_end
    if start < end:
        yield start, end


def _awake(start: datetime, pauses: Pauses) -> Iterator[Span]:
    """Yield the spans outside weekends and nights, day by day; a day on which the clocks change comes in parts."""
    zone = ZoneInfo(pauses.zone)
    while True:
        offset, end = utc_offset_until(start, zone)
        local = start + offset
        if not (pauses.weekends and local.weekday() >= SATURDAY):
            yield from _without((start, end), tuple(_nights(local, offset, pauses.night)))
        start = end


def _nights(local: datetime, offset: timedelta, night: time | None) -> Iterator[Span]:
    """Yield the parts of a local day that belong to a night, as moments. ``local`` is UTC shifted by the offset."""
    if night is None:
        return
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0) - offset
    falls = midnight + _since(time(0), night)
    rises = falls + NIGHT
    if rises > midnight + DAY:
        yield midnight, rises - DAY
    yield falls, rises


def _since(start: time, end: time) -> timedelta:
    """Return the time from one time of day to the next occurrence of another."""
    anchor = datetime(2000, 1, 1)  # noqa: DTZ001 (only a difference matters)
    return (datetime.combine(anchor, end) - datetime.combine(anchor, start)) % DAY


def joined(spans: list[Span]) -> tuple[Span, ...]:
    """Return spans in order, those that overlap or touch joined into one, empty ones left out."""
    result: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return tuple(result)


# -- reminders -------------------------------------------------------------------------------------------------------

FIFTH, LAST_DAY = "fifth", "day"


def thresholds(turn_bank: timedelta) -> dict[str, timedelta]:
    """Return at how much time left a player is reminded, by kind: at a fifth of the bank, and at a day.

    ``turn_bank`` is the bank that the turn began with. The day is left out if that would be too soon after the email
    about the turn.
    """
    fifth = {FIFTH: turn_bank / 5}
    return fifth | {LAST_DAY: DAY} if turn_bank * 4 / 5 >= DAY else fifth


def next_reminder(
    since: datetime, bank: timedelta, turn_bank: timedelta, now: datetime, pauses: Pauses
) -> datetime | None:
    """Return when the next reminder after ``now`` is due, for a clock that has run since ``since``."""
    moments = (advance(since, bank - left, pauses) for left in thresholds(turn_bank).values() if left < bank)
    return min((moment for moment in moments if moment > now), default=None)


def due_reminders(time_left: timedelta, turn_bank: timedelta) -> list[str]:
    """Return the kinds of reminders that are due when this much time is left."""
    return [kind for kind, threshold in thresholds(turn_bank).items() if time_left <= threshold]
