"""Invariants that hold whatever has happened. Each function yields a sentence for every violation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.db.models import Count, Q

from accounts.models import TurnMail
from jobs import lease
from mail.models import InboundMail, OutboxMail
from matches.mails import tokens, turn_delivery
from matches.models import Link, LogEntry, Match, Seat
from matches.verify.replay import verify
from timekeeping import clock as database_clock

from .secrets_in_logs import secrets_in

Kind = LogEntry.Kind
Status = OutboxMail.Status
BY_THE_CLOCK = (Kind.TIME, Kind.DEFAULT)
TWO_SWEEPS = timedelta(minutes=2)


def check_invariants(logs: Iterable[Path] = ()) -> None:
    """Check all invariants. ``logs`` are the files with the output of the site's processes."""
    found = list(broken(logs))
    assert not found, "\n".join(found)


def broken(logs: Iterable[Path] = ()) -> Iterator[str]:
    yield from turns_with_one_number()
    for match in Match.objects.prefetch_related("seats__player"):
        lines = list(match.log.order_by("index"))
        yield from deadlines_decided_twice(match, lines)
        yield from timed_out_unfairly(match, lines)
        yield from timed_out_over_a_mail(match, lines)
        yield from decided_without_mails(match, lines)
    yield from leased_too_long()
    yield from logs_that_lead_elsewhere()
    for log in logs:
        yield from secrets_in(log)


def turns_with_one_number() -> Iterator[str]:
    """Yield turns of a match that share a number, and turns without one."""
    numbered = LogEntry.objects.filter(number__isnull=False).order_by().values("match", "number")
    for row in numbered.annotate(turns=Count("pk")).filter(turns__gt=1):
        yield f"match {row['match']} has {row['turns']} turns of number {row['number']}"
    for turn in LogEntry.objects.filter(kind__in=(Kind.PLAY, Kind.DEFAULT), number=None):
        yield f"{turn} is a turn without a number"


def deadlines_decided_twice(match: Match, lines: list[LogEntry]) -> Iterator[str]:
    """Yield deadlines decided more than once, vacation days that don't add up, and lines after a match's end."""
    decided = Counter(asked_before(match, lines, line) for line in lines if line.kind in {Kind.PLAY, *BY_THE_CLOCK})
    for (seat, number), times in decided.items():
        if times > 1:
            yield f"turn {number} of seat {seat} in match {match.pk} was decided {times} times"
    for line in lines:
        if line.kind == Kind.VACATION_DAY and not (line.clocks and deadline_after(line) > line.at - timedelta(days=1)):
            yield f"{line} used a vacation day that its clock did not get"
    given = match.seats.filter(vacation_days__isnull=False).aggregate(days=Count("vacation_days"))["days"]
    if given != sum(line.kind == Kind.VACATION_DAY for line in lines):
        yield f"match {match.pk} used {given} vacation days, and its log says otherwise"
    done = [line for line in lines if line.kind != Kind.SAID]
    if match.is_over and done and done[-1].at != match.finished_at:
        yield f"match {match.pk} went on after its end"


def asked_before(match: Match, lines: list[LogEntry], line: LogEntry) -> tuple[int | None, int | None]:
    """Return the seat whose turn a line decided, and the number of that turn."""
    return line.seat_id, clock_before(match, lines, line)["number"] if line.number is None else line.number


def clock_before(match: Match, lines: list[LogEntry], line: LogEntry) -> dict[str, Any]:
    """Return the clock of the line's seat after the latest line written earlier, or else at the match's start."""
    place = next(place for place, seat in enumerate(match.seats.all()) if seat.pk == line.seat_id)
    earlier = [other.clocks for other in lines if other.at < line.at and other.clocks]
    return earlier[-1][place] if earlier else {"number": asked_at_start(match).get(line.seat_id), "deadline": None}


def asked_at_start(match: Match) -> dict[int | None, int]:
    """Return by seat the number of its first turn, for the seats that were asked when the match began."""
    seats = list(match.seats.all())
    start = match.game.start(match.options, len(seats), bytes.fromhex(match.seed))
    asked = sorted(match.game.to_act(start))
    return {seats[index].pk: number for number, index in enumerate(asked, start=1)}


def deadline_after(line: LogEntry) -> datetime:
    assert line.about is not None
    deadline = line.clocks[line.about.index]["deadline"]
    return datetime.fromisoformat(deadline) if deadline else line.at


def timed_out_unfairly(match: Match, lines: list[LogEntry]) -> Iterator[str]:
    """Yield time-outs before the deadline, or of a player who was never told of the turn."""
    for line in lines:
        if line.kind not in BY_THE_CLOCK:
            continue
        clock = clock_before(match, lines, line)
        if clock["deadline"] and line.at < datetime.fromisoformat(clock["deadline"]):
            yield f"{line} came before the deadline"
        seat, number = asked_before(match, lines, line)
        mail = OutboxMail.objects.filter(key=f"{turn_delivery.KIND}:{seat}:{number}").first()
        if mail is not None and not _was_told(mail, line) and not _was_let_run(lines, line):
            yield f"{line} was decided, and its player was never told of turn {number}: {mail} is {mail.status}"


def timed_out_over_a_mail(match: Match, lines: list[LogEntry]) -> Iterator[str]:
    """Yield time-outs that came while an email from the player, stamped in time, was still unread."""
    for line in lines:
        deadline = clock_before(match, lines, line)["deadline"] if line.kind in BY_THE_CLOCK else None
        if not deadline:
            continue
        hashes = Link.objects.filter(seat=line.seat_id, purpose__in=tokens.REPLIES).values("token_hash")
        in_time = InboundMail.objects.filter(token_hash__in=hashes, arrived_at__lte=datetime.fromisoformat(deadline))
        unread = Q(status=InboundMail.Status.WAITING) | Q(processed_at__gt=line.at)
        for mail in in_time.filter(unread):
            yield f"{line} was decided while {mail} was not read"


def _was_told(mail: OutboxMail, line: LogEntry) -> bool:
    if mail.status == Status.SENT:
        return mail.sent_at is not None and mail.sent_at <= line.at
    return mail.status == Status.DROPPED


def _was_let_run(lines: list[LogEntry], line: LogEntry) -> bool:
    """Return whether the organiser let the clock run, though the email was not delivered."""
    released = [other for other in lines if other.kind == Kind.CLOCK_STARTED and other.via == LogEntry.Via.HOST]
    return any(other.about_id == line.seat_id and other.index < line.index for other in released)


def decided_without_mails(match: Match, lines: list[LogEntry]) -> Iterator[str]:
    """Yield emails that a match's decisions should have put into the outbox, but didn't."""
    for key in expected_mails(match, lines):
        if not OutboxMail.objects.filter(key=key, match=match).exists():
            yield f"match {match.pk} has no mail {key}"


def expected_mails(match: Match, lines: list[LogEntry]) -> Iterator[str]:
    people = [seat for seat in match.seats.all() if seat.player and not seat.player.is_computer]
    readers = {seat.pk: seat for seat in people if seat.player and seat.player.is_active}
    wanting = {pk for pk, seat in readers.items() if seat.player and seat.player.turn_mail != TurnMail.NONE}
    yield from (f"{turn_delivery.KIND}:{seat}:{number}" for seat, number in asked_ever(match, lines) if seat in wanting)
    if match.is_over:
        yield from (f"match_over:{seat}" for seat in readers)
    for line in lines:
        yield from _mails_of(line, readers)


def asked_ever(match: Match, lines: list[LogEntry]) -> Iterator[tuple[int, int]]:
    """Yield every seat with the number of each turn that it was asked for."""
    seats = list(match.seats.all())
    found = {(seat, number) for seat, number in asked_at_start(match).items() if seat is not None}
    found |= {(seat.pk, seat.asked_turn) for seat in seats if seat.asked_turn is not None}
    for line in lines:
        pairs = zip(seats, line.clocks, strict=False)
        found |= {(seat.pk, clock["number"]) for seat, clock in pairs if clock["number"] is not None}
    yield from sorted(found)


def _mails_of(line: LogEntry, readers: dict[int, Seat]) -> Iterator[str]:
    others = [seat for seat in readers if seat != line.seat_id]
    if line.kind == Kind.DRAW_OFFER:
        yield from (f"draw_offered:{line.pk}:{seat}" for seat in others)
    if line.kind == Kind.TIME_GIVEN or (line.kind == Kind.CLOCK_STOPPED and line.via == LogEntry.Via.HOST):
        yield from (f"clock_changed:{line.pk}:{seat}" for seat in others)
    if line.kind == Kind.VACATION_DAY and line.seat_id in readers:
        yield f"vacation_day:{line.pk}"
    if line.kind == Kind.DEFAULT and line.seat_id in readers:
        yield f"passed_over:{line.pk}"
    if line.via == LogEntry.Via.CONDITIONAL and line.seat_id in readers:
        yield f"conditional_played:{line.pk}"


def leased_too_long() -> Iterator[str]:
    """Yield rows that are leased for longer than a lease lasts."""
    now = database_clock.now()
    beyond = Q(leased_until__gt=now + lease.LEASE_LENGTH)
    ended = Q(leased_until__isnull=False) & ~Q(status=Status.QUEUED)
    forgotten = Q(leased_until__lt=now - TWO_SWEEPS, status=Status.QUEUED)
    for mail in OutboxMail.objects.filter(beyond | ended | forgotten):
        yield f"{mail}, {mail.status}, is leased until {mail.leased_until}, and it is {now}"
    waiting = Q(status=InboundMail.Status.WAITING)
    late = Q(leased_until__lt=now - TWO_SWEEPS) & waiting
    for came in InboundMail.objects.filter(beyond | late | Q(leased_until__isnull=False) & ~waiting):
        yield f"{came}, {came.status}, is leased until {came.leased_until}, and it is {now}"


def logs_that_lead_elsewhere() -> Iterator[str]:
    """Yield differences between the stored state, points and clocks of a match and those that its log leads to."""
    for _, differences in verify(Match.objects.all()):
        yield from map(str, differences)
