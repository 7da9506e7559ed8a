"""Proof that the checks of invariants can fail."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.signing import Signer
from django.db import connection
from django.test import Client

from jobs import lease
from mail.inbound import store
from mail.inbound.reply_address import address_of
from mail.models import InboundMail, OutboxMail
from matches import sweep
from matches.clocks.pauses import friendly_pool
from matches.gate import turns
from matches.mails import tokens
from matches.models import LogEntry, Match, Seat, VacationDay
from tests.support.factories import PASSWORD, MatchFactory
from timekeeping import clock

from .ageing import age, aged
from .invariants import broken, check_invariants

pytestmark = pytest.mark.django_db
Status = OutboxMail.Status
DAY = timedelta(days=1)


@pytest.fixture
def played(match: Match) -> Match:
    """A match after six turns, with all emails sent or no longer needed."""
    luck = random.Random(1)
    for _ in range(6):
        match.refresh_from_db()
        seat = match.seats.get(asked_turn__isnull=False)
        turns.submit_turn(
            seat, seat.asked_turn or 0, match.game.sample(match.loaded_state, seat.index, luck), LogEntry.Via.SITE
        )
    deliver_all()
    match.refresh_from_db()
    return match


@pytest.fixture
def lost_on_time(played: Match) -> Match:
    time_passes(played)
    played.refresh_from_db()
    assert played.is_over
    deliver_all()
    return played


def deliver_all() -> None:
    OutboxMail.objects.filter(status=Status.QUEUED).update(status=Status.SENT, sent_at=clock.now())


def time_passes(match: Match) -> None:
    """Let time pass until the deadline of the seat whose turn it is has been decided."""
    age(match.clock_cap + timedelta(minutes=1))
    for _ in range(2):  # the first finds that no sweep has run, and gives the time back
        sweep.sweep_deadlines()


def words() -> str:
    return "\n".join(broken())


def test_all_is_well_with_what_was_played(played: Match) -> None:
    check_invariants()


def test_all_is_well_with_a_match_lost_on_time(lost_on_time: Match) -> None:
    check_invariants()


def test_all_is_well_after_time_has_passed(played: Match) -> None:
    age(timedelta(hours=30))
    check_invariants()
    assert played.seats.filter(deadline__lt=clock.now() + 2 * DAY).exists()


def test_two_turns_of_one_number_are_found(played: Match) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX one_turn_per_number")
    played.log.filter(index=5).update(number=1)
    assert f"match {played.pk} has 2 turns of number 1" in words()


def test_a_turn_without_a_number_is_found(played: Match) -> None:
    played.log.filter(index=5).update(number=None)
    assert "is a turn without a number" in words()


def test_a_turn_and_a_time_out_for_one_number_are_found(lost_on_time: Match) -> None:
    last = lost_on_time.log.get(kind=LogEntry.Kind.TIME)
    number = lost_on_time.next_number - 1
    played = {"kind": LogEntry.Kind.PLAY, "number": number, "text": "pass", "state": last.state, "clocks": last.clocks}
    LogEntry.objects.create(match=lost_on_time, seat=last.seat, index=last.index + 1, via="site", at=last.at, **played)
    assert f"turn {number} of seat {last.seat_id} in match {lost_on_time.pk} was decided 2 times" in words()


def test_a_line_after_the_end_is_found(lost_on_time: Match) -> None:
    last = lost_on_time.log.get(kind=LogEntry.Kind.TIME)
    more = {"state": last.state, "clocks": last.clocks, "at": clock.now() + DAY}
    LogEntry.objects.create(match=lost_on_time, index=last.index + 1, kind=LogEntry.Kind.DRAW_OFFER, via="site", **more)
    assert "went on after its end" in words()


def test_a_day_of_vacation_used_without_a_line_is_found(played: Match) -> None:
    seat = played.seats.get(index=0)
    assert seat.player is not None
    VacationDay.objects.create(player=seat.player, pool=friendly_pool(), seat=seat, at=clock.now())
    assert f"match {played.pk} used 1 vacation days, and its log says otherwise" in words()


def test_a_time_out_before_the_deadline_is_found(lost_on_time: Match) -> None:
    last = lost_on_time.log.get(kind=LogEntry.Kind.TIME)
    LogEntry.objects.filter(pk=last.pk).update(at=last.at - timedelta(hours=1))
    assert "came before the deadline" in words()


@pytest.mark.parametrize("change", [{"status": Status.PARKED}, {"status": Status.QUEUED}, {"late": True}])
def test_a_time_out_of_somebody_who_was_not_told_is_found(lost_on_time: Match, change: dict[str, object]) -> None:
    mail = OutboxMail.objects.filter(kind="your_turn").latest("pk")
    fields = {"sent_at": clock.now() + DAY} if "late" in change else {**change, "sent_at": None}
    OutboxMail.objects.filter(pk=mail.pk).update(**fields)
    assert f"never told of turn {lost_on_time.next_number - 1}" in words()


@pytest.mark.parametrize("kind", ["your_turn", "match_over"])
def test_a_mail_that_is_not_there_is_found(lost_on_time: Match, kind: str) -> None:
    gone = OutboxMail.objects.filter(kind=kind).latest("pk")
    key = gone.key
    gone.delete()
    assert f"match {lost_on_time.pk} has no mail {key}" in words()


def test_a_time_out_over_a_mail_that_was_not_read_is_found(lost_on_time: Match) -> None:
    line = lost_on_time.log.get(kind=LogEntry.Kind.TIME)
    assert line.seat is not None
    stamp = line.at - timedelta(days=1)
    address = address_of(tokens.mint_reply(lost_on_time, line.seat))
    store.store_mail(b"b3+", via=InboundMail.Via.SMTP, sender="", recipients=[address], now=stamp)
    assert "was not read" in words()
    InboundMail.objects.update(status="done", processed_at=line.at - timedelta(seconds=1))
    assert not words()
    InboundMail.objects.update(processed_at=line.at + timedelta(seconds=1))
    assert "was not read" in words()
    InboundMail.objects.update(arrived_at=line.at)  # after the deadline
    assert not words()


@pytest.mark.parametrize(
    ("status", "minutes", "is_well"),
    [("waiting", 1, True), ("waiting", -3, False), ("waiting", 9, False), ("done", 1, False)],
)
def test_a_lease_of_a_mail_that_came_in_is_looked_at(played: Match, status: str, minutes: int, is_well: bool) -> None:
    store.store_mail(b"b3+", via=InboundMail.Via.SMTP, sender="", recipients=["play@replies.example"])
    InboundMail.objects.update(status=status, leased_until=clock.now() + timedelta(minutes=minutes))
    assert (not words()) == is_well


def test_a_lease_that_is_too_long_is_found(played: Match) -> None:
    now = clock.now()
    for status, until in (
        (Status.QUEUED, now + lease.LEASE_LENGTH + DAY),
        (Status.SENT, now + timedelta(seconds=5)),
        (Status.QUEUED, now - timedelta(minutes=5)),
    ):
        OutboxMail.objects.filter(kind="your_turn").update(status=status, leased_until=until)
        assert "is leased until" in words()
    OutboxMail.objects.filter(kind="your_turn").update(status=Status.QUEUED, leased_until=now + lease.LEASE_LENGTH / 2)
    check_invariants()


def test_a_board_that_was_not_played_is_found(played: Match) -> None:
    earlier = played.log.get(index=2)
    Match.objects.filter(pk=played.pk).update(state=earlier.state)
    assert "the board is not the one that the log leads to" in words()


def test_a_clock_that_does_not_follow_from_the_log_is_found(played: Match) -> None:
    seat = played.seats.get(asked_turn__isnull=False)
    assert seat.deadline is not None
    Seat.objects.filter(pk=seat.pk).update(deadline=seat.deadline + DAY)
    assert f"match {played.pk}: " in words()


def test_secrets_in_logs_are_found(played: Match, tmp_path: Path, settings: object) -> None:
    seat = played.seats.get(asked_turn__isnull=False)
    assert seat.player is not None
    token = tokens.mint_turn(seat, seat.asked_turn or 0)
    client = Client()
    client.force_login(seat.player)
    key = client.cookies["sessionid"].value
    log = tmp_path / "web.log"
    for secret in (
        token,
        token.upper(),
        f"x{token}y",
        f"/some/new/address/{Signer(sep='.').sign('12')}/",
        PASSWORD,
        played.seed,
        key,
        "the tests have no secrets",
    ):
        log.write_text(f"GET {secret} HTTP/1.1")
        assert "log has" in "\n".join(broken([log])), secret
    log.write_text('GET /l/[cut]/ HTTP/1.1 path("l/<str:token>/")')
    check_invariants([log])


def test_moments_in_json_grow_older_and_nothing_else_changes() -> None:
    data = {"at": "2026-03-01T12:00:00.5+00:00", "in": [["2026-03-01T00:00:00+00:00"], 3, None, "a3xa4", "2026-03-01"]}
    assert aged(data, DAY) == {
        "at": "2026-02-28T12:00:00.500000+00:00",
        "in": [["2026-02-28T00:00:00+00:00"], 3, None, "a3xa4", "2026-03-01"],
    }


def test_a_match_of_its_own_is_left_alone(played: Match) -> None:
    MatchFactory()
    check_invariants()
