"""How many matches the rounds of an event have in each format, and which run at the same time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tournaments.models import Event

DAY = timedelta(days=1)


def event(slug: str, **settings: Any) -> Event:
    return Event(format=slug, **{"game_slug": "fortify", "rounds": 3} | settings)


@pytest.mark.parametrize(
    ("slug", "settings", "count", "matches"),
    [
        ("swiss", {}, 9, [4, 4, 4]),  # one has a bye
        ("round_robin", {}, 5, [2, 2, 2, 2, 2]),
        ("round_robin", {"cycles": 2}, 4, [2, 2, 2, 2, 2, 2]),
        ("cup", {}, 8, [4, 2, 1]),
        ("cup", {}, 5, [1, 2, 1]),  # three have a bye
        ("tables", {"table_size": 4}, 10, [3, 3, 3]),  # of four, three and three
        ("tables_all", {"table_size": 3}, 9, [3, 3, 3, 3]),  # everyone meets eight others, two in each round
        ("expedition", {"rounds": 2}, 5, [5, 5]),  # each team plays for itself
    ],
)
def test_a_format_says_how_many_matches_each_round_has(
    slug: str, settings: dict[str, Any], count: int, matches: list[int]
) -> None:
    course = event(slug, **settings).rules.course(event(slug, **settings), count)
    assert [len(round) for round in course.rounds] == matches
    assert course.matches == sum(matches)


@pytest.mark.parametrize(
    ("slug", "settings", "days"),
    [
        ("swiss", {"rounds": 2, "break_hours": 48}, 10 + 2 + 10),
        ("swiss", {"rounds": 2, "publishes_itself": False}, 10 + 10),
        ("swiss", {"rounds": 3, "round_start": "date", "round_days": 14}, 14 + 14 + 10),
        ("round_robin", {"at_once": 1}, 10 + 10 + 10),
        ("round_robin", {"at_once": 0}, 10),
        ("round_robin", {"at_once": 2, "round_days": 14}, 10 + 10),  # two rounds, then the third
        ("cup", {}, 10 + 10),
    ],
)
def test_it_takes_as_long_as_matches_that_follow_each_other(slug: str, settings: dict[str, Any], days: int) -> None:
    planned = event(slug, **settings)
    assert planned.rules.course(planned, 4).takes(lambda: 10 * DAY) == days * DAY
