"""Vacation in words."""

from __future__ import annotations

import pytest
from django.utils import timezone, translation

from matches.models import Vacation, VacationPool
from matches.time_control.time_control import DAY
from matches.vacation import words as vacation_words
from matches.vacation.words import days_of, period_of
from tests.support.vacation import MONDAY, day_of_may, may


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
