"""Reminders: one email for all that are due, and only about what still waits."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox import deliver
from mail.outbox.compose import compose
from matches.clocks import pauses
from matches.gate import clock_acts, turns
from matches.home import reminders
from matches.mails import tokens
from matches.models import Match, Reminder, Seat
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tests.support.composed_mails import html_of, latest, message_of, text_of
from tests.support.every_mail import ago
from tests.support.factories import GuestFactory, MatchFactory, UserFactory
from tests.support.matches import SITE, asked, play_on
from timekeeping import clock as database_clock

Remind = Callable[..., OutboxMail]


@pytest.fixture
def remind(player: User) -> Remind:
    """The email that reminds a player of as many matches, each with fourteen hours left of three days."""

    def reminded(matches: int = 1, *, reader: User = player, control: TimeControl | None = None) -> OutboxMail:
        with ago(3 * DAY - 14 * HOUR - timedelta(minutes=1)):
            for n in range(matches):
                other = UserFactory(display_name=f"Ben {n}" if n else "Ben")
                MatchFactory(
                    players=[reader, other],
                    control=control or TimeControl.fixed(3),
                    vacation_pool=pauses.friendly_pool(),
                )
        assert reminders.send_due(database_clock.now()) == 1
        return OutboxMail.objects.get(pk=latest("reminder", reader).pk)

    return reminded


def again(mail: OutboxMail) -> OutboxMail:
    """The row as it is now."""
    return OutboxMail.objects.get(pk=mail.pk)


def words_of(mail: OutboxMail) -> str:
    return " ".join(text_of(message_of(mail)).split())


def test_one_match_says_how_long_against_whom_and_what_happens_then_in_its_thread(remind: Remind, player: User) -> None:
    mail = remind()
    text = words_of(mail)
    assert re.match(r"Reminder: your turn, by \w{3} \d+ \w{3}, \d\d:\d\d UTC Your turn: enlist", text)
    assert re.search(r"Deadline: \w{3} \d+ \w{3} \d{4}, \d\d:\d\d UTC", text)
    assert "If your time runs out, you lose." in text
    assert "Your turn: enlist a unit onto Shore." in text
    match = Match.objects.get()
    message = message_of(mail)
    assert message.subject == f"Fortify #{match.pk}: Ada – Ben"
    announced = latest("your_turn", player)
    anchor = message_of(announced).extra_headers["References"]
    assert message.extra_headers["In-Reply-To"] == announced.message_id
    assert message.extra_headers["References"] == f"{anchor} {announced.message_id}"


def test_the_next_mail_in_the_thread_answers_the_reminder(remind: Remind, player: User) -> None:
    mail = remind()
    deliver.deliver(mail.pk)
    match = play_on(Match.objects.get(), 2)
    following = message_of(latest("your_turn", player)).extra_headers
    assert following["In-Reply-To"] == again(mail).message_id
    assert again(mail).match == match


def test_several_matches_are_one_mail_outside_all_threads_with_a_link_to_each_turn(
    remind: Remind, player: User
) -> None:
    message = message_of(remind(3))
    assert message.subject == "Reminder: your turn in 3 matches"
    assert "References" not in message.extra_headers
    for part in (text_of(message), html_of(message)):
        for match in Match.objects.all():
            other = match.seats.get(index=1)
            assert f"Fortify #{match.pk} against {other.name}: 14 hours left" in part
    found = [tokens.find(token) for token in re.findall(r"/l/([a-z2-7]{32})/", text_of(message))]
    assert [link and (link.seat_id, link.number, link.user_id) for link in found] == [
        (seat.pk, 1, player.pk) for seat in Seat.objects.filter(player=player).order_by("deadline", "pk")
    ]


def test_the_one_with_the_least_time_comes_first(player: User) -> None:
    for name, days in (("Ben", 2.55), ("Cleo", 2.6), ("Dev", 2.5)):
        with ago(timedelta(days=days)):
            MatchFactory(players=[player, UserFactory(display_name=name)])
    reminders.send_due(database_clock.now())
    assert re.findall(r"against (\w+):", words_of(latest("reminder"))) == ["Cleo", "Ben", "Dev"]


def test_a_turn_that_was_played_is_left_out(remind: Remind) -> None:
    mail = remind(3)
    played = Match.objects.order_by("pk").first()
    assert played is not None
    play_on(played, 1)
    message = message_of(mail)
    assert message.subject == "Reminder: your turn in 2 matches"
    assert f"#{played.pk} " not in text_of(message)


def test_when_one_of_several_is_left_it_goes_to_that_thread(remind: Remind) -> None:
    mail = remind(2)
    one, other = Match.objects.order_by("pk")
    play_on(one, 1)
    message = message_of(mail)
    assert message.subject.startswith(f"Fortify #{other.pk}: ")
    assert again(mail).match == other


def test_a_mail_that_failed_forgets_the_thread_it_was_in(remind: Remind) -> None:
    """Composed again after a clock that was held runs again, it is about both once more."""
    mail = remind(2)
    one, _ = Match.objects.order_by("pk")
    clock_acts.stop_clock(asked(one), "A storm.", one.log_length)
    assert message_of(again(mail)).subject.startswith("Fortify #")
    one.refresh_from_db()
    clock_acts.start_clock(asked(one), "It is over.", one.log_length)
    assert message_of(again(mail)).subject == "Reminder: your turn in 2 matches"
    assert "References" not in message_of(again(mail)).extra_headers


@pytest.mark.parametrize("what", ["played", "played and asked again", "held", "over", "left", "not wanted"])
def test_it_is_moot_when_nothing_waits(remind: Remind, player: User, what: str) -> None:
    mail = remind()
    match = Match.objects.get()
    match what:
        case "played":
            play_on(match, 1)
        case "played and asked again":
            play_on(match, 2)
        case "held":
            clock_acts.stop_clock(asked(match), "A storm.", match.log_length)
        case "over":
            turns.resign(asked(match), SITE)
        case "left":
            Seat.objects.filter(player=player).update(player=None)
        case "not wanted":
            User.objects.filter(pk=player.pk).update(turn_mail="none")
    assert compose(again(mail)) is None


def test_a_time_that_is_over_is_told_as_that_since_an_outage_may_be_given_back(remind: Remind, player: User) -> None:
    mail = remind()
    Seat.objects.filter(player=player).update(deadline=timezone.now())
    text = words_of(again(mail))
    assert "Reminder: your time against Ben has run out." in text
    assert "Your time ran out on" in text


@pytest.mark.parametrize(
    ("matches", "said"), [(1, "Reminder: it’s your turn against Ben."), (2, "Fortify #{match} against Ben ")]
)
def test_a_turn_without_a_deadline_is_not_said_to_be_out_of_time(
    remind: Remind, player: User, matches: int, said: str
) -> None:
    mail = remind(matches)
    seat = Seat.objects.filter(player=player).earliest("pk")
    Seat.objects.filter(pk=seat.pk).update(deadline=None)
    text = words_of(again(mail))
    assert said.format(match=seat.match_id) in text
    assert "has run out" not in text


def test_both_kinds_for_one_turn_are_told_once(player: User) -> None:
    """A fifth of six days is more than a day: after a weekend without a sweep both are due."""
    with ago(timedelta(days=5.5)):
        MatchFactory(players=[player, UserFactory()], days=6)
    reminders.send_due(database_clock.now())
    assert Reminder.objects.count() == 2
    assert text_of(message_of(latest("reminder"))).count("/l/") == 1
    assert OutboxMail.objects.filter(kind="reminder").count() == 1


def test_a_guest_is_reminded_without_addresses_that_need_a_login(remind: Remind) -> None:
    text = text_of(message_of(remind(2, reader=GuestFactory())))
    assert "/matches/" not in text
    assert text.count("/l/") == 2


@pytest.mark.parametrize("most", [1, 2])
def test_very_many_matches_are_counted_and_the_most_urgent_told(
    remind: Remind, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("matches.home.emails.MOST_LISTED", most)
    message = message_of(remind(most + 1))
    assert message.subject == f"Reminder: your turn in {most + 1} matches"
    assert text_of(message).count("/l/") == most
    assert "And 1 more match on the site." in text_of(message)


def test_vacation_days_are_told_for_each(remind: Remind) -> None:
    mail = remind(2, control=TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="leave"))
    assert words_of(mail).count("your vacation days (30 left) are used first") == 2


@pytest.mark.parametrize("matches", [1, 6])
def test_more_matches_cost_no_more_queries(
    remind: Remind, django_assert_max_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    mail = remind(matches, control=TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="leave"))
    with django_assert_max_num_queries(12):
        message_of(mail)


def test_a_pause_to_come_is_told(player: User) -> None:
    friday = database_clock.now() + DAY * ((4 - database_clock.now().weekday()) % 7)
    with time_machine.travel(friday.replace(hour=20), tick=False) as clock:
        with ago(timedelta(days=1)):
            MatchFactory(players=[player, UserFactory()], control=TimeControl(DAY + 8 * HOUR, DAY, 2 * DAY, True))
        clock.shift(timedelta(seconds=1))
        reminders.send_due(database_clock.now())
        text = words_of(latest("reminder"))
    assert "Reminder: your turn, by Mon " in text
    assert "Until the deadline your clock pauses at weekends. You have 7 hours 59 minutes left." in text
