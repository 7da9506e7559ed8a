"""Taking a turn back: until an opponent has seen it or done anything, and for two minutes at most.

``chance`` tells without a lock whether that is possible. The turn stays in the log, and the line that undoes it comes
after it. The seat is asked again under a new number, since numbers are never used twice, and its clock continues as if
it had not answered; seats that the turn led to are no longer asked, and their clocks have lost nothing.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from i18n.text import listed, noop, say, say_many
from matches.clocks import seat_clock
from matches.clocks.replay_clock import replay_clock
from matches.models import LogEntry, Match, Outage, Seat
from matches.record.record import entry_of, standing, state_before
from matches.time_control.time_control import DAY, TAKEBACK_WINDOW

from . import lock
from .lock import lock_own_seat, transaction_with_retry
from .locked_match import LockedMatch
from .refused import MatchRefused

Kind = LogEntry.Kind
TIMES_A_DAY = 3  # by one player in one match: each is a mail to the opponent
TAIL = 50  # the last lines of the log; if a turn is before them, more has happened since than fits into two minutes
NO_ACT = frozenset({Kind.PAUSES})  # the calendar's doing, though a player's line
MOVES_ON = frozenset({Kind.DEFAULT, Kind.TIME, Kind.VACATION_DAY, Kind.HANDED_OVER})


@dataclass(frozen=True, slots=True)
class Chance:
    """The number of a turn that may be taken back, and until when."""

    number: int
    until: datetime


@dataclass(frozen=True)
class Found:
    """The turn that may be taken back, its seat's clock before it, and the lines after it, oldest first."""

    turn: LogEntry
    before: dict[str, Any]
    since: Sequence[LogEntry]


@transaction_with_retry
def take_back(
    seat: Seat,
    via: LogEntry.Via,
    *,
    number: int | None = None,
    stamped_at: datetime | None = None,
) -> LogEntry:
    """Take back the seat's last turn, or the one of that number, and return the line that says so.

    The seat is asked again, under a new number. Asking twice returns the same line. ``stamped_at`` is when an email
    that asks for it arrived. Raises ``MatchRefused``.
    """
    locked_match, seat = lock_own_seat(seat)
    tail = _tail(locked_match.match)
    if earlier := _done_already(locked_match.match, tail, seat, number):
        return earlier
    _lock_seen_lengths(locked_match)
    found = _find(locked_match.match, locked_match.seats, seat, tail, number, stamped_at or locked_match.now)
    state = state_before(locked_match.match, found.turn, len(locked_match.seats))
    asked = frozenset(locked_match.game.to_act(state))
    _refuse_if_it_withdrew(locked_match.others(seat), asked)
    _refuse_too_many(
        locked_match.match.log.filter(kind=Kind.TAKEN_BACK, seat=seat, at__gt=locked_match.now - DAY).count()
    )
    unanswered = _set_back(locked_match, seat, found)
    if found.turn.is_ordered:  # it would be played again
        seat.orders = None
    line = locked_match.log(Kind.TAKEN_BACK, seat, via, say("Took the turn back."), state)
    line.undoes = found.turn
    for other in locked_match.others(seat):
        if other.index not in asked and other.asked_turn is not None:
            _ask_no_more(locked_match, other, other.asked_turn, line)
    locked_match.ask(asked)
    seat_clock.resume_clock(seat, unanswered, locked_match.now)
    lock.save(locked_match)
    return line


def chance(match: Match, seats: Sequence[Seat], seat: Seat, latest: Sequence[LogEntry] | None = None) -> Chance | None:
    """Return what the seat may take back if no one looks or acts first; ``None`` if there is nothing.

    ``latest`` are the last lines of the log, the newest first, if the caller has read them already.
    """
    now = timezone.now()  # for a button alone, and without a query: the gate decides by the database's clock
    if match.is_over or now > match.last_turn_at + TAKEBACK_WINDOW:
        return None
    tail = _tail(match) if latest is None else latest
    try:
        found = _find(match, seats, seat, tail, None, now)
        today = [line for line in tail if line.at > now - DAY and line.kind == Kind.TAKEN_BACK]
        _refuse_too_many(sum(line.seat_id == seat.pk for line in today))
    except MatchRefused:
        return None
    return Chance(found.turn.number or 0, found.turn.at + TAKEBACK_WINDOW)


# -- whether it is possible ------------------------------------------------------------------------------------------


def _tail(match: Match) -> list[LogEntry]:
    """Return the last lines of the log, the newest first."""
    return list(match.log.defer("state", "clocks").order_by("-index")[:TAIL])


def _done_already(match: Match, tail: Sequence[LogEntry], seat: Seat, number: int | None) -> LogEntry | None:
    """Return the line by which the same was done, for someone who asks twice; ``None`` if there is none."""
    if number is not None:
        return match.log.filter(undoes__number=number, undoes__isnull=False, seat=seat).first()
    last = _last_move(tail)
    return last if last is not None and last.kind == Kind.TAKEN_BACK and last.seat_id == seat.pk else None


def _last_move(tail: Iterable[LogEntry]) -> LogEntry | None:
    return next((line for line in tail if line.number is not None or line.kind == Kind.TAKEN_BACK), None)


def _find(
    match: Match, seats: Sequence[Seat], seat: Seat, tail: Sequence[LogEntry], number: int | None, moment: datetime
) -> Found:
    """Return the turn that the seat may take back at that moment. Raises ``MatchRefused`` if there is none."""
    turn = _last_move(tail)
    if turn is None or turn.seat_id != seat.pk or turn.kind != Kind.PLAY or number not in {None, turn.number}:
        raise _no_turn(match, seats, seat, turn)
    since = [line for line in reversed(tail) if line.index > turn.index]
    if match.is_over:
        if since:
            raise MatchRefused(say("This match is over, so you can’t take the turn back."), "over")
        raise MatchRefused(say("This turn ended the match, so you can’t take it back."), "over")
    if moment > turn.at + TAKEBACK_WINDOW:
        raise MatchRefused(say("You can take a turn back for two minutes, and that time is up."), "late")
    _refuse_acts(seats, seat, since)
    if seen_by := [other.name for other in seats if _is_other(other, seat) and other.seen_length > turn.index]:
        words = say_many(
            "%(names)s has already seen your turn, so it stands.",
            "%(names)s have already seen your turn, so it stands.",
            len(seen_by),
            names=listed(seen_by),
        )
        raise MatchRefused(words, "late")
    before = turn.before
    if before is None:
        raise MatchRefused(say("This turn was played before turns could be taken back, so it stands."), "illegal")
    if before["reveals"]:
        raise MatchRefused(say("This turn revealed something hidden, so you can’t take it back."), "illegal")
    if before["deadline"] and not before["left"]:
        raise MatchRefused(say("You played this turn in your last second, so it stands."), "late")
    return Found(turn, before, since)


def _no_turn(match: Match, seats: Sequence[Seat], seat: Seat, last: LogEntry | None) -> MatchRefused:
    if match.is_over:
        return MatchRefused(say("This match is over, so you can’t take a turn back."), "over")
    if last is None or last.seat_id == seat.pk:
        return MatchRefused(say("You have no turn to take back."), "stale")
    by_the_clock = noop("%(name)s has passed automatically since, so you can’t take your turn back.")
    by_hand = noop("%(name)s has played since, so you can’t take your turn back.")
    words = by_the_clock if last.kind == Kind.DEFAULT else by_hand
    return MatchRefused(say(words, name=_name_of(seats, last.seat_id)), "late")


def _refuse_acts(seats: Sequence[Seat], seat: Seat, since: Sequence[LogEntry]) -> None:
    for line in since:
        if line.kind in MOVES_ON or entry_of(line, 0) is not None:
            raise MatchRefused(say("The match has continued since your turn, so it stands."), "late")
        if line.seat_id not in {None, seat.pk} and line.kind not in NO_ACT:
            who = _name_of(seats, line.seat_id)
            raise MatchRefused(say("%(name)s has acted since your turn, so it stands.", name=who), "late")


def _name_of(seats: Sequence[Seat], seat_id: int | None) -> str:
    return next((seat.name for seat in seats if seat.pk == seat_id), say("Someone"))


def _refuse_too_many(times: int) -> None:
    if times >= TIMES_A_DAY:
        words = say_many(
            "You’ve taken back %(number)s turn of this match in the last 24 hours, so this one stands.",
            "You’ve taken back %(number)s turns of this match in the last 24 hours, so this one stands.",
            TIMES_A_DAY,
        )
        raise MatchRefused(words, "illegal")


def _refuse_if_it_withdrew(others: Iterable[Seat], asked: Container[int]) -> None:
    """Raise ``MatchRefused`` if the turn ended another player's turn, which taking it back couldn't restore."""
    if any(other.asked_turn is None for other in others if other.index in asked):
        raise MatchRefused(say("Another player’s turn ended with this one, so you can’t take it back."), "illegal")


def _is_other(other: Seat, seat: Seat) -> bool:
    """Return whether someone else has the other seat."""
    return other.pk != seat.pk and (other.player_id is None or other.player_id != seat.player_id)


# -- doing it --------------------------------------------------------------------------------------------------------


def _lock_seen_lengths(locked_match: LockedMatch) -> None:
    """Read the others' read marks as they are now, and lock them until this is decided.

    Players who look at the match hold no lock on it.
    """
    seats = Seat.objects.select_for_update(no_key=True).filter(match=locked_match.match).order_by("pk")
    seen = dict(seats.values_list("pk", "seen_length"))
    for seat in locked_match.seats:
        seat.seen_length = seen[seat.pk]


def _set_back(locked_match: LockedMatch, seat: Seat, found: Found) -> Seat:
    """Set the seat's clock, the draw offer and the time of the last turn back to before the turn.

    Return a copy of the seat with the clock as it would run now without the turn.
    """
    match = locked_match.match
    unanswered = seat_clock.restored(seat, found.turn.number, found.before)
    outages = Outage.objects.filter(ended_at__gt=found.turn.at)
    replay_clock(unanswered, found.since, outages, found.turn.at, locked_match.now)
    seat_clock.set_back(seat, unanswered, found.before["left"] * seat_clock.MICROSECOND, locked_match.now)
    earlier = standing(match.log).filter(number__isnull=False, index__lt=found.turn.index)
    before = earlier.order_by("-index").values_list("at", flat=True).first()
    match.last_turn_at = before or match.started_at
    if match.draw_offered_by_id is None:
        match.draw_offered_by = _offer_before(locked_match, found.turn)
    return unanswered


def _ask_no_more(locked_match: LockedMatch, seat: Seat, number: int, line: LogEntry) -> None:
    had_set_ahead = seat.ahead == Seat.Ahead.DROPPED
    seat_clock.withdraw_request(seat, all_stopped=locked_match.match.all_stopped)
    seat.ahead = ""
    locked_match.tell("taken_back", [seat], line, number=number, had_set_ahead=int(had_set_ahead))


def _offer_before(locked_match: LockedMatch, turn: LogEntry) -> Seat | None:
    """Return the seat whose draw offer lapsed with the turn; ``None`` if there was none."""
    kinds = {Kind.DRAW_OFFER, Kind.DRAW_DECLINED, Kind.PLAY, Kind.DEFAULT}
    before = standing(locked_match.match.log).filter(index__lt=turn.index, kind__in=kinds).order_by("-index")
    have_played: set[int | None] = set()
    for kind, seat_id in before.values_list("kind", "seat")[:TAIL]:
        if kind == Kind.DRAW_OFFER and have_played <= {seat_id}:
            return locked_match.seat(seat_id or 0)
        if kind in {Kind.DRAW_OFFER, Kind.DRAW_DECLINED}:
            return None
        have_played.add(seat_id)
    return None
