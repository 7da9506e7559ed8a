"""Acts on a clock other than playing: giving time, stopping and starting."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts import last_seen
from accounts.models import User
from i18n.text import Text, noop, say, say_many
from matches import hooks
from matches.clocks import outages, seat_clock, waiting_for_delivery
from matches.clocks.limits import LARGEST_CAP
from matches.clocks.time_control import DAY, HOUR
from matches.clocks.words import span
from matches.mails import turn_delivery
from matches.models import LogEntry, Match, Seat
from matches.vacation import pauses
from matches.vacation import words as vacation_words

from .lock import store
from .lock.lock import lock_match, lock_own_seat, lock_seat, transaction_with_retry
from .lock.locked_match import LockedMatch
from .organiser_reason import checked_reason
from .refused import MatchRefused, refuse_if_over

Kind = LogEntry.Kind
Cause = LogEntry.Cause
LEAST_GIFT, LARGEST_GIFT = HOUR, 30 * DAY
GIFTS_A_DAY = 3  # by one player in one match: each is a mail
LONGEST_REASON = 400  # it stands in a line of the log
ARRIVED = noop("The email about this turn arrived late, so the clock starts now.")
NOT_WAITED_FOR = noop("We’re no longer waiting for an email about this turn, so the clock starts now.")
SEEN = noop("The player has seen this turn, so the clock starts now.")
PAUSED_BY_RULE = noop("This clock was paused. Reason: %(reason)s")
STARTED_BY_RULE = noop("This clock was started again. Reason: %(reason)s")
STARTS_WITH_EVENT = noop("This clock will start with all clocks of the event, which are paused. Reason: %(reason)s")
ARRIVED_BEFORE_START = noop("This clock is no longer paused for an email. It will start with all clocks of the event.")
WAITED = noop("The clock has waited for emails as long as one match allows, so it starts now.")


# -- by players and organisers -------------------------------------------------------------------------------------


@transaction_with_retry
def give_time(seat: Seat, to: Seat, amount: timedelta, at_length: int, via: LogEntry.Via) -> LogEntry:
    """Give an opponent more time. Raises ``MatchRefused``.

    ``at_length`` is the length of the log that the giver saw, so that asking twice gives once.
    """
    locked_match, seat = lock_own_seat(seat)
    opponent = next((other for other in locked_match.others(seat) if other.pk == to.pk), None)
    if opponent is None:
        raise MatchRefused(say("You can only give time to an opponent in this match."), "illegal")
    if earlier := _done_already(locked_match, at_length, Kind.TIME_GIVEN, opponent, by=seat):
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
    if earlier := _done_already(locked_match, at_length, Kind.TIME_GIVEN, seat, by=None):
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


# -- with all clocks of the event; ``act`` is the number of what is done to all of them, and done here once ---------


@transaction_with_retry
def stop_all(match: Match, act: int, at: datetime, reason: str) -> LogEntry | None:
    """Stop the match's clocks with all others of its event, as of that moment; ``None`` if that has been done."""
    locked_match = lock_match(match)
    if not _begin_event_act(locked_match, act):
        return None
    locked_match.match.all_stopped = True
    for seat in locked_match.seats:
        seat_clock.stop_with_all(seat, at)
    words = say("All clocks of the event were paused. Reason: %(reason)s", reason=reason)
    line = locked_match.log(Kind.CLOCK_STOPPED, None, LogEntry.Via.HOST, words)
    line.stamped_at = at
    store.save(locked_match)
    return line


@transaction_with_retry
def start_all(match: Match, act: int, reason: str) -> LogEntry | None:
    """Start the clocks that were stopped with all others of the event; ``None`` if that has been done."""
    locked_match = lock_match(match)
    if not _begin_event_act(locked_match, act):
        return None
    locked_match.match.all_stopped = False
    for seat in locked_match.seats:
        seat_clock.start_with_all(seat, locked_match.now)
    words = say("The clocks of the event were started again. Reason: %(reason)s", reason=reason)
    line = locked_match.log(Kind.CLOCK_STARTED, None, LogEntry.Via.HOST, words)
    store.save(locked_match)
    return line


@transaction_with_retry
def add_to_all(match: Match, act: int, amount: timedelta, reason: str) -> LogEntry | None:
    """Add time to the running clocks, as to all others of the event; ``None`` if that has been done."""
    locked_match = lock_match(match)
    if not _begin_event_act(locked_match, act):
        return None
    for seat in locked_match.seats:
        seat_clock.give_with_all(seat, amount, locked_match.now)
    words = say(
        "The organisers added %(time)s to all running clocks of the event. Reason: %(reason)s",
        time=span(amount),
        reason=reason,
    )
    line = locked_match.log(Kind.TIME_GIVEN, None, LogEntry.Via.HOST, words, amount=amount)
    store.save(locked_match)
    return line


def _begin_event_act(locked_match: LockedMatch, act: int) -> bool:
    """Note that the act is done to this match, too, and return whether it is to be done: not twice, nor once it is
    over."""
    if locked_match.match.is_over or locked_match.match.clock_act >= act:
        return False
    locked_match.match.clock_act = act
    return True


def _done_already(
    locked_match: LockedMatch, at_length: int, kind: Kind, about: Seat, *, by: Seat | None
) -> LogEntry | None:
    """Return the line of the log by which the same was done, for someone who asks twice; ``None`` if it is new.

    Raises ``MatchRefused`` if something else has been done since.
    """
    line = locked_match.line_from(at_length) if at_length < locked_match.match.log_length else None
    if line is None:
        return None
    if (line.kind, line.about_id, line.seat_id) == (kind, about.pk, by and by.pk):
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
    store.save(locked_match)
    return line


# -- by the mail ---------------------------------------------------------------------------------------------------


@transaction_with_retry
def stop_for_failed_mail(seat_id: int, number: int) -> LogEntry | None:
    """Stop the clock, since the email about that turn was given up. ``None`` if that changes nothing."""
    found = lock_seat(seat_id)
    if found is None:
        return None
    locked_match, seat = found
    if seat.asked_turn != number or seat.stopped or not waiting_for_delivery.may_wait(seat):
        return None
    line = stop_for_mail(locked_match, seat)
    store.save(locked_match)
    return line


def stop_for_mail(locked_match: LockedMatch, seat: Seat) -> LogEntry:
    is_first = not seat.waited
    seat_clock.stop_for_mail(seat, locked_match.now)
    if seat.player_id is not None:  # not in this transaction, which holds the match: others hold the player first
        transaction.on_commit(partial(last_seen.await_visit, seat.player_id), robust=True)
    words = say("The email about this turn couldn’t be delivered, so the clock is paused.")
    line = locked_match.log(Kind.CLOCK_STOPPED, None, LogEntry.Via.CLOCK, words, about=seat)
    if is_first:  # in this match: the others need not hear how to have it started each time
        locked_match.tell("clock_changed", locked_match.others(seat), line)
    return line


@transaction_with_retry
def start_after_waiting(seat_id: int, number: int) -> LogEntry | None:
    """Start a clock that is stopped for the email about that turn, if it no longer needs to wait for it.

    The player has seen the turn, or the clock has waited for as long as one may. ``None`` otherwise.
    """
    found = lock_seat(seat_id)
    if found is None:
        return None
    locked_match, seat = found
    if seat.asked_turn != number or seat.stopped != Seat.Stopped.MAIL:
        return None
    is_over = waiting_for_delivery.has_waited_enough(seat, locked_match.now)
    if not is_over and not waiting_for_delivery.is_seen(seat):
        return None
    return _begin_anew(locked_match, seat, WAITED if is_over else SEEN)


@transaction_with_retry
def start_on_mail_arrival(
    seat_id: int, number: int, queued_at: datetime, due_at: datetime | None = None
) -> LogEntry | None:
    """Start a clock that is stopped for the email about that turn, which a mail server has now taken.

    One that ran while the email was late begins again. ``due_at`` is when its reader wished to have it, if that was
    later. ``None`` if that changes nothing."""
    found = lock_seat(seat_id)
    if found is None:
        return None
    locked_match, seat = found
    if seat.asked_turn != number or not turn_delivery.begins_clock(seat, queued_at, locked_match.now, due_at):
        return None
    return _begin_anew(locked_match, seat, ARRIVED if turn_delivery.was_sent(seat) else NOT_WAITED_FOR)


def _begin_anew(locked_match: LockedMatch, seat: Seat, message: str) -> LogEntry:
    if locked_match.match.all_stopped and seat.stopped:
        seat_clock.keep_with_all(seat, locked_match.now)
        line = locked_match.log(Kind.CLOCK_STOPPED, None, LogEntry.Via.CLOCK, say(ARRIVED_BEFORE_START), about=seat)
        line.cause = Cause.MAIL_WITH_EVENT
    else:
        seat_clock.restart(seat, locked_match.now)
        line = locked_match.log(Kind.CLOCK_STARTED, None, LogEntry.Via.CLOCK, say(message), about=seat)
    store.save(locked_match)
    return line


# -- by the calendar -----------------------------------------------------------------------------------------------


@transaction_with_retry
def follow_pauses(seat_id: int) -> LogEntry | None:
    """Work out again when a seat's clock is paused, after its player's vacation, time zone or night has changed."""
    found = lock_seat(seat_id)
    if found is None:
        return None
    locked_match, seat = found
    line = apply_pause_changes(locked_match, seat)
    if line is not None:  # whoever is away or back now may have, or leave, the turn to others
        locked_match.move_on()
    store.save(locked_match)
    return line


def apply_pause_changes(locked_match: LockedMatch, seat: Seat) -> LogEntry | None:
    """Apply a changed vacation, time zone or night, from the moment at which it changed.

    This waits while no sweep runs: the time that is given back afterwards counts from when the clock began to run.
    """
    if seat.pauses_changed_at is not None and outages.under_way_since(locked_match.now) is not None:
        return None
    changed_at, seat.pauses_changed_at = seat.pauses_changed_at, None
    if changed_at is None or locked_match.match.is_over:
        return None
    before = vacation_words.ahead(seat.loaded_pauses, changed_at)
    after = vacation_words.ahead(pauses.pauses_for(seat.player, locked_match.match), changed_at)
    if after == before:
        return None
    seat_clock.change_pauses(seat, after, changed_at)
    words = vacation_words.what_changed(before, after, changed_at)
    line = locked_match.log(Kind.PAUSES, seat, LogEntry.Via.SITE, words, about=seat)
    line.stamped_at = changed_at
    return line
