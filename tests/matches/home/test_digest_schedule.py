"""The email of the day: at the player's hour, of all that waits, once."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives
from django.core.management import call_command
from pytest_django import DjangoAssertNumQueries

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.compose import compose
from mail.outbox.send import Failure
from matches import sweep
from matches.gate import clock_acts
from matches.home import digest_schedule, reminders
from matches.mails import causes, turn_delivery
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY, HOUR
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import fresh, kinds, submit, travel_past_grace_of
from timekeeping import clock

Status = OutboxMail.Status
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
EVENING = datetime(2026, 11, 20, 18, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def at(moment: datetime) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


@pytest.fixture
def reader(player: User) -> User:
    """Ada wishes for an email at six in the evening, and the sweep has seen it."""
    return wishing(player)


def wishing(user: User, **more: Any) -> User:
    User.objects.filter(pk=user.pk).update(turn_mail=TurnMail.DIGEST, digest_hour=18, **more)
    user.refresh_from_db()
    with at(NOON):
        digest_schedule.send_due(clock.now())
    user.refresh_from_db()
    return user


def waiting(reader: User, **more: Any) -> Match:
    """The reader is asked for a turn, at noon."""
    with at(NOON):
        match: Match = MatchFactory(players=[reader, UserFactory()], **more)
    return match


def mails() -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(kind="digest").order_by("pk"))


def sent_at(*moments: datetime) -> list[int]:
    """How many are queued by sweeps at these moments."""
    counts = []
    for moment in moments:
        with at(moment):
            counts.append(digest_schedule.send_due(clock.now()))
    return counts


# -- when ------------------------------------------------------------------------------------------------------------


def test_it_comes_at_the_hour_and_once_a_day(reader: User) -> None:
    waiting(reader, days=9)
    assert sent_at(EVENING - MINUTE, EVENING, EVENING, EVENING + HOUR) == [0, 1, 0, 0]
    assert sent_at(EVENING + DAY - MINUTE, EVENING + DAY) == [0, 1]
    assert [mail.key for mail in mails()] == [f"digest:{reader.pk}:2026-11-2{day}" for day in (0, 1)]


def test_the_hour_is_that_of_the_players_zone(player: User) -> None:
    waiting(wishing(player, time_zone="Asia/Tokyo"), days=9)
    assert sent_at(EVENING) == [0]
    assert sent_at(datetime(2026, 11, 21, 9, tzinfo=UTC)) == [1]
    assert mails()[0].key == f"digest:{player.pk}:2026-11-21"


def test_it_is_late_rather_than_lost(reader: User) -> None:
    waiting(reader, days=9)
    assert sent_at(EVENING + 3 * HOUR, EVENING + DAY) == [1, 1]


def test_nothing_comes_where_nothing_waits(reader: User) -> None:
    assert sent_at(EVENING) == [0]
    waiting(reader, days=9)
    assert sent_at(EVENING + HOUR, EVENING + DAY) == [0, 1]


def test_nothing_is_sent_where_all_was_played_meanwhile(reader: User) -> None:
    match = waiting(reader)
    sent_at(EVENING)
    with at(EVENING):
        submit(match.seats.get(index=0), "T@b3")
        deliver.deliver_due()
    assert mails()[0].status == Status.DROPPED


def test_two_sweeps_at_once_write_one(reader: User, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting(reader)
    (before,) = User.objects.filter(pk=reader.pk)
    assert sent_at(EVENING) == [1]
    with at(EVENING):
        assert not digest_schedule._tell(before, clock.now()), "it was read before the other had written"
    assert len(mails()) == 1


def test_a_sweep_that_read_it_before_the_player_chose_another_hour_leaves_that_alone(reader: User) -> None:
    waiting(reader)
    (before,) = User.objects.filter(pk=reader.pk)
    later = EVENING + 2 * HOUR
    User.objects.filter(pk=reader.pk).update(digest_hour=20, digest_at=later)
    with at(EVENING):
        assert not digest_schedule._tell(before, clock.now())
    reader.refresh_from_db()
    assert (mails(), reader.digest_at) == ([], later)


def test_another_hour_on_the_same_day_brings_no_second_mail(reader: User) -> None:
    waiting(reader, days=9)
    assert sent_at(EVENING) == [1]
    with at(EVENING):
        reader.digest_hour = 20
        digest_schedule.plan_digest(reader, clock.now())
        reader.save()
    assert sent_at(EVENING + 2 * HOUR, EVENING + 2 * HOUR + DAY) == [0, 1]


@pytest.mark.parametrize("fields", [{"turn_mail": "each"}, {"turn_mail": "none"}, {"is_active": False}])
def test_who_wishes_for_none_gets_none(reader: User, fields: dict[str, Any]) -> None:
    waiting(reader)
    User.objects.filter(pk=reader.pk).update(**fields)
    assert sent_at(EVENING) == [0]


def test_a_wish_that_changes_before_it_is_sent_counts(reader: User) -> None:
    waiting(reader)
    sent_at(EVENING)
    User.objects.filter(pk=reader.pk).update(turn_mail=TurnMail.EACH)
    assert compose(mails()[0]) is None


def test_it_waits_for_quiet_hours_to_end(player: User) -> None:
    waiting(wishing(player, quiet_from=time(17), quiet_to=time(20)))
    sent_at(EVENING)
    assert mails()[0].next_try_at == EVENING + 2 * HOUR


def test_it_is_part_of_the_tick(reader: User, capsys: pytest.CaptureFixture[str]) -> None:
    waiting(reader)
    with at(EVENING):
        call_command("tick")
    assert len(mails()) == 1


def test_one_whose_day_cannot_be_worked_out_keeps_nobody_waiting(
    reader: User, opponent: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waiting(reader)
    waiting(wishing(opponent))
    plan = digest_schedule.plan_digest

    def fail(player: User, now: datetime) -> None:
        if player.pk == reader.pk:
            raise KeyError("zone")
        plan(player, now)

    monkeypatch.setattr(digest_schedule, "plan_digest", fail)
    assert sent_at(EVENING) == [1]
    assert "could not write the daily email" in caplog.text


# -- what it says ----------------------------------------------------------------------------------------------------


def written(mail: OutboxMail, now: datetime = EVENING) -> EmailMultiAlternatives:
    with at(now):
        message = compose(mail)
    assert message is not None
    return message


def test_it_lists_all_turns_with_a_link_each_the_most_urgent_first_and_one_alone_can_be_replied_to(
    reader: User,
) -> None:
    quick = waiting(reader, days=2)
    sent_at(EVENING)
    message = written(mails()[0])
    assert (message.subject, len(message.reply_to)) == ("Your turn in 1 match", 1)
    slow = waiting(reader, days=9, occasion="Spring Cup, round 3")
    message = written(mails()[0])
    words = str(message.body)
    assert message.subject == "Your turn in 2 matches"
    assert re.findall(r"(Fortify #\d+) against Player \d+", words) == [str(quick), str(slow)]
    deadlines = re.findall(r"Deadline: (.*)", words)
    assert deadlines == ["Sun 22 Nov 2026, 12:00 UTC", "Sun 29 Nov 2026, 12:00 UTC"]
    assert words.count("/l/") == 2
    assert "Spring Cup, round 3" in words


def test_a_clock_that_stands_still_is_listed_last(reader: User) -> None:
    first, second = waiting(reader), waiting(reader)
    with at(NOON):
        clock_acts.stop_clock(first.seats.get(index=0), "ill", 0)
    sent_at(EVENING)
    words = str(written(mails()[0]).body)
    assert re.findall(r"Fortify #\d+", words) == [str(second), str(first)]
    assert words.count("Deadline:") == 1
    assert words.count("Your clock is paused until the organiser starts it.") == 1


@pytest.mark.parametrize("matches", [1, 6])
def test_more_turns_cost_no_more_queries(
    reader: User, django_assert_max_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    for _ in range(matches):
        waiting(reader)
    with django_assert_max_num_queries(9):
        sent_at(EVENING)
    (mail,) = mails()
    with django_assert_max_num_queries(9):
        written(mail)


# -- instead of other mails ------------------------------------------------------------------------------------------


def test_no_turn_is_announced_beside_it(reader: User) -> None:
    match = waiting(reader)
    assert not OutboxMail.objects.filter(kind="your_turn", match=match).exists()


def test_a_turn_whose_mail_waits_is_left_to_it(player: User) -> None:
    match = waiting(player)
    wishing(player)
    with at(NOON):
        deliver.deliver_due()
    assert OutboxMail.objects.get(kind="your_turn", match=match).status == Status.DROPPED


def test_a_warning_does_not_wait_for_it(reader: User) -> None:
    match = waiting(reader, days=5)
    with at(NOON + 4 * DAY):
        assert reminders.send_due(clock.now()) == 1
    reminder = OutboxMail.objects.get(kind="reminder")
    assert "/l/" in str(written(reminder, NOON + 4 * DAY).body), "it announces the turn where no mail of the day has"
    assert kinds(match) == []


def test_who_wishes_for_each_again_is_told_of_what_no_mail_of_the_day_told(reader: User) -> None:
    told = waiting(reader)
    sent_at(EVENING)
    with at(EVENING):
        deliver.deliver_due()
    with at(EVENING + HOUR):
        untold: Match = MatchFactory(players=[reader, UserFactory()])
        User.objects.filter(pk=reader.pk).update(turn_mail=TurnMail.EACH)
        reader.refresh_from_db()
        causes.announce_waiting_turns(reader)
    announced = OutboxMail.objects.filter(kind="your_turn", user=reader).values_list("match", flat=True)
    assert list(announced) == [untold.pk]
    assert told.pk != untold.pk


# -- clocks ----------------------------------------------------------------------------------------------------------


def seat_of(match: Match) -> Seat:
    return match.seats.select_related("player").get(index=0)


def test_a_turn_that_waits_for_it_by_wish_is_lost_on_time(reader: User) -> None:
    match = waiting(reader, days=0.2)
    with travel_past_grace_of(seat_of(match)):
        assert sweep.sweep_deadlines() == 1
    assert kinds(match) == ["time"]


def test_nobody_loses_whose_mail_of_the_day_was_not_accepted(reader: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = waiting(reader, days=0.5)
    monkeypatch.setattr(deliver, "send_message", lambda _: Failure("451 later"))
    sent_at(EVENING)
    with at(EVENING):
        deliver.deliver_due()
        assert not turn_delivery.is_turn_mail_undelivered(seat_of(match)), "it is not late yet"
    with travel_past_grace_of(seat_of(match)):
        assert sweep.sweep_deadlines() == 1
    assert (kinds(match), fresh(seat_of(match)).stopped) == (["clock_held"], "mail")
    monkeypatch.setattr(deliver, "send_message", lambda _: None)
    told_at = EVENING + DAY
    OutboxMail.objects.filter(kind="digest").update(next_try_at=told_at)
    with at(told_at):
        assert sweep.sweep_matches().started == 0
        deliver.deliver_due()
        assert sweep.sweep_matches().started == 1
    assert fresh(seat_of(match)).deadline == told_at + DAY / 2


def test_a_later_turn_is_not_held_for_an_earlier_mail(reader: User, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting(reader, days=9)
    monkeypatch.setattr(deliver, "send_message", lambda _: Failure("451 later"))
    sent_at(EVENING)
    with at(EVENING + HOUR):
        later: Match = MatchFactory(players=[reader, UserFactory()], days=0.2)
    with travel_past_grace_of(seat_of(later)):
        assert sweep.sweep_deadlines() == 1
    assert kinds(later) == [LogEntry.Kind.TIME]
