"""What is said beforehand of how long a season takes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.games import game
from matches.models import LogEntry, Match
from tests.support.factories import MatchFactory, UserFactory
from tests.support.seasons import club, league, set_up
from tournaments.seasons.forecast import forecast

pytestmark = [pytest.mark.django_db, pytest.mark.either, pytest.mark.usefixtures("_matches")]

DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def _matches(made_once: None) -> None:
    """Forty that run."""
    players = [UserFactory(), UserFactory()]
    options = game("fortify").clean_options({})
    for _ in range(40):
        MatchFactory(players=players, options=options)


def matches_of(*days: int) -> None:
    """So many of those that run are over, after that many days."""
    running = list(Match.objects.filter(status=Match.Status.RUNNING)[: len(days)])
    for match, each in zip(running, days, strict=True):
        finished = timezone.now()
        Match.objects.filter(pk=match.pk).update(
            status=Match.Status.FINISHED,
            started_at=finished - each * DAY,
            finished_at=finished,
            how_it_ended="points",
            log_length=9,
        )


def test_past_matches_tell_how_long_the_season_takes() -> None:
    matches_of(*range(3, 63, 3))  # 20 matches: half within 30 days, nine in ten within 54, the slowest within 60
    season = set_up(league(club()), (8, 8), at_once=0)
    found = forecast(season)

    assert "half took at most 5 weeks, nine in ten at most 8 weeks." in found.lines[0]
    # Of 56 matches one is nearly always as slow as the slowest.
    assert found.lines[1].startswith("All matches of a player run at the same time. ")
    assert found.lines[1].endswith("Nine in ten such seasons end within 9 weeks.")
    assert found.warning == ""


def test_half_of_the_seasons_are_told_of_where_they_end_sooner() -> None:
    matches_of(*[10] * 16, *[50] * 4)
    # Of one match each: 4 in 5 take 10 days, the others 50.
    assert forecast(set_up(league(club()), (2,), at_once=0)).lines[1] == (
        "All matches of a player run at the same time. Half of such seasons end within 10 days, nine in ten within 8 "
        "weeks."
    )


def test_what_came_with_a_club_from_another_site_tells_nothing_of_this_one() -> None:
    matches_of(*[2000] * 20)
    over = Match.objects.filter(status=Match.Status.FINISHED)
    LogEntry.objects.bulk_create(
        [LogEntry(match=match, index=0, state={}, via=LogEntry.Via.SITE, clocks=[]) for match in over]
    )
    matches_of(*[30] * 20)
    found = forecast(set_up(league(club()), (8, 8), at_once=0))
    assert "nine in ten took at most 5 weeks." in found.lines[0]


def test_matches_one_after_another_take_as_many_times_as_long() -> None:
    matches_of(*[30] * 20)
    found = forecast(set_up(league(club()), (8, 6), at_once=2))

    assert "nine in ten took at most 5 weeks." in found.lines[0]
    # Seven matches for each of eight players, two at a time: four times 30 days, 18 weeks.
    assert found.lines[1].startswith("A player has at most 2 matches at once and gets the next when ")
    assert found.lines[1].endswith("Nine in ten such seasons end within 18 weeks.")


def test_rounds_of_a_swiss_wait_for_their_slowest_match() -> None:
    matches_of(*[10, 20] * 10)
    # Of 40 matches in a round one takes 20 days: five rounds, 100 days.
    found = forecast(set_up(league(club()), (60,), format="swiss", rounds=5, tie_breaks=["DE"]))
    assert found.lines[1] == "There are 5 rounds, one after another. Nine in ten such seasons end within 15 weeks."


def test_a_round_that_is_settled_at_its_end_takes_no_longer() -> None:
    matches_of(*[50] * 20)
    terms = {"round_days": 14, "unfinished": "extend", "extension_days": 7}
    # Seven rounds, one at a time, each of 21 days at most: 147 days.
    assert forecast(set_up(league(club()), (8,), at_once=1, **terms)).lines[1] == (
        "There are 7 rounds, one after another. Nine in ten such seasons end within 21 weeks."
    )


def test_with_too_few_matches_the_time_control_tells_the_longest() -> None:
    matches_of(*range(1, 20))
    season = set_up(league(club()), (4, 4), at_once=0, clock_start=2 * DAY, clock_increment=DAY, clock_cap=3 * DAY)
    # 22 turns each, as two volleys need: 2 + 21 days of each player, 46 days.
    assert "a match of 22 turns each would take 7 weeks" in forecast(season).lines[0]
    assert forecast(season).lines[1].endswith(" The season would then take 7 weeks.")


@pytest.mark.parametrize(("days", "warning"), [(60, ""), (45, "Time is tight"), (20, "There isn’t enough time")])
@pytest.mark.parametrize("has_start", [True, False])
def test_dates_that_do_not_fit_are_warned_of(days: int, warning: str, has_start: bool) -> None:
    """A season that begins when its line-up is published begins now at the earliest."""
    matches_of(*range(3, 63, 3))
    starts = timezone.now() + (DAY if has_start else timedelta(hours=1))
    dates = {"starts_at": starts if has_start else None, "ends_at": starts + days * DAY}
    season = set_up(league(club()), (2,), at_once=0, **dates)
    assert forecast(season).warning.startswith(warning)
    assert bool(forecast(season).warning) == bool(warning)
