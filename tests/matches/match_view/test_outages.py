"""An outage is told to the players concerned in their next email, and in no later one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox import deliver
from matches.clocks import outages
from matches.gate import clock_acts, turns
from matches.home import reminders
from matches.models import Match, Outage
from matches.time_control.time_control import DAY, HOUR
from tests.support.composed_mails import deliver_all, latest, message_of, text_of
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, asked, play_on
from timekeeping import clock as database_clock

NOON = datetime(2026, 3, 24, 12, tzinfo=UTC)
STOOD = "The site was down"
SENTENCE = f"{STOOD} from Tue 24 Mar 2026, 13:00 UTC to Tue 24 Mar 2026, 17:00 UTC,"


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def outage(clock: time_machine.Traveller, match: Match) -> Match:
    """A match that was begun an hour before the site was down for four hours. It is now minutes after that."""
    clock.move_to(NOON)
    Match.objects.update(started_at=NOON)
    deliver_all()
    clock.shift(HOUR)
    outages.beat(database_clock.now())
    clock.shift(4 * HOUR)
    assert outages.beat(database_clock.now()) is not None
    clock.shift(timedelta(minutes=2))
    return match


def words_of(kind: str, reader: User) -> str:
    mail = OutboxMail.objects.get(pk=latest(kind, reader).pk)
    return " ".join(text_of(message_of(mail)).split())


def test_the_next_mail_tells_it_with_its_times(outage: Match, opponent: User) -> None:
    play_on(outage, 1)
    assert f"{SENTENCE} and all clocks were paused." in words_of("your_turn", opponent)


def test_a_reader_whose_clock_ran_is_told_that_it_stood_still(outage: Match, player: User, opponent: User) -> None:
    clock_acts.give_time(outage.seats.get(player=opponent), asked(outage), DAY, outage.log_length, SITE)
    assert f"{SENTENCE} and your clock was paused." in words_of("clock_changed", player)


def test_it_is_told_once_to_each(outage: Match, player: User, opponent: User) -> None:
    play_on(outage, 1)
    deliver_all()
    play_on(outage, 1)
    assert STOOD in words_of("your_turn", player)
    deliver_all()
    play_on(outage, 2)
    assert STOOD not in words_of("your_turn", player)
    play_on(outage, 1)
    assert STOOD not in words_of("your_turn", opponent)


def test_a_mail_that_was_never_sent_has_told_nothing(outage: Match, opponent: User) -> None:
    play_on(outage, 1)
    words_of("your_turn", opponent)
    play_on(outage, 2)
    assert STOOD in words_of("your_turn", opponent)


def test_a_mail_about_another_match_has_told_nothing_about_this_one(
    outage: Match, player: User, opponent: User, stranger: User
) -> None:
    other = MatchFactory(players=[stranger, opponent])
    play_on(other, 1)
    deliver_all()
    play_on(outage, 1)
    assert STOOD in words_of("your_turn", opponent)


def test_a_match_that_began_later_or_is_over_is_not_concerned(outage: Match, opponent: User, stranger: User) -> None:
    MatchFactory(players=[stranger, UserFactory()])
    assert STOOD not in words_of("your_turn", stranger)
    turns.resign(asked(outage), SITE)
    assert STOOD not in words_of("match_over", opponent)


def test_several_are_told_in_order_and_only_the_last_of_very_many(outage: Match, opponent: User) -> None:
    for hour in (2, 3, 4):  # beside the one that ended five hours after noon
        began_at = NOON + hour * HOUR
        Outage.objects.create(began_at=began_at, ended_at=began_at + HOUR / 2, clocks=1)
    play_on(outage, 1)
    text = words_of("your_turn", opponent)
    assert re.findall(r"was down from Tue 24 Mar 2026, (\d\d:\d\d)", text) == ["15:00", "16:00", "13:00"]


def test_a_reminder_of_several_matches_tells_it_for_all_of_them(
    outage: Match, player: User, opponent: User, clock: time_machine.Traveller
) -> None:
    other = MatchFactory(players=[player, UserFactory()])
    Match.objects.filter(pk=other.pk).update(started_at=NOON)
    clock.shift(2.5 * DAY)
    for mail in OutboxMail.objects.filter(match=other):
        mail.delete()
    reminders.send_due(database_clock.now())
    mail = latest("reminder", player)
    assert words_of("reminder", player).count(STOOD) == 1
    assert f"{SENTENCE} and all clocks were paused." in words_of("reminder", player)
    deliver.deliver(mail.pk)
    clock_acts.give_time(outage.seats.get(player=opponent), asked(outage), DAY, outage.log_length, SITE)
    assert STOOD not in words_of("clock_changed", player)


def test_after_a_backup_was_brought_back_it_tells_what_is_lost(outage: Match, opponent: User) -> None:
    Outage.objects.update(is_restoration=True)
    play_on(outage, 1)
    told = words_of("your_turn", opponent)
    assert STOOD not in told
    assert (
        "restored from a backup: everything between Tue 24 Mar 2026, 13:00 UTC and Tue 24 Mar 2026, 17:00 UTC" in told
    )
