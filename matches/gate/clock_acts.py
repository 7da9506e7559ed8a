"""Acts of players and organisers on one clock: giving time, stopping and starting."""

from __future__ import annotations

from datetime import timedelta

from accounts.models import User
from i18n.text import Text, noop, say, say_many
from matches import hooks
from matches.clocks import seat_clock
from matches.models import LogEntry, Seat
from matches.time_control.limits import LARGEST_CAP
from matches.time_control.time_control import DAY, HOUR
from matches.time_control.words import span

from . import lock
from .lock import lock_own_seat, transaction_with_retry
from .locked_match import LockedMatch
from .refused import MatchRefused, checked_reason, refuse_if_over

Kind = LogEntry.Kind
Cause = LogEntry.Cause
LEAST_GIFT, LARGEST_GIFT = HOUR, 30 * DAY
GIFTS_A_DAY = 3  # by one player in one match: each is a mail
LONGEST_REASON = 400  # it is part of a line of the log
PAUSED_BY_RULE = noop("This clock was paused. Reason: %(reason)s")
STARTED_BY_RULE = noop("This clock was started again. Reason: %(reason)s")
STARTS_WITH_EVENT = noop("This clock will start with all clocks of the event, which are paused. Reason: %(reason)s")


@transaction_with_retry
def give_time(seat: Seat, to: Seat, amount: timedelta, at_length: int, via: LogEntry.Via) -> LogEntry:
    """Give an opponent more time. Raises ``MatchRefused``.

    ``at_length`` is the length of the log that the giver saw, so that asking twice gives once.
    """
    locked_match, seat = lock_own_seat(seat)
    opponent = next((other for other in locked_match.others(seat) if other.pk == to.pk), None)
    if opponent is None:
        raise MatchRefused(say("You can only give time to an opponent in this match."), "illegal")
    if earlier := _done_already(locked_match, at_length, Kind.TIME_GIVEN, opponent, by=seat, amount=amount):
        return earlier
    refuse_if_over(locked_match.match)
    _refuse_if_left(locked_match, opponent)
    _refuse_amount(amount)
    _refuse_more_gifts(locked_match, seat, opponent, amount)
    seat_clock.give(opponent, amount, locked_match.now)
    return _log_tell_save(
        locked_match, Kind.TIME_GIVEN, seat, opponent, _gift_words(locked_match, opponent, amount), via, amount
    )


def _gift_words(locked_match: LockedMatch, to: Seat, amount: timedelta) -> Text:
    seats = len(locked_match.seats)
    if seats == 2 and not locked_match.game.together:
        return say("Gave the opponent %(time)s.", time=span(amount))
    return say("Gave %(player)s %(time)s.", player=locked_match.game.sides(seats)[to.index].name, time=span(amount))


@transaction_with_retry
def add_time(seat: Seat, amount: timedelta, reason: str, at_length: int, *, by: User | None = None) -> LogEntry:
    """Add time to a seat's clock, as its organiser. Raises ``MatchRefused``."""
    locked_match, seat = lock_own_seat(seat)
    if earlier := _done_already(locked_match, at_length, Kind.TIME_GIVEN, seat, by=None, amount=amount):
        return earlier
    refuse_if_over(locked_match.match)
    _refuse_if_left(locked_match, seat)
    _refuse_amount(amount)
    reason = checked_reason(reason, LONGEST_REASON)
    words = say("The organiser added %(time)s to this clock. Reason: %(reason)s", time=span(amount), reason=reason)
    seat_clock.give(seat, amount, locked_match.now)
    line = _log_tell_save(locked_match, Kind.TIME_GIVEN, None, seat, words, LogEntry.Via.HOST, amount)
    hooks.clock_changed.send(None, by=by, line=line, reason=reason)
    return line


@transaction_with_retry
def stop_clock(
    seat: Seat,
    reason: str,
    at_length: int,
    *,
    by: User | None = None,
    cause: LogEntry.Cause | None = None,
) -> LogEntry:
    """Stop a seat's clock until it is started again. Raises ``MatchRefused``.

    The organiser stops it, if no other ``cause`` is given.
    """
    locked_match, seat = lock_own_seat(seat)
    if earlier := _done_already(locked_match, at_length, Kind.CLOCK_STOPPED, seat, by=None):
        return earlier
    refuse_if_over(locked_match.match)
    _refuse_if_left(locked_match, seat)
    if seat.is_stopped_alone:
        raise MatchRefused(say("This clock is already paused."), "stale")
    if seat.stopped == Seat.Stopped.COMPUTER:
        raise MatchRefused(say("A computer plays without a clock."), "illegal")
    reason = checked_reason(reason, LONGEST_REASON)
    is_by_rule = cause == Cause.RULE
    message = PAUSED_BY_RULE if is_by_rule else noop("The organiser paused this clock. Reason: %(reason)s")
    seat_clock.stop(seat, locked_match.now, is_by_rule=is_by_rule)
    words = say(message, reason=reason)
    line = _log_tell_save(locked_match, Kind.CLOCK_STOPPED, None, seat, words, LogEntry.Via.HOST, cause=cause)
    hooks.clock_changed.send(None, by=by, line=line, reason=reason)
    return line


@transaction_with_retry
def start_clock(
    seat: Seat,
    reason: str,
    at_length: int,
    *,
    by: User | None = None,
    cause: LogEntry.Cause | None = None,
) -> LogEntry:
    """Start a clock that is stopped. Raises ``MatchRefused``.

    The organiser can start any stopped clock, a rule only one that a rule has stopped.
    """
    locked_match, seat = lock_own_seat(seat)
    if earlier := _done_already(locked_match, at_length, Kind.CLOCK_STARTED, seat, by=None):
        return earlier
    refuse_if_over(locked_match.match)
    if not seat.stopped:
        raise MatchRefused(say("This clock isn’t paused."), "stale")
    if seat.stopped == Seat.Stopped.COMPUTER:
        raise MatchRefused(say("A computer plays without a clock."), "illegal")
    if seat.player is None:
        raise MatchRefused(say("This player has no account here yet, so the clock can’t start."), "stale")
    is_by_rule = cause == Cause.RULE
    if is_by_rule and seat.stopped != Seat.Stopped.LEFT:
        raise MatchRefused(say("This clock wasn’t paused by a rule."), "stale")
    reason = checked_reason(reason, LONGEST_REASON)
    if is_by_rule and locked_match.match.all_stopped:
        seat_clock.keep_with_all(seat, locked_match.now)
        words, cause = say(STARTS_WITH_EVENT, reason=reason), Cause.RULE_WITH_EVENT
        return _log_tell_save(locked_match, Kind.CLOCK_STOPPED, None, seat, words, LogEntry.Via.HOST, cause=cause)
    message = STARTED_BY_RULE if is_by_rule else noop("The organiser started this clock. Reason: %(reason)s")
    seat.runs_unnoticed = True
    seat_clock.resume(seat, locked_match.now)
    words = say(message, reason=reason)
    line = _log_tell_save(locked_match, Kind.CLOCK_STARTED, None, seat, words, LogEntry.Via.HOST, cause=cause)
    hooks.clock_changed.send(None, by=by, line=line, reason=reason)
    return line


def _done_already(
    locked_match: LockedMatch,
    at_length: int,
    kind: Kind,
    about: Seat,
    *,
    by: Seat | None,
    amount: timedelta | None = None,
) -> LogEntry | None:
    """Return the line of the log by which the same was done, for someone who asks twice; ``None`` if it is new.

    What the site itself did to the clock isn't the same. Raises ``MatchRefused`` if anything else has been done since.
    """
    line = locked_match.line_from(at_length) if at_length < locked_match.match.log_length else None
    if line is None:
        return None
    is_same = (line.kind, line.about_id, line.seat_id, line.amount) == (kind, about.pk, by and by.pk, amount)
    if is_same and line.via != LogEntry.Via.CLOCK:
        return line
    raise MatchRefused(say("The match has changed. Check it again before you change a clock."), "stale")


def _refuse_if_left(locked_match: LockedMatch, seat: Seat) -> None:
    if locked_match.has_left(seat):
        raise MatchRefused(say("%(name)s is out of this match already.", name=seat.name), "over")


def _refuse_amount(amount: timedelta) -> None:
    if not LEAST_GIFT <= amount <= LARGEST_GIFT:
        words = say("You can give %(least)s to %(most)s at once.", least=span(LEAST_GIFT), most=span(LARGEST_GIFT))
        raise MatchRefused(words, "illegal")


def _refuse_more_gifts(locked_match: LockedMatch, seat: Seat, to: Seat, amount: timedelta) -> None:
    today = locked_match.match.log.filter(kind=Kind.TIME_GIVEN, seat=seat, at__gt=locked_match.now - DAY)
    if today.count() >= GIFTS_A_DAY:
        words = say_many(
            "You’ve given time once in the last 24 hours. Try again tomorrow.",
            "You’ve given time %(number)s times in the last 24 hours. Try again tomorrow.",
            GIFTS_A_DAY,
        )
        raise MatchRefused(words, "illegal")
    if seat_clock.time_left(to, locked_match.now) + amount > LARGEST_CAP:
        words = say("That’s too much: %(name)s would have more than %(time)s.", name=to.name, time=span(LARGEST_CAP))
        raise MatchRefused(words, "illegal")


def _log_tell_save(
    locked_match: LockedMatch,
    kind: Kind,
    seat: Seat | None,
    about: Seat,
    words: Text,
    via: LogEntry.Via,
    amount: timedelta | None = None,
    *,
    cause: LogEntry.Cause | None = None,
) -> LogEntry:
    """Log a change of a clock, tell the players about it and save.

    What a rule did because of a player is told to the other players alone.
    """
    line = locked_match.log(kind, seat, via, words, about=about, amount=amount)
    line.cause = cause or ""
    doer = about if line.is_by_rule else seat
    told = [other for other in locked_match.seats if doer is None or other.pk != doer.pk]
    locked_match.tell("clock_changed", told, line)
    lock.save(locked_match)
    return line
