"""Weeks begin and end whenever a sweep comes; nothing is opened before all have stopped."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import TurnMail, User
from jobs.models import Heartbeat
from matches import sweep as match_sweep
from matches.gate import clock_acts
from matches.models import Match, Outage, Seat
from tests.support.factories import UserFactory
from tests.support.rows import refresh
from tests.support.weekly import ENDS_AT, MONDAY, NEXT_MONDAY, begin, end, forest
from timekeeping import clock
from tournaments import sweep
from tournaments.models import WeeklyAttempt, WeeklyForest
from tournaments.rounds import sealed
from tournaments.weekly import close, weeks

__all__ = ["forest"]
pytestmark = pytest.mark.django_db
MINUTES = timedelta(minutes=1)
Traveller = time_machine.TimeMachineFixture


@pytest.fixture(autouse=True)
def no_mails_about_turns(db: None, player: User, opponent: User) -> None:
    """No clock waits for one."""
    User.objects.update(turn_mail=TurnMail.NONE)


def all_sweeps() -> None:
    match_sweep.sweep_matches()
    sweep.sweep_events()


def test_this_week_and_the_next_are_fixed_once(time_machine: Traveller) -> None:
    time_machine.move_to(datetime(2026, 11, 29, 23, 59, 59, tzinfo=UTC), tick=False)
    assert weeks.fix_coming(clock.now()) == 2
    known = dict(WeeklyForest.objects.values_list("begins_on", "server"))
    assert set(known) == {MONDAY, NEXT_MONDAY}
    assert len(set(known.values())) == 2
    assert weeks.fix_coming(clock.now()) == 0
    time_machine.move_to(ENDS_AT, tick=False)
    assert weeks.fix_coming(clock.now()) == 1
    assert WeeklyForest.objects.get(begins_on=NEXT_MONDAY).server == known[NEXT_MONDAY]


def test_a_week_in_which_the_site_was_down_has_none(forest: WeeklyForest, time_machine: Traveller) -> None:
    time_machine.move_to(ENDS_AT + timedelta(days=17), tick=False)
    sweep.sweep_events()
    found = WeeklyForest.objects.order_by("begins_on")
    assert [(each.begins_on.isoformat(), each.closed_at is None) for each in found] == [
        ("2026-11-23", False),
        ("2026-11-30", False),
        ("2026-12-14", True),
        ("2026-12-21", True),
    ]


def test_none_is_fixed_where_the_host_wants_none(settings: Settings, time_machine: Traveller) -> None:
    settings.WEEKLY_FOREST = False
    sweep.sweep_events()
    assert not WeeklyForest.objects.exists()


def test_a_week_that_was_switched_off_is_closed_all_the_same(
    forest: WeeklyForest, player: User, settings: Settings, time_machine: Traveller
) -> None:
    end(begin(forest, player))
    settings.WEEKLY_FOREST = False
    time_machine.move_to(ENDS_AT, tick=False)
    sweep.sweep_events()
    assert not Match.objects.get().is_sealed


def test_what_runs_at_the_end_stops_there_with_what_was_reached_and_all_open_at_once(
    forest: WeeklyForest, player: User, opponent: User, time_machine: Traveller
) -> None:
    ended, runs = begin(forest, player), begin(forest, opponent)
    end(ended, 2, 0, 0, 1)
    time_machine.move_to(ENDS_AT, tick=False)
    all_sweeps()
    assert refresh(forest).closed_at is None
    assert refresh(ended).is_sealed
    time_machine.move_to(ENDS_AT + MINUTES, tick=False)
    all_sweeps()
    assert refresh(runs).how_it_ended == "left"
    assert WeeklyAttempt.objects.get(match=runs).measured == [0, 0, 0, 3]  # no diamond, and given up
    assert refresh(forest).closed_at == clock.now()
    assert not Match.objects.filter(is_sealed=True).exists()


def test_events_and_rounds_leave_a_weeks_matches_sealed(forest: WeeklyForest, player: User) -> None:
    end(begin(forest, player))
    assert sealed.unseal() == 0
    sweep.sweep_events()
    assert Match.objects.get().is_sealed


def test_two_sweepers_close_a_week_once(forest: WeeklyForest, player: User, time_machine: Traveller) -> None:
    end(begin(forest, player))
    time_machine.move_to(ENDS_AT, tick=False)
    assert [close.close_due(clock.now()) for _ in range(2)] == [1, 0]


def test_a_result_of_which_nobody_heard_is_taken_over(forest: WeeklyForest, player: User) -> None:
    match = begin(forest, player)
    Seat.objects.update(share=0, finished_at=clock.now(), asked_turn=None)
    Match.objects.update(status=Match.Status.FINISHED, finished_at=clock.now())
    sweep.sweep_events()
    assert WeeklyAttempt.objects.get(match=match).measured == [0, 0, 0, 0]


def test_a_match_that_was_annulled_is_in_no_table(forest: WeeklyForest, player: User) -> None:
    match = begin(forest, player)
    Seat.objects.update(share=None, finished_at=clock.now(), asked_turn=None)
    Match.objects.update(status=Match.Status.FINISHED, finished_at=clock.now())
    sweep.sweep_events()
    attempt = WeeklyAttempt.objects.get(match=match)
    assert (attempt.measured, attempt.rank_key, attempt.decided_at) == (None, "", clock.now())


def test_a_clock_that_stands_still_or_got_more_time_keeps_no_week_open(
    forest: WeeklyForest, player: User, opponent: User, time_machine: Traveller
) -> None:
    paused, longer = begin(forest, player), begin(forest, opponent)
    clock_acts.stop_clock(paused.seats.get(), "A test.", 0)
    clock_acts.add_time(longer.seats.get(), timedelta(days=3), "A test.", 0)
    time_machine.move_to(ENDS_AT + 9 * MINUTES, tick=False)
    assert close.close_due(clock.now()) == 0
    time_machine.move_to(ENDS_AT + 11 * MINUTES, tick=False)
    close.close_due(clock.now())
    sweep.sweep_events()
    assert {match.how_it_ended for match in Match.objects.all()} == {"forfeit"}
    assert "The week was over." in str(refresh(paused).result_words)
    assert refresh(forest).closed_at is not None


def test_an_outage_costs_nobody_the_rest_of_the_week(
    forest: WeeklyForest, player: User, time_machine: Traveller
) -> None:
    """The site is down from Sunday noon to Monday noon: there are twelve hours left then."""
    match = begin(forest, player)
    down, up = ENDS_AT - timedelta(hours=12), ENDS_AT + timedelta(hours=12)
    Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=down)
    time_machine.move_to(up, tick=False)
    sweep.sweep_events()  # comes before the one that gives the time back
    assert not refresh(match).is_over
    all_sweeps()
    assert Outage.objects.count() == 1
    assert match.seats.get().deadline == ENDS_AT + timedelta(hours=24)
    for later, is_over in ((timedelta(hours=11), False), (timedelta(hours=12, minutes=1), True)):
        time_machine.move_to(up + later, tick=False)
        Heartbeat.objects.update(at=clock.now() - MINUTES)
        all_sweeps()
        assert refresh(match).is_over == is_over
    assert refresh(forest).closed_at is not None


def test_nobody_sees_a_match_or_the_seed_before_the_week_is_over(
    client: Client, forest: WeeklyForest, player: User, opponent: User, time_machine: Traveller
) -> None:
    """Neither who has ended, nor who still plays, nor a visitor, nor the host."""
    host = UserFactory(is_staff=True, is_superuser=True)
    ended, runs = begin(forest, player), begin(forest, opponent)
    end(ended)
    hidden = (ended.seed, forest.server, WeeklyForest.objects.get(begins_on=NEXT_MONDAY).server)
    week = reverse("weekly:forest", args=[MONDAY.isoformat()])
    for reader in (None, player, opponent, host):
        client.logout()
        if reader is not None:
            client.force_login(reader)
        for match in (ended, runs):
            is_own = match.seats.get().player == reader
            assert (client.get(match.get_absolute_url()).status_code == 200) == is_own
            assert client.get(f"/api/v1/matches/{match.pk}").status_code in (401, 404) or is_own
        for address in (
            *("/weekly/", week, f"/players/{player.pk}/", ended.get_absolute_url()),
            *(f"{ended.get_absolute_url()}record/", "/account/export/"),
            f"/admin/tournaments/weeklyforest/{forest.pk}/change/",
            f"/admin/matches/match/{ended.pk}/change/",
            "/admin/tournaments/weeklyattempt/",
        ):
            text = client.get(address, follow=True).content.decode()
            assert not any(each in text for each in hidden), (reader, address)
    client.logout()
    assert forest.server_digest in client.get("/weekly/").content.decode()
    time_machine.move_to(ENDS_AT + MINUTES, tick=False)
    all_sweeps()
    assert forest.server in client.get(week).content.decode()
    assert client.get(ended.get_absolute_url()).status_code == 200
