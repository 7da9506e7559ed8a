"""Time and its terms in plain words: how long something is, what a time control means, what happens at zero."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from i18n.text import Text, joined, listed, noop, noop_many, say, say_many

from .time_control import DAY, GRACE, HOUR, NOTHING, TimeControl, Why

MINUTE = timedelta(minutes=1)


def quantity(number: int, one: str, many: str) -> Text:
    """Return a number with its word: “1 day”, “2 days”.

    Both words are written out at each call, where the catalogues find them.
    """
    return joined([str(number), say_many(one, many, number)], " ")


Counted = tuple[str, str]


class _Unit(NamedTuple):
    """A unit of time, with the messages for “in … days” and “… days ago”.

    They are messages of their own since other languages decline a word behind a preposition.
    """

    time: timedelta
    ahead: Counted
    ago: Counted


_PARTS = (
    (DAY, noop_many("day", "days")),
    (HOUR, noop_many("hour", "hours")),
    (MINUTE, noop_many("minute", "minutes")),
)
_UNITS = (
    _Unit(
        365 * DAY,
        noop_many("in %(number)s year", "in %(number)s years"),
        noop_many("%(number)s year ago", "%(number)s years ago"),
    ),
    _Unit(
        30 * DAY,
        noop_many("in %(number)s month", "in %(number)s months"),
        noop_many("%(number)s month ago", "%(number)s months ago"),
    ),
    _Unit(
        DAY,
        noop_many("in %(number)s day", "in %(number)s days"),
        noop_many("%(number)s day ago", "%(number)s days ago"),
    ),
    _Unit(
        HOUR,
        noop_many("in %(number)s hour", "in %(number)s hours"),
        noop_many("%(number)s hour ago", "%(number)s hours ago"),
    ),
    _Unit(
        MINUTE,
        noop_many("in %(number)s minute", "in %(number)s minutes"),
        noop_many("%(number)s minute ago", "%(number)s minutes ago"),
    ),
)


def span(time: timedelta) -> Text:
    """Return a length of time in its largest unit and the one below: “3 days”, “1 day 12 hours”.

    It is rounded down to that, so that no one is promised time they don't have.
    """
    time = abs(time)
    largest = next((place for place, (unit, _) in enumerate(_PARTS) if time >= unit), len(_PARTS))
    parts = []
    for unit, words in _PARTS[largest : largest + 2]:
        number, time = divmod(time, unit)
        if number:
            parts.append(quantity(number, *words))
    return joined(parts, " ") if parts else say("less than a minute")


def brief(time: timedelta) -> Text:
    """Return a length of time as a clock beside the board shows it: “2 d 4 h”, “3 d”, “4 h 10 min”, “12 min”.

    It is rounded down to its smaller unit, as in ``span``.
    """
    days, hours, minutes = (abs(time) // unit for unit in (DAY, HOUR, MINUTE))
    if days and hours % 24 == 0:
        return say("%(days)s d", days=days)
    if days:
        return say_many("%(days)s d %(hours)s h", "%(days)s d %(hours)s h", days, days=days, hours=hours % 24)
    if hours:
        return say("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes % 60)
    return say("%(minutes)s min", minutes=minutes)


def left(time: timedelta) -> Text:
    """Return the time left until a deadline, as people say it: “2 days left”, “29 hours left”.

    It is rounded as in ``from_now``.
    """
    unit, words = next((part for part in _PARTS if time >= 2 * part[0]), _PARTS[-1])
    length = quantity(time // unit, *words) if time >= unit else say("less than a minute")
    return say("%(time)s left", time=length)


def from_now(time: timedelta) -> Text:
    """Return how far off a moment is, as people say it: “in 2 days”, “29 hours ago”, “just now”.

    ``time`` is positive for a moment to come. It is rounded down to the largest unit that fits in at least twice.
    """
    if NOTHING >= time > -MINUTE:
        return say("just now")
    if NOTHING < time < MINUTE:
        return say("in less than a minute")
    length = abs(time)
    unit = next((each for each in _UNITS if length >= 2 * each.time), _UNITS[-1])
    return say_many(*(unit.ahead if time > NOTHING else unit.ago), length // unit.time)


# -- what was agreed -----------------------------------------------------------------------------------------------


def describe(control: TimeControl) -> Text:
    """Return how much time a seat has: “3 days a turn”, “10 days + 1 day a turn, at most 10 days”."""
    if control.is_fixed:
        return say("%(time)s a turn", time=span(control.start))
    if control.increment == NOTHING:
        return say("%(time)s for the whole match", time=span(control.start))
    return say(
        "%(start)s + %(increment)s a turn, at most %(cap)s",
        start=span(control.start),
        increment=span(control.increment),
        cap=span(control.cap),
    )


def pauses_words(control: TimeControl, has_vacation: bool) -> Text:
    """Return a sentence on when clocks are paused."""
    times = [
        *([say("at weekends")] if control.weekends else []),
        *([say("at night")] if control.nights else []),
        *([say("on vacation")] if has_vacation else []),
    ]
    return say("Clocks are paused %(times)s.", times=listed(times)) if times else say("Clocks are never paused.")


def at_zero_words(
    control: TimeControl,
    *,
    vacation_left: timedelta | None = None,
    passes_left: int | None = None,
    is_own: bool = False,
    name: str = "",
    is_team: bool = False,
) -> Text:
    """Return what happens when a seat's time runs out: said to its player, about a player by name, or about any player.

    In a team (``is_team``), which can't pass, the others play on without a player who is out.

    ``vacation_left`` and ``passes_left`` are what the seat has left of them; ``None`` leaves that out, as before a
    match begins. Both are ignored in a sentence about any player.
    """
    is_any = not (is_own or name)
    if control.at_zero == "leave":
        return _vacation_words(None if is_any else vacation_left, is_team=is_team).said(name, is_own)
    if control.at_zero == "pass":
        return _pass_words(control.passes, None if is_any else passes_left).said(name, is_own)
    return _AtZero(_OUT if is_team else _LOST).said(name, is_own)


def terms(control: TimeControl, *, has_vacation: bool, is_team: bool = False) -> tuple[Text, Text, Text]:
    """Return all that is agreed about time, as told before a match begins.

    That is how much of it there is, when clocks are paused, and what happens at zero.
    """
    return _explained(control), pauses_words(control, has_vacation), at_zero_words(control, is_team=is_team)


def grace_words() -> Text:
    """Return the sentence that says until when a turn counts."""
    return say(
        "A turn that arrives up to %(seconds)s seconds after the deadline still counts, unless the timeout was already "
        "decided.",
        seconds=int(GRACE.total_seconds()),
    )


def _explained(control: TimeControl) -> Text:
    if control.is_fixed or control.increment == NOTHING:
        return joined([describe(control), "."], "")
    return say(
        "%(time)s: a clock starts with %(start)s, each turn adds %(increment)s, and it never holds more than %(cap)s.",
        time=describe(control),
        start=span(control.start),
        increment=span(control.increment),
        cap=span(control.cap),
    )


class _Messages(NamedTuple):
    """A sentence about the player whose time runs out: said to them, about them by name, or about any player."""

    own: str
    named: str
    any: str = ""


class _AtZero:
    """A sentence about what happens at zero, in its ``messages``, with the values to fill in."""

    def __init__(self, messages: _Messages, **values: str | int) -> None:
        self.messages, self.values = messages, values

    def said(self, name: str, is_own: bool) -> Text:
        if is_own:
            return say(self.messages.own, **self.values)
        if name:
            return say(self.messages.named, name=name, **self.values)
        return say(self.messages.any, **self.values)


_LOST = _Messages(
    noop("If your time runs out, you lose."),
    noop("If %(name)s’s time runs out, %(name)s loses."),
    noop("If a player’s time runs out, they lose."),
)
_VACATION = _Messages(
    noop("If your time runs out, your vacation days are used first, one at a time; then you lose."),
    noop("If %(name)s’s time runs out, their vacation days are used first, one at a time; then %(name)s loses."),
    noop("If a player’s time runs out, their vacation days are used first, one at a time; then they lose."),
)
_VACATION_LEFT = _Messages(
    noop("If your time runs out, your vacation days (%(days)s left) are used first, one at a time; then you lose."),
    noop(
        "If %(name)s’s time runs out, their vacation days (%(days)s left) are used first, one at a time; then %(name)s "
        "loses."
    ),
)
_NO_VACATION = _Messages(
    noop("If your time runs out, you lose: you have no vacation days left."),
    noop("If %(name)s’s time runs out, %(name)s loses: no vacation days are left."),
)
_OUT = _Messages(
    noop("If your time runs out, you’re out of the match."),
    noop("If %(name)s’s time runs out, they’re out of the match."),
    noop("If a player’s time runs out, they’re out of the match."),
)
_VACATION_OUT = _Messages(
    noop("If your time runs out, your vacation days are used first, one at a time; then you’re out of the match."),
    noop(
        "If %(name)s’s time runs out, their vacation days are used first, one at a time; then they’re out of the match."
    ),
    noop(
        "If a player’s time runs out, their vacation days are used first, one at a time; then they’re out of the match."
    ),
)
_VACATION_LEFT_OUT = _Messages(
    noop(
        "If your time runs out, your vacation days (%(days)s left) are used first, one at a time; then you’re out of "
        "the match."
    ),
    noop(
        "If %(name)s’s time runs out, their vacation days (%(days)s left) are used first, one at a time; then they’re "
        "out of the match."
    ),
)
_NO_VACATION_OUT = _Messages(
    noop("If your time runs out, you’re out of the match: you have no vacation days left."),
    noop("If %(name)s’s time runs out, they’re out of the match: no vacation days are left."),
)
_PASSED = _Messages(
    noop(
        "If your time runs out, you pass automatically, if the game allows it and at most %(times)s; otherwise you "
        "lose."
    ),
    noop(
        "If %(name)s’s time runs out, %(name)s passes automatically, if the game allows it and at most %(times)s; "
        "otherwise %(name)s loses."
    ),
    noop(
        "If a player’s time runs out, they pass automatically, if the game allows it and at most %(times)s; otherwise "
        "they lose."
    ),
)
_NO_PASS = _Messages(
    noop("If your time runs out, you lose: you have already passed automatically %(times)s."),
    noop("If %(name)s’s time runs out, %(name)s loses, having already passed automatically %(times)s."),
)


def _vacation_words(left: timedelta | None, *, is_team: bool) -> _AtZero:
    if left is None:
        return _AtZero(_VACATION_OUT if is_team else _VACATION)
    if (days := left // DAY) > 0:
        return _AtZero(_VACATION_LEFT_OUT if is_team else _VACATION_LEFT, days=days)
    return _AtZero(_NO_VACATION_OUT if is_team else _NO_VACATION)


def _pass_words(most: int, left: int | None) -> _AtZero:
    if left is None:
        return _AtZero(_PASSED, times=say_many("once in a match", "%(number)s times in a match", most))
    if left <= 0:
        return _AtZero(_NO_PASS, times=say_many("once", "%(number)s times", most))
    return _AtZero(_PASSED, times=say_many("once more in this match", "%(number)s more times in this match", left))


# -- a clock that is paused ----------------------------------------------------------------------------------------

_STANDS: dict[Why, str] = {
    "vacation": noop("paused until %(until)s: vacation"),
    "weekend": noop("paused until %(until)s: weekend"),
    "night": noop("paused until %(until)s: night"),
}


def paused_words(why: Why, until: str) -> Text:
    """Return until when a clock is paused, and why; ``until`` is the moment as its reader sees it."""
    return say(_STANDS[why], until=until)
