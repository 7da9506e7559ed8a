"""What others are told of a player's visits and clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from accounts.last_seen import last_seen, local_time, note_visit
from accounts.models import User

NOW = datetime(2026, 11, 23, 15, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


def user(**fields: object) -> User:
    return User(**{"display_name": "Ann", "time_zone": "America/New_York", "seen_at": NOW} | fields)


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(0), "seen today"),
        (15 * HOUR, "seen today"),
        (16 * HOUR, "seen yesterday"),
        (39 * HOUR, "seen yesterday"),
        (40 * HOUR, "seen in the past week"),
        (timedelta(days=7), "seen in the past week"),
        (timedelta(days=8), "seen in the past month"),
        (timedelta(days=31), "seen in the past month"),
        (timedelta(days=32), "not seen for over a month"),
        (-HOUR, "seen today"),
    ],
)
def test_a_visit_is_told_by_the_day_alone(ago: timedelta, words: str) -> None:
    with timezone.override("UTC"):
        assert last_seen(user(seen_at=NOW - ago), NOW) == words


def test_days_are_the_readers() -> None:
    seen = user(seen_at=NOW - 16 * HOUR)
    for zone, words in (("America/New_York", "seen yesterday"), ("Pacific/Auckland", "seen yesterday")):
        with timezone.override(zone):
            assert last_seen(seen, NOW) == words
    with timezone.override("Asia/Tokyo"):  # 00:30 there now
        assert last_seen(user(seen_at=NOW - HOUR), NOW) == "seen yesterday"


def test_of_a_guest_nothing_more_than_that_it_was_today() -> None:
    with timezone.override("UTC"):
        assert last_seen(user(is_guest=True), NOW) == "seen today"
        assert last_seen(user(is_guest=True, seen_at=NOW - 16 * HOUR), NOW) == ""
        assert local_time(user(is_guest=True), NOW) == ""


def test_who_hides_it_and_whom_nobody_has_seen() -> None:
    with timezone.override("UTC"):
        assert (last_seen(user(hides_presence=True), NOW), local_time(user(hides_presence=True), NOW)) == ("", "")
        assert last_seen(user(seen_at=None), NOW) == ""


@pytest.mark.parametrize(
    ("zone", "reader", "shown"),
    [
        ("America/New_York", "UTC", "10:30"),
        ("Pacific/Auckland", "UTC", "04:30"),
        ("Europe/Lisbon", "UTC", ""),  # as the reader's, in November
        ("America/New_York", "America/New_York", ""),
        ("UTC", "Europe/Berlin", ""),  # chosen by nobody
        ("Nowhere/Land", "UTC", ""),
    ],
)
def test_the_local_time_is_told_where_it_differs(zone: str, reader: str, shown: str) -> None:
    with timezone.override(reader), translation.override("en-gb"):
        assert local_time(user(time_zone=zone), NOW) == shown


def test_it_is_written_as_the_reader_writes_times() -> None:
    with timezone.override("UTC"), translation.override("en-us"):
        assert local_time(user(), NOW) == "10:30 AM"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_that_nobody_waits_for_a_visit_to_be_written_down_is_true_of_nothing_else(player: User) -> None:
    def waits() -> str:
        cursor.execute("SHOW synchronous_commit")
        return str(cursor.fetchone()[0])

    player.seen_at = None
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO on")
        with transaction.atomic():
            note_visit(player, NOW)
            assert waits() == "on"
        note_visit(player, NOW + HOUR)
        assert waits() == "on"
        cursor.execute("RESET synchronous_commit")
    assert User.objects.get(pk=player.pk).seen_at == NOW + HOUR


def test_a_visit_is_noted_once_an_hour(player: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for seen_at, now, queries in (
        (None, NOW, 1),
        (NOW, NOW + 59 * HOUR / 60, 0),
        (NOW, NOW + HOUR, 1),
    ):
        player.seen_at = seen_at
        with django_assert_num_queries(queries):
            note_visit(player, now)
    assert User.objects.get(pk=player.pk).seen_at == NOW + HOUR
