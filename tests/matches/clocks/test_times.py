from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.template import Context, Template
from django.utils import timezone, translation

from matches.clocks import times
from matches.record.scores import score

NOW = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


def rendered(tag: str, moment: datetime | None) -> str:
    return Template("{% load times %}{% " + tag + " moment %}").render(Context({"moment": moment}))


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(days=2, hours=4), "in 2 days"),
        (timedelta(seconds=30), "in less than a minute"),
        (timedelta(seconds=-30), "just now"),
        (timedelta(hours=-3), "3 hours ago"),
    ],
)
def test_it_says_how_far_a_moment_is_from_now(span: timedelta, words: str) -> None:
    assert times.relative(NOW + span, NOW) == words


@time_machine.travel(NOW, tick=False)
def test_the_exact_time_stands_beside_it_in_the_readers_zone() -> None:
    with timezone.override("Europe/Berlin"):
        html = rendered("when", NOW + timedelta(days=2, hours=4))
    assert html == (
        '<time datetime="2026-11-24T15:00:00+01:00" tabindex="0">in 2 days'
        '<span class="exact"> (Tue 24 Nov 2026, 15:00)</span></time>'
    )


@time_machine.travel(NOW, tick=False)
def test_where_moments_are_compared_both_are_in_sight() -> None:
    """Which those are that cannot be focused: static/site.css."""
    assert "tabindex" in rendered("ago", NOW)
    assert "tabindex" not in rendered("logged", NOW)


@time_machine.travel(NOW, tick=False)
def test_the_exact_time_is_written_as_the_readers_language_does() -> None:
    with translation.override("en-us"):
        assert "(Sun, Nov 22, 2026, 8:00 AM)" in rendered("ago", NOW - timedelta(hours=2))


@time_machine.travel(NOW, tick=False)
def test_where_english_is_not_read_a_day_is_written_in_full() -> None:
    with translation.override("de"):
        assert "(Do, 3. Dezember 2026, 18:00)" in rendered("when", datetime(2026, 12, 3, 18, 0, tzinfo=UTC))


@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize(("hours", "mark"), [(48, 'class="deadline"'), (3, "deadline soon"), (-1, "deadline late")])
def test_a_deadline_is_marked_when_it_comes_near(hours: int, mark: str) -> None:
    assert mark in rendered("deadline", NOW + timedelta(hours=hours))


def test_no_moment_is_nothing() -> None:
    assert rendered("when", None) == rendered("deadline", None) == ""


@time_machine.travel(NOW, tick=False)
def test_a_deadline_is_a_moment_by_which_to_play() -> None:
    assert re.sub("<[^>]+>", "", rendered("deadline", NOW + timedelta(days=2, hours=4))) == (
        "by Tue 24 Nov 2026, 14:00 (2 days left)"
    )


def test_a_score_keeps_a_minus_apart_from_its_dash() -> None:
    assert [score(7, 2), score(7, -2), score(-1, 0)] == ["7–2", "7 – −2", "−1 – 0"]
