"""Rounds of a round robin at the same time, and what is said beforehand of how long a season takes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.game import game
from matches.models import Match, OutboxMail
from tests.factories import MatchFactory, UserFactory
from tests.tournaments import going
from tests.tournaments.leagues.seasons import club, league, set_up
from tournaments import publishing, sweep
from tournaments.leagues.forecast import forecast
from tournaments.models import Event, Pairing, Round
from tournaments.refusal import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.either]

DAY = timedelta(days=1)


def running(event: Event) -> list[int]:
    rounds = event.round_set.filter(stage=Round.Stage.RUNNING).order_by("number")
    return list(rounds.values_list("number", flat=True))


def round_robin(**fields: object) -> Event:
    """Of four, who play three rounds."""
    return going.begun(4, format=Event.Format.ROUND_ROBIN, **fields)


@pytest.mark.parametrize(("at_once", "rounds"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (0, [1, 2, 3]), (9, [1, 2, 3])])
def test_so_many_rounds_begin_at_once(at_once: int, rounds: list[int]) -> None:
    assert running(round_robin(at_once=at_once)) == rounds


def test_nobody_has_more_matches_than_that() -> None:
    round_robin(at_once=2)
    assert Match.objects.filter(seats__player__display_name="Ada").count() == 2


def test_the_next_round_begins_when_any_of_them_is_done() -> None:
    event = round_robin(at_once=2)
    going.play_round(event, 2)
    sweep.sweep()
    assert running(event) == [1, 3]


def test_a_swiss_has_one_round_at_a_time() -> None:
    assert running(going.begun(4, rounds=3, at_once=0)) == [1]


def test_the_organisers_hear_that_all_is_done_when_the_slowest_round_is() -> None:
    event = round_robin(at_once=0)
    going.organiser_of(event)
    told = []
    for number in (3, 1, 2):
        going.play_round(event, number)
        sweep.sweep()
        told.append(OutboxMail.objects.filter(kind="event_organising").count())
    assert told == [0, 0, 1]


def test_no_round_begins_once_the_end_has_come() -> None:
    event = round_robin(at_once=1)
    Event.objects.filter(pk=event.pk).update(ends_at=timezone.now() - DAY)
    going.play_round(event, 1)
    sweep.sweep()
    assert running(event) == []
    assert going.round_of(event, 2).stage == Round.Stage.DRAFT


def test_a_round_that_is_one_too_many_is_not_published_by_hand() -> None:
    event = round_robin(at_once=2, publishes_itself=False)
    for number in (1, 2):
        publishing.publish(going.round_of(event, number))
    with pytest.raises(Refused, match="Round 1 is not closed yet"):
        publishing.publish(going.round_of(event, 3))


def test_rounds_are_published_in_their_order() -> None:
    event = round_robin(at_once=3, publishes_itself=False)
    with pytest.raises(Refused, match="Round 1 is not closed yet"):
        publishing.publish(going.round_of(event, 2))


# -- how long it takes ---------------------------------------------------------------------------------------------


def matches_of(*days: int) -> None:
    players = [UserFactory(), UserFactory()]
    options = game("fortify").clean_options({})
    for each in days:
        match = MatchFactory(players=players, options=options)
        finished = timezone.now()
        Match.objects.filter(pk=match.pk).update(
            status=Match.Status.FINISHED,
            started_at=finished - each * DAY,
            finished_at=finished,
            how_it_ended="points",
            log_length=9,
        )


def test_past_matches_tell_how_long_the_season_takes() -> None:
    matches_of(*range(3, 63, 3))  # 20 matches: half within 30 days, nine in ten within 54
    season = set_up(league(club()), (8, 8), at_once=0)
    found = forecast(season)

    assert "20 so far: half ended within 5 weeks; nine in ten within 8 weeks." in found.lines[0]
    assert found.lines[1].endswith("so the season takes about 5 weeks to 8 weeks.")
    assert found.warning == ""


def test_rounds_one_after_another_take_as_many_times_as_long() -> None:
    matches_of(*range(3, 63, 3))
    found = forecast(set_up(league(club()), (8, 6), at_once=2))

    # Seven rounds for eight players, two at a time: four times 30 and 54 days, 18 and 31 weeks.
    assert "4 times after one another" in found.lines[1]
    assert found.lines[1].endswith("so the season takes about 18 weeks to 31 weeks.")


def test_with_too_few_matches_the_time_control_tells_the_longest() -> None:
    matches_of(*range(1, 20))
    season = set_up(league(club()), (4, 4), at_once=0, clock_start=2 * DAY, clock_increment=DAY, clock_cap=3 * DAY)
    # 20 turns each: 2 + 19 days of each player, 42 days.
    assert "a match of 20 turns each would take 6 weeks" in forecast(season).lines[0]


@pytest.mark.parametrize(("days", "warning"), [(60, ""), (45, "The dates are tight"), (20, "The dates do not fit")])
def test_dates_that_do_not_fit_are_warned_of(days: int, warning: str) -> None:
    matches_of(*range(3, 63, 3))
    starts = timezone.now() + DAY
    season = set_up(league(club()), (8,), at_once=0, starts_at=starts, ends_at=starts + days * DAY)
    assert forecast(season).warning.startswith(warning)
    assert bool(forecast(season).warning) == bool(warning)


def test_pairings_of_rounds_at_the_same_time_are_between_different_players() -> None:
    event = round_robin(at_once=0)
    pairs = {frozenset((each.white_id, each.black_id)) for each in Pairing.objects.filter(round__event=event)}
    assert len(pairs) == 6
