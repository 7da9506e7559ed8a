"""Vacation in words."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.utils import timezone, translation

from matches.clocks.time_control import DAY, Pauses, Span
from matches.models import Vacation, VacationPool
from matches.vacation import words as vacation_words
from matches.vacation.words import ahead, days_of, period_of, what_changed
from tests.support.vacation import MONDAY, day_of_may, may

GONE, NOW, LATER = (may(1), may(2)), (may(3), may(9, hour=10)), (may(20), may(22))


def test_days_are_those_of_the_reader() -> None:
    vacation = Vacation(starts_at=may(5, hour=22), ends_at=may(8, hour=22))
    with timezone.override("Europe/Berlin"):
        assert days_of(vacation) == "from Wed 6 May 2026 to Fri 8 May 2026"
    with timezone.override("UTC"):
        assert days_of(vacation) == "from Tue 5 May 2026 to Fri 8 May 2026"
    with timezone.override("UTC"), translation.override("en-us"):
        assert days_of(vacation) == "from Tue, May 5, 2026 to Fri, May 8, 2026"


def test_one_day_is_said_once() -> None:
    with timezone.override("UTC"):
        assert days_of(Vacation(starts_at=may(6), ends_at=may(7))) == "on Wed 6 May 2026"


@pytest.mark.parametrize(
    ("begins", "ends", "words"),
    [
        (None, None, "this year"),
        (1, 4, "until Mon 4 May 2026"),
        (4, None, "since Mon 4 May 2026"),
        (5, 20, "from Tue 5 May 2026 on"),
        (1, 3, "until Sun 3 May 2026, which is over"),
    ],
)
def test_when_a_pool_grants_its_days(begins: int | None, ends: int | None, words: str) -> None:
    """By UTC, wherever the reader is."""
    pool = VacationPool(
        begins=None if begins is None else day_of_may(begins), ends=None if ends is None else day_of_may(ends)
    )
    with timezone.override("Pacific/Kiritimati"):
        assert period_of(pool, MONDAY) == words


def test_what_a_pool_does_not_pay_for_is_said_pool_by_pool() -> None:
    vacation = Vacation(starts_at=may(4), ends_at=may(9))
    reached = [
        (VacationPool(name="Friendly"), 5 * DAY),
        (VacationPool(name="Cup"), 0 * DAY),
        (VacationPool(name="Z"), 2 * DAY),
    ]
    assert vacation_words.shortfalls(vacation, reached) == [
        "Cup: no days left for this vacation, so your clocks keep running there.",
        "Z: your days cover 2 days of this vacation; then your clocks run there.",
    ]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ((), (NOW,), "Went on vacation: the clock is paused for 5 days."),
        ((LATER,), (NOW, LATER), "Went on vacation: the clock is paused for 5 days."),
        ((NOW,), (), "Back from vacation: the clock is running again."),
        ((NOW, LATER), (LATER,), "Back from vacation: the clock is running again."),
        ((NOW,), ((may(3), may(10, hour=10)),), "Changed the vacation: the clock is paused for 6 days."),
        ((), (LATER,), "Planned a vacation: the clock will be paused for 2 days."),
        ((NOW,), (NOW, LATER), "Planned a vacation: the clock will be paused for 2 days."),
        ((LATER,), (), "Cancelled the planned vacation."),
        ((NOW, LATER), (NOW,), "Cancelled the planned vacation."),
    ],
)
def test_the_log_says_what_a_player_did(before: tuple[Span, ...], after: tuple[Span, ...], words: str) -> None:
    assert what_changed(Pauses(vacation=before), Pauses(vacation=after), MONDAY) == words


def test_another_zone_or_night_is_told_from_vacation() -> None:
    moved = Pauses("Asia/Tokyo", night=time(23), vacation=(NOW,))
    assert (
        what_changed(Pauses(vacation=(NOW,)), moved, MONDAY)
        == "Changed the time zone or night hours; the clock follows."
    )


def test_vacation_that_is_over_does_not_lie_ahead() -> None:
    pauses = Pauses("Asia/Tokyo", weekends=True, vacation=(GONE, NOW, LATER))
    assert ahead(pauses, MONDAY) == Pauses("Asia/Tokyo", weekends=True, vacation=(NOW, LATER))
    assert ahead(pauses, NOW[1]).vacation == (LATER,)
    assert ahead(pauses, NOW[1] - timedelta(microseconds=1)).vacation == (NOW, LATER)
