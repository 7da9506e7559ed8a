"""A league whose divisions play at tables."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from matches.models import Match
from tests.support.factories import UserFactory
from tests.support.form_data import filled_in
from tests.support.people import LogIn
from tests.support.running_events import work_off
from tests.support.seasons import club, join, league, organiser_of, propose, register
from tests.support.table_events import NAMES, names_at, play_round, tables
from tests.support.toy_game import Toy
from tournaments.events.ending import finish
from tournaments.events.settings.save import VacationTerms
from tournaments.models import League, Season
from tournaments.seasons import edit, forecast
from tournaments.seasons.edit import Plan
from tournaments.seasons.line_up import publish
from tournaments.seasons.standings import division_standings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]

TERMS: dict[str, Any] = {
    "name": "Spring",
    "format": "tables",
    "rounds": 2,
    "break_hours": 1,
    "tie_breaks": ["TPS", "TWN", "TOP"],
    "options": {"picks": 1},
    "up": 1,
    "down": 1,
}


@pytest.fixture
def sunday(toy_beside: Toy) -> League:
    return league(club())


def plan(*sizes: int, **more: Any) -> Plan:
    return Plan(TERMS | more, sizes, VacationTerms("none"))


def test_divisions_are_played_at_tables_and_players_go_up_and_down(sunday: League) -> None:
    by = organiser_of(sunday.club)
    season = edit.make_season(sunday, "toy", plan(4, 4), by=by)
    season = edit.open_registration(season, by=by)
    register(season, " ".join(NAMES[:8]))
    propose(season)
    season = publish.publish(season, by=by)
    Season.objects.filter(pk=season.pk).update(break_hours=0)
    events = [each.event for each in season.divisions.order_by("level") if each.event]
    for event in events:
        event.break_hours = 0
        event.save(update_fields=["break_hours"])
    work_off()
    assert [[len(names_at(table)) for table in tables(event, 1)] for event in events] == [[4], [4]]
    for number in (1, 2):
        for event in events:
            play_round(event, number)
    found = division_standings(season)
    assert [each.rows[0].entry.shown_name for each in found] == ["Ada", "Emil"]
    assert [(each.rows[0].mark.value, each.rows[-1].mark.value) for each in found] == [
        ("stays", "down"),
        ("up", "stays"),
    ]
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
    for event in events:
        finish.end_event(event, by=by)


def test_a_forecast_counts_its_tables(sunday: League) -> None:
    season = edit.make_season(sunday, "toy", plan(7, 4), by=organiser_of(sunday.club))
    assert "There are 2 rounds, one after another" in " ".join(forecast.forecast(season).lines)


@pytest.mark.parametrize("sizes", [(2, 4), (7, 2)])
def test_a_division_that_fills_no_table_is_refused(sunday: League, sizes: tuple[int, ...]) -> None:
    season = Season(league=sunday, game_slug="toy")
    faults = edit.faults_in(season, plan(*sizes))
    assert [(fault.field, fault.message) for fault in faults] == [
        ("sizes", "2 players can’t be seated at tables of 3 to 5.")
    ]


def test_the_form_of_a_season_offers_tables_of_a_game_for_several(sunday: League, log_in: LogIn) -> None:
    by: User = organiser_of(sunday.club)
    desk = log_in(by)
    join(sunday.club, [UserFactory(display_name="Ada")])
    address = f"{sunday.get_absolute_url()}new/?game=toy"
    form = filled_in(desk, address, format="tables", sizes="7, 4", rounds="2", table_size="4")
    assert desk.post(address, form).status_code in (302, 303)
    season = Season.objects.get()
    assert (season.format, season.table_size, season.tie_breaks) == ("tables", 4, ["TPS", "TWN", "TOP"])
    other = desk.get(f"{sunday.get_absolute_url()}new/?game=fortify").text
    assert "Tables of three to five" not in other
