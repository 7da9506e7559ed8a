"""Time and its terms in plain English: how long something is, what a time control means, what happens at zero."""

from __future__ import annotations

from datetime import timedelta

from .clocks import DAY, HOUR, NOTHING, TimeControl, Why
from .lines import listed

MINUTE = timedelta(minutes=1)
LONG_UNITS = ((DAY, "day", "days"), (HOUR, "hour", "hours"), (MINUTE, "minute", "minutes"))
SHORT_UNITS = ((DAY, "day", "days"), (HOUR, "h", "h"), (MINUTE, "min", "min"))


def counted(number: int, noun: str, plural: str = "") -> str:
    """“1 day”, “2 days”; ``plural`` where it is not made by an s."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def span(time: timedelta, *, short: bool = False) -> str:
    """A length of time in its largest unit and the one below: “3 days”, “1 day 12 hours”, with ``short`` “1 day 12 h”.

    Rounded down to that, so that nobody is promised time that is not there.
    """
    time = abs(time)
    units = SHORT_UNITS if short else LONG_UNITS
    largest = next((place for place, (unit, *_) in enumerate(units) if time >= unit), None)
    if largest is None:
        return "less than a minute"
    parts = []
    for unit, noun, plural in units[largest : largest + 2]:
        number, time = divmod(time, unit)
        if number:
            parts.append(counted(number, noun, plural))
    return " ".join(parts)


def from_now(time: timedelta, *, short: bool = False) -> str:
    """How far off a moment is that lies ``time`` ahead: “in 2 days 4 hours”, “3 hours ago”, “just now”."""
    if NOTHING >= time > -MINUTE:
        return "just now"
    return f"in {span(time, short=short)}" if time > NOTHING else f"{span(time, short=short)} ago"


# -- what was agreed -----------------------------------------------------------------------------------------------


def describe(control: TimeControl) -> str:
    """How much time a seat has: “3 days a turn”, “10 days + 1 day a turn, at most 10 days”."""
    if control.is_fixed:
        return f"{span(control.start)} a turn"
    if control.increment == NOTHING:
        return f"{span(control.start)} for the whole match"
    return f"{span(control.start)} + {span(control.increment)} a turn, at most {span(control.cap)}"


def pauses_words(control: TimeControl, has_leave: bool) -> str:
    """When clocks stand still, as a sentence."""
    times = [
        *(["on weekends"] if control.weekends else []),
        *(["at night"] if control.nights else []),
        *(["on leave"] if has_leave else []),
    ]
    return f"Clocks stand still {listed(times)}." if times else "Clocks never stand still."


def at_zero_words(
    control: TimeControl,
    *,
    leave_left: timedelta | None = None,
    passes_left: int | None = None,
    is_own: bool = False,
    name: str = "",
) -> str:
    """What happens when the time of a seat runs out: said to its player, of the player of that name, or of any.

    ``leave_left`` and ``passes_left`` are what the seat still has of them, ``None`` where that is not to be said, as
    of a match that has not begun.
    """
    who = _Who(name, is_own=is_own)
    match control.at_zero:
        case "leave":
            return _leave_words(who, leave_left)
        case "pass":
            return _pass_words(who, control.passes, passes_left)
        case _:
            return f"{who.at_zero} {who.loses}."


def terms(control: TimeControl, *, has_leave: bool) -> tuple[str, str, str]:
    """All that is agreed about time, as it is told before a match begins: how much of it there is, when clocks stand
    still, and what happens at zero."""
    return f"{_explained(control)}.", pauses_words(control, has_leave), at_zero_words(control)


def _explained(control: TimeControl) -> str:
    if control.is_fixed or control.increment == NOTHING:
        return describe(control)
    return (
        f"{describe(control)}: a clock begins with {span(control.start)}, each turn played adds "
        f"{span(control.increment)}, and it never holds more than {span(control.cap)}"
    )


class _Who:
    """A player as the subject of a sentence."""

    def __init__(self, name: str, *, is_own: bool) -> None:
        self.at_zero = "At zero" if is_own or name else "When the time runs out,"
        self.name = "you" if is_own else name or "a player"
        self.owner = "your" if is_own else f"{self.name}’s"
        self.be, self.have = ("are", "have") if is_own else ("is", "has")
        self.loses = "you lose the match" if is_own else f"{name} loses the match" if name else "the match is lost"


def _leave_words(who: _Who, left: timedelta | None) -> str:
    days = None if left is None else max(NOTHING, left) // DAY
    if days == 0:
        return f"{who.at_zero} {who.loses}: no leave day is left to use up first."
    left_words = "" if days is None else f": {who.name} {who.have} {days} left"
    return f"{who.at_zero} {who.owner} leave days are used up first, one at a time{left_words}; then {who.loses}."


def _pass_words(who: _Who, most: int, left: int | None) -> str:
    if left is not None and left <= 0:
        passed = "once" if most == 1 else f"{most} times"
        return f"{who.at_zero} {who.loses}, having been passed {passed} already."
    if left is None:
        times = "once in a match" if most == 1 else f"{most} times in a match"
    else:
        times = "once more in this match" if left == 1 else f"{left} more times in this match"
    return (
        f"{who.at_zero} {who.name} {who.be} passed for a turn, at most {times} and where the game allows a pass; "
        f"otherwise {who.loses}."
    )


# -- a clock that stands still -------------------------------------------------------------------------------------


def stands_words(why: Why, until: str) -> str:
    """Until when a clock stands still, and why; ``until`` is the moment as its reader is to see it."""
    return f"stands still until {until}: {why}"
