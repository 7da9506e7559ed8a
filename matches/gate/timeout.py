"""Timeouts: whether an answer is in time, and what happens to a seat whose time is up, as the match's terms say."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from i18n.text import say
from matches import hooks
from matches.clocks import outages, pauses, seat_clock, waiting_for_delivery
from matches.mails import turn_delivery, unread
from matches.models import LogEntry, Match, Seat
from matches.time_control import time_control

from . import calendar_clocks, lock, mail_clocks
from .ahead import play_what_was_set_ahead
from .lock import lock_free_matches, lock_seat, transaction_with_retry
from .locked_match import LockedMatch
from .refused import MatchRefused


def accept_late_answer_or_refuse(locked_match: LockedMatch, seat: Seat, stamped_at: datetime) -> datetime:
    """Return when the answer was given, for the clock, if it is in time or late for a reason that counts.

    Raises ``MatchRefused`` otherwise. It is in time until ``GRACE`` after the deadline, but uses up all that was left.
    Pauses are brought up to date first, and vacation days are used if the terms say so. No one is late if the email
    about the turn wasn't delivered; if no sweep has run for so long that the time will be given back; or if all clocks
    of the event were stopped or given time, and this one not yet.
    """
    if seat.pauses_changed_at is not None:
        calendar_clocks.apply_pause_changes(locked_match, seat)
    while seat.deadline is not None and stamped_at > seat.deadline:
        if (stood_still_at := outages.under_way_since(locked_match.now)) is not None:
            return min(stamped_at, stood_still_at)
        if any(hooks.clock_act_due.ask([locked_match.match])):
            break
        if was_not_told(locked_match, seat):
            mail_clocks.stop_for_mail(locked_match, seat)
        elif stamped_at <= seat.deadline + time_control.GRACE:
            break
        elif use_vacation_day(locked_match, seat) is None:
            raise MatchRefused(say("Your time for this turn has run out."), "late")
    return stamped_at


class Due(NamedTuple):
    """A seat of a locked match, and the number of the turn for which it was found to be out of time."""

    locked_match: LockedMatch
    seat: Seat
    number: int


@transaction_with_retry
def time_out(seat_id: int, number: int) -> LogEntry | None:
    """Decide what becomes of a seat whose deadline for that number has passed (``_decide_late``).

    ``None`` if there is nothing to decide. A match that another writer has is left for later.
    """
    found = lock_seat(seat_id, skip_locked=True)
    if found is None:
        return None
    locked_match, seat = found
    return next(iter(_decide_late([Due(locked_match, seat, number)], locked_match.now)), None)


@transaction.atomic
def time_out_together(seats: Iterable[Seat]) -> int:
    """Decide overdue seats of different matches, as they were found, in one transaction; return how many were decided.

    An error in one of them undoes them all.
    """
    found = {seat.match_id: seat for seat in seats}
    due = []
    for locked_match in lock_free_matches(found):
        seat = found[locked_match.match.pk]
        due.append(Due(locked_match, locked_match.seat(seat.pk), seat.asked_turn or 0))
    return len(_decide_late(due, due[0].locked_match.now)) if due else 0


def is_decided_alone(seat: Seat) -> bool:
    """Return whether deciding the seat's deadline takes a lock on its player's row.

    A transaction that held several of them in the order of their deadlines could wait for one that takes them in
    another order. The seat must have its match loaded.
    """
    return seat.pauses_changed_at is not None or seat.match.at_zero == Match.AtZero.VACATION


def _decide_late(found: Collection[Due], now: datetime) -> list[LogEntry]:
    """Decide each seat that is late as its match's terms say, store it, and return the log lines.

    Everything needed for that is read for all of them at once.
    """
    # 1. A player who has answered meanwhile is asked for another turn, or none.
    asked = [each for each in found if each.seat.asked_turn == each.number]
    # 2. Pauses are brought up to date, which moves deadlines.
    moved = [each for each in asked if calendar_clocks.apply_pause_changes(each.locked_match, each.seat)]
    # 3. Late are those whose deadline has passed, and the half minute of grace after it ...
    past = [each for each in asked if each.seat.deadline is not None and now > each.seat.deadline + time_control.GRACE]
    # 4. ... and from whom no email waits to be read that came in time.
    answered = unread.who_may_have_answered([each.seat for each in past], now)
    late = [each for each in past if each.seat.pk not in answered]
    # 5. They are left alone while all clocks of their event are about to be changed.
    left = _of_changing_events([each.locked_match.match for each in late])
    decided = [each for each in late if each.locked_match.match.pk not in left]
    # 6. Those who were never told of the turn have their clocks stopped; others use up what they have, or lose.
    untold = _not_told([each.seat for each in decided], now)
    lines = [_decide(each.locked_match, each.seat, each.seat.pk in untold) for each in decided]
    # 7. All of it is stored at once, with the pauses of those who turned out not to be late.
    in_time = [each for each in moved if each not in late]
    if changed := [each.locked_match for each in (*decided, *in_time)]:
        lock.save(*changed)
    return lines


def _of_changing_events(matches: Collection[Match]) -> set[int]:
    """Return the ids of the matches whose event is about to change all its clocks."""
    return set().union(*hooks.clock_act_due.ask(matches)) if matches else set()


def _decide(locked_match: LockedMatch, seat: Seat, is_untold: bool) -> LogEntry:
    line = mail_clocks.stop_for_mail(locked_match, seat) if is_untold else _use_up(locked_match, seat)
    if line.kind not in {LogEntry.Kind.CLOCK_STOPPED, LogEntry.Kind.VACATION_DAY}:
        play_what_was_set_ahead(locked_match, line)
        locked_match.move_on()
    return line


def was_not_told(locked_match: LockedMatch, seat: Seat) -> bool:
    """Return whether the email about the turn wasn't delivered, so that the clock must wait for it."""
    return bool(_not_told([seat], locked_match.now))


def _not_told(seats: Collection[Seat], now: datetime) -> set[int]:
    """Return the ids of the seats whose clocks must wait, since the email about their turn wasn't delivered."""
    return waiting_for_delivery.who_may_wait(turn_delivery.undelivered(seats, now)) if seats else set()


def _use_up(locked_match: LockedMatch, seat: Seat) -> LogEntry:
    """Use up a vacation day for a seat that is out of time, else pass for it, else let it lose."""
    return use_vacation_day(locked_match, seat) or _pass_over(locked_match, seat) or _lose(locked_match, seat)


def use_vacation_day(locked_match: LockedMatch, seat: Seat) -> LogEntry | None:
    """Add twenty-four hours from the player's vacation, if the terms say so and there is a day left."""
    pool = locked_match.match.vacation_pool if locked_match.match.at_zero == Match.AtZero.VACATION else None
    if pool is None or seat.player is None or not pauses.use_day(pool, seat, locked_match.now):
        return None
    seat_clock.give(seat, time_control.DAY, locked_match.now)
    words = say("Used a vacation day when time ran out; the turn stays open.")
    line = locked_match.log(
        LogEntry.Kind.VACATION_DAY, seat, LogEntry.Via.CLOCK, words, about=seat, amount=time_control.DAY
    )
    locked_match.tell("vacation_day", [seat], line)
    return line


def _pass_over(locked_match: LockedMatch, seat: Seat) -> LogEntry | None:
    """Pass for the seat, if the terms and the game allow it and it hasn't passed too often."""
    match = locked_match.match
    if match.at_zero != Match.AtZero.PASS or seat.passes_used >= match.passes or seat.asked_turn is None:
        return None
    text = locked_match.game.idle_turn(locked_match.state, seat.index)
    if text is None:
        return None
    played = locked_match.game.play(locked_match.state, seat.index, text)
    number, stamped_at = seat.asked_turn, seat.deadline or locked_match.now
    seat.passes_used += 1
    locked_match.close_request(seat, locked_match.now)
    words = say(
        "Passed automatically when time ran out (%(times)s of %(most)s).",
        times=seat.passes_used,
        most=match.passes,
    )
    turn = locked_match.log_default(seat, number, played, words, stamped_at)
    locked_match.tell("passed_over", [seat], turn)
    return turn


def _lose(locked_match: LockedMatch, seat: Seat) -> LogEntry:
    state = locked_match.state_without(seat, "time")
    locked_match.close_request(seat, locked_match.now)
    return locked_match.log(LogEntry.Kind.TIME, seat, LogEntry.Via.CLOCK, say("Ran out of time."), state)
