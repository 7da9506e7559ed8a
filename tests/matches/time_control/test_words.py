"""Time and its terms in plain English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from i18n.text import Text, set_catalogue, source_of, translate
from matches.clocks.terms_words import pool_words
from matches.models import VacationPool
from matches.time_control import words
from matches.time_control.time_control import NOTHING, TimeControl

VACATION = TimeControl(timedelta(days=3), timedelta(days=3), timedelta(days=3), at_zero="leave")
PASSES = TimeControl(timedelta(days=3), timedelta(days=3), timedelta(days=3), at_zero="pass", passes=3)


def control(start: float, increment: float, cap: float) -> TimeControl:
    return TimeControl(timedelta(days=start), timedelta(days=increment), timedelta(days=cap))


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (timedelta(days=3), "3 days"),
        (timedelta(days=1, hours=12), "1 day 12 hours"),
        (timedelta(days=2, minutes=59), "2 days"),
        (timedelta(days=40, hours=1), "40 days 1 hour"),
        (timedelta(hours=23, minutes=59, seconds=59), "23 hours 59 minutes"),
        (timedelta(hours=5, minutes=1), "5 hours 1 minute"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(minutes=40, seconds=40), "40 minutes"),
        (timedelta(seconds=59), "less than a minute"),
        (NOTHING, "less than a minute"),
        (timedelta(days=-2, hours=-4), "2 days 4 hours"),
    ],
)
def test_a_length_of_time_is_told_in_its_two_largest_units(time: timedelta, told: str) -> None:
    assert words.span(time) == told


@given(hours=st.integers(1, 2000))
def test_days_and_hours_are_told_whole(hours: int) -> None:
    numbers = [int(word) for word in words.span(timedelta(hours=hours)).split()[::2]]
    told = dict(zip(words.span(timedelta(hours=hours)).replace("s", "").split()[1::2], numbers, strict=True))
    assert told.get("day", 0) * 24 + told.get("hour", 0) == hours


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (timedelta(days=3), "3 d"),
        (timedelta(days=2, hours=4, minutes=59), "2 d 4 h"),
        (timedelta(hours=4, minutes=10), "4 h 10 min"),
        (timedelta(hours=4), "4 h 0 min"),
        (timedelta(minutes=12), "12 min"),
        (timedelta(seconds=59), "0 min"),
    ],
)
def test_a_clock_beside_the_board_is_brief(time: timedelta, told: str) -> None:
    assert words.brief(time) == told


@pytest.mark.parametrize(
    ("ahead", "said"),
    [
        (timedelta(days=2, hours=23), "in 2 days"),
        (timedelta(days=1, hours=5), "in 29 hours"),
        (timedelta(seconds=1), "in less than a minute"),
        (NOTHING, "just now"),
        (timedelta(seconds=-59), "just now"),
        (timedelta(minutes=-1), "1 minute ago"),
        (timedelta(hours=-3), "3 hours ago"),
        (timedelta(hours=-1, minutes=-59), "119 minutes ago"),
        (timedelta(days=-190), "6 months ago"),
        (timedelta(days=-800), "2 years ago"),
    ],
)
def test_how_far_a_moment_is_from_now(ahead: timedelta, said: str) -> None:
    assert words.from_now(ahead) == said


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (timedelta(days=2, hours=23), "2 days left"),
        (timedelta(hours=47), "47 hours left"),
        (timedelta(minutes=1), "1 minute left"),
        (timedelta(seconds=59), "less than a minute left"),
    ],
)
def test_how_long_there_is_until_a_deadline(time: timedelta, said: str) -> None:
    assert words.left(time) == said


@pytest.mark.parametrize(
    ("agreed", "said"),
    [
        (control(3, 3, 3), "3 days a turn"),
        (control(1.5, 1.5, 1.5), "1 day 12 hours a turn"),
        (control(10, 1, 10), "10 days + 1 day a turn, at most 10 days"),
        (control(1, 0.25, 2), "1 day + 6 hours a turn, at most 2 days"),
        (control(30, 0, 30), "30 days for the whole match"),
        (control(30, 0, 40), "30 days for the whole match"),
    ],
)
def test_how_much_time_a_seat_has(agreed: TimeControl, said: str) -> None:
    assert words.describe(agreed) == said


@pytest.mark.parametrize(
    ("weekends", "nights", "vacation", "said"),
    [
        (True, True, True, "Clocks are paused at weekends, at night and on vacation."),
        (True, False, True, "Clocks are paused at weekends and on vacation."),
        (False, True, False, "Clocks are paused at night."),
        (False, False, False, "Clocks are never paused."),
    ],
)
def test_when_clocks_stand_still(weekends: bool, nights: bool, vacation: bool, said: str) -> None:
    three = timedelta(days=3)
    assert words.pauses_words(TimeControl(three, three, three, weekends, nights), vacation) == said


class TestAtZero:
    def test_the_match_is_lost(self) -> None:
        assert words.at_zero_words(control(3, 3, 3), is_own=True) == "If your time runs out, you lose."
        assert words.at_zero_words(control(3, 3, 3), name="Ben") == "If Ben’s time runs out, Ben loses."

    @pytest.mark.parametrize(
        ("left", "said"),
        [
            (
                timedelta(days=7, hours=23),
                "If your time runs out, your vacation days (7 left) are used first, one at a time; then you lose.",
            ),
            (timedelta(hours=23), "If your time runs out, you lose: you have no vacation days left."),
            (timedelta(days=-1), "If your time runs out, you lose: you have no vacation days left."),
            (None, "If your time runs out, your vacation days are used first, one at a time; then you lose."),
        ],
    )
    def test_vacation_days_go_first_while_a_whole_one_is_left(self, left: timedelta | None, said: str) -> None:
        assert words.at_zero_words(VACATION, vacation_left=left, is_own=True) == said

    def test_another_players_vacation_days_are_told_of_that_player(self) -> None:
        assert words.at_zero_words(VACATION, vacation_left=timedelta(days=1), name="Ben") == (
            "If Ben’s time runs out, their vacation days (1 left) are used first, one at a time; then Ben loses."
        )

    @pytest.mark.parametrize(
        ("left", "times"),
        [(3, "3 more times in this match"), (1, "once more in this match"), (None, "3 times in a match")],
    )
    def test_a_player_is_passed_first(self, left: int | None, times: str) -> None:
        assert words.at_zero_words(PASSES, passes_left=left, is_own=True) == (
            f"If your time runs out, you pass automatically, if the game allows it and at most {times}; "
            "otherwise you lose."
        )
        assert words.at_zero_words(PASSES, passes_left=left, name="Ben") == (
            f"If Ben’s time runs out, Ben passes automatically, if the game allows it and at most {times}; "
            "otherwise Ben loses."
        )

    def test_when_no_pass_is_left_the_match_is_lost(self) -> None:
        said = "If your time runs out, you lose: you have already passed automatically 3 times."
        assert words.at_zero_words(PASSES, passes_left=0, is_own=True) == said

    @pytest.mark.parametrize(
        ("left", "own", "of_ben"),
        [
            (
                timedelta(days=2),
                (
                    "If your time runs out, your vacation days (2 left) are used first, one at a time; then you’re "
                    "out of the match."
                ),
                (
                    "If Ben’s time runs out, their vacation days (2 left) are used first, one at a time; then they’re "
                    "out of the match."
                ),
            ),
            (
                timedelta(0),
                "If your time runs out, you’re out of the match: you have no vacation days left.",
                "If Ben’s time runs out, they’re out of the match: no vacation days are left.",
            ),
        ],
    )
    def test_a_team_plays_on_without_a_player_whose_time_has_run_out(
        self, left: timedelta, own: str, of_ben: str
    ) -> None:
        three = control(3, 3, 3)
        assert (
            words.at_zero_words(three, is_own=True, is_team=True) == "If your time runs out, you’re out of the match."
        )
        assert (
            words.at_zero_words(three, name="Ben", is_team=True) == "If Ben’s time runs out, they’re out of the match."
        )
        assert words.at_zero_words(VACATION, vacation_left=left, is_own=True, is_team=True) == own
        assert words.at_zero_words(VACATION, vacation_left=left, name="Ben", is_team=True) == of_ben
        assert [words.terms(agreed, has_vacation=False, is_team=True)[2] for agreed in (three, VACATION)] == [
            "If a player’s time runs out, they’re out of the match.",
            (
                "If a player’s time runs out, their vacation days are used first, one at a time; then they’re out "
                "of the match."
            ),
        ]


def test_the_terms_say_it_all_before_a_match_begins() -> None:
    agreed = TimeControl(
        timedelta(days=10),
        timedelta(days=1),
        timedelta(days=12),
        weekends=True,
        at_zero="pass",
        passes=1,
    )
    amount, pauses, at_zero = words.terms(agreed, has_vacation=True)
    assert amount == (
        "10 days + 1 day a turn, at most 12 days: a clock starts with 10 days, each turn adds 1 day, "
        "and it never holds more than 12 days."
    )
    assert pauses == "Clocks are paused at weekends and on vacation."
    assert at_zero == (
        "If a player’s time runs out, they pass automatically, if the game allows it and at most once in a match; "
        "otherwise they lose."
    )


@contextmanager
def shouting() -> Iterator[None]:
    """A language like English, but loud; ahead lie "DAYZ"."""

    def one(message: str) -> str:
        return re.sub(r"(%\(\w+\)s)|[a-z]", lambda found: found[1] or found[0].upper(), message)

    def many(single: str, several: str, number: int) -> str:
        said = one(single if number == 1 else several)
        return said.replace("DAYS", "DAYZ") if said.startswith("IN") else said

    set_catalogue(one, many)
    try:
        yield
    finally:
        set_catalogue(translation.gettext, translation.ngettext)


@pytest.mark.parametrize(
    ("make", "english", "shouted"),
    [
        (lambda: words.quantity(3, "turn", "turns"), "3 turns", "3 TURNS"),
        (lambda: words.span(timedelta(days=1, hours=12)), "1 day 12 hours", "1 DAY 12 HOURS"),
        (lambda: words.from_now(timedelta(days=2, hours=1)), "in 2 days", "IN 2 DAYZ"),
        (
            lambda: words.describe(control(10, 1, 12)),
            "10 days + 1 day a turn, at most 12 days",
            "10 DAYS + 1 DAY A TURN, AT MOST 12 DAYS",
        ),
        (
            lambda: words.at_zero_words(PASSES, passes_left=0, name="Ben"),
            "If Ben’s time runs out, Ben loses, having already passed automatically 3 times.",
            "IF Ben’S TIME RUNS OUT, Ben LOSES, HAVING ALREADY PASSED AUTOMATICALLY 3 TIMES.",
        ),
    ],
)
def test_what_is_kept_is_said_again_in_the_language_of_its_reader(
    make: Callable[[], Text], english: str, shouted: str
) -> None:
    made = make()
    assert made == english
    with shouting():
        assert translate(made.kept) == make() == shouted


def test_a_fixed_time_needs_no_more_words() -> None:
    assert words.terms(control(3, 3, 3), has_vacation=False) == (
        "3 days a turn.",
        "Clocks are never paused.",
        "If a player’s time runs out, they lose.",
    )


def test_a_clock_that_stands_still_says_why_and_until_when() -> None:
    said = words.paused_words("weekend", "Mon 23 Nov 2026, 00:00")
    assert said == "paused until Mon 23 Nov 2026, 00:00: weekend"


FIRST, LAST = date(2026, 3, 1), date(2026, 12, 24)


@pytest.mark.parametrize("writer", ["en-gb", "de"])
def test_the_season_of_a_pool_is_said_to_each_reader_whoever_wrote_it(writer: str) -> None:
    with translation.override(writer):
        stored = source_of(pool_words(VacationPool(days=9, begins=FIRST, ends=LAST)))
    with translation.override("en-gb"):
        assert translate(stored) == "Each player has 9 days of vacation from 1 March 2026 to 24 December 2026."
    with translation.override("de"):
        assert "vom 1. März 2026 bis zum 24. Dezember 2026" in translate(stored)
