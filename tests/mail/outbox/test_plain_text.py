"""Times and names in words, and the shape of a plain text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone, translation

from mail.outbox import plain_text
from matches.mails import moments
from tests.support.every_mail import html_of, latest, message_of, text_of
from tests.support.factories import MatchFactory, UserFactory

NOON = datetime(2026, 3, 27, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (timedelta(days=3) - timedelta(seconds=9), "in 2 days 23 hours"),
        (timedelta(days=3), "in 3 days"),
        (timedelta(days=1, hours=1, minutes=59), "in 1 day 1 hour"),
        (timedelta(days=2, minutes=5), "in 2 days"),
        (timedelta(hours=5, minutes=1), "in 5 hours 1 minute"),
        (timedelta(minutes=40), "in 40 minutes"),
        (timedelta(seconds=30), "now"),
        (timedelta(days=-1), "now"),
    ],
)
def test_how_long_until_then(left: timedelta, said: str) -> None:
    assert moments.in_how_long(NOON + left, NOON) == said


def test_long_lines_are_broken_and_addresses_are_not() -> None:
    address = "https://club.example/" + "x" * 80
    text = plain_text.tidy("\n\n" + "word " * 30 + f"\n\n\n\n  {'deep ' * 20}\n{address}\n")
    lines = text.splitlines()
    assert address in lines
    assert max(len(line) for line in lines if line != address) <= plain_text.WIDTH
    assert [line for line in lines if "deep" in line][1].startswith("  deep")
    assert "\n\n\n" not in text


@pytest.mark.django_db
def test_a_deadline_is_told_in_the_readers_zone_across_a_change_of_the_clocks() -> None:
    reader = UserFactory(time_zone="Europe/Berlin")
    with time_machine.travel(NOON, tick=False):
        MatchFactory(players=[reader, UserFactory()], days=3)
        text = text_of(message_of(latest("your_turn", reader)))
    assert "by Mon 30 Mar 2026, 14:00 CEST (Europe/Berlin)" in " ".join(text.split())


@pytest.mark.django_db
def test_a_reader_in_the_united_states_gets_dates_of_that_country() -> None:
    reader = UserFactory(time_zone="America/New_York", language="en-us")
    with time_machine.travel(NOON, tick=False):
        MatchFactory(players=[reader, UserFactory()], days=3)
        message = message_of(latest("your_turn", reader))
    assert "Mon, Mar 30, 2026, 8:00 AM EDT (America/New_York)" in " ".join(text_of(message).split())
    assert '<html lang="en-us">' in html_of(message)


@pytest.mark.django_db
def test_composing_leaves_the_workers_own_language_and_zone_alone() -> None:
    reader = UserFactory(time_zone="Asia/Tokyo", language="en-us")
    MatchFactory(players=[reader, UserFactory()])
    before = translation.get_language(), timezone.get_current_timezone_name()
    message_of(latest("your_turn", reader))
    assert (translation.get_language(), timezone.get_current_timezone_name()) == before
