"""Times and names in words, and the shape of a plain text."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.utils import timezone, translation

from mail.letters import plain_text
from tests.support.composed_mails import html_of, latest, message_of, text_of
from tests.support.factories import MatchFactory, UserFactory

NOON = datetime(2026, 3, 27, 12, tzinfo=UTC)


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
    assert "Deadline: Mon 30 Mar 2026, 14:00 CEST (Europe/Berlin)" in " ".join(text.split())


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
