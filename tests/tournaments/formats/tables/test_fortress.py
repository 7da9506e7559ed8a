"""Fortress in events of each kind: by two in a Swiss, a round robin, a cup and a league, by four at tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.test import Client

from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.factories import MatchFactory, UserFactory
from tests.support.pages import words
from tests.support.running_events import pairings, work_off
from tests.support.seasons import club, league, line_up, organiser_of, propose, register, set_up
from tests.support.table_events import begun, table_of
from tournaments.events.ending import finish
from tournaments.models import Event, LogLine, Round, Season
from tournaments.seasons import edit
from tournaments.seasons.forecast import forecast
from tournaments.seasons.line_up import publish
from tournaments.seasons.standings import division_standings
from tournaments.simulation.clock import moved
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.habits import Habits
from tournaments.simulation.people import make_up
from tournaments.simulation.setup import open_event
from tournaments.standings.standings import standings_of

START = datetime(2026, 2, 2, 9, tzinfo=UTC)
TO_THE_END = Habits(0, 0, 0, 0, 0, answer=timedelta(hours=9), turns=0)
ROUND = {"length": "1", "pace": "whole"}


@pytest.mark.usefixtures("committing")
@pytest.mark.parametrize("kind", ["swiss", "round_robin", "cup"])
def test_two_players_each_play_it_to_the_end_in_an_event(kind: str) -> None:
    with moved(START) as clock:
        olga, random = UserFactory(display_name="Olga"), Random(4)
        made = open_event(olga, "Cup", game_slug="fortress", options=ROUND, event_format=kind, rounds=2)
        event = SimulatedEvent(made, olga, clock, random, TO_THE_END)
        event.enter(make_up(4, random, clock.at), timedelta(days=2))
        ended = event.play()
    assert ended.stage == Event.Stage.FINISHED
    matches = Match.objects.filter(pairing__round__event=ended)
    assert set(matches.values_list("how_it_ended", flat=True)) == {"points"}
    assert matches.count() >= {"swiss": 4, "round_robin": 6, "cup": 3}[kind]
    assert len(standings_of(ended).rows) == 4
    said = " ".join(line.words for line in LogLine.objects.filter(event=ended, kind=LogLine.Kind.RESULT))
    assert "the match with a total of" in said or "share the win" in said
    assert "Player 1" not in said


@pytest.mark.django_db
@pytest.mark.usefixtures("committing")
def test_a_league_of_it_has_players_go_up_and_down() -> None:
    sunday = league(club())
    by = organiser_of(sunday.club)
    season = edit.open_registration(set_up(sunday, slug="fortress", options=ROUND, break_hours=0), by=by)
    register(season, "Ann Ben Cleo Dan Eve Finn Gus Hal")
    propose(season)
    season = publish.publish(season, by=by)
    work_off()
    events = [each.event for each in season.divisions.order_by("level") if each.event]
    for event in events:
        for number in (1, 2, 3):
            for pairing in pairings(event, number):
                assert pairing.match is not None
                for seat in pairing.match.seats.all():
                    turns.submit_turn(seat, seat.asked_turn, "fortify LLLLLLLL keep", LogEntry.Via.SITE)
                worse = max(pairing.match.seats.select_related("player"), key=lambda seat: seat.name)
                turns.resign(worse, LogEntry.Via.SITE)
            work_off()
        assert event.round_set.get(number=3).stage == Round.Stage.CLOSED
    found = division_standings(season)
    assert [[row.entry.shown_name for row in each.rows] for each in found] == [
        ["Ann", "Ben", "Cleo", "Dan"], ["Eve", "Finn", "Gus", "Hal"],
    ]  # fmt: skip
    for event in events:
        finish.end_event(event, by=by)
    summer = edit.open_registration(set_up(sunday, slug="fortress", options=ROUND, name="Summer"), by=by)
    assert Season.objects.count() == 2
    register(summer, "Ann Ben Cleo Dan Eve Finn Gus Hal")
    propose(summer)
    assert line_up(summer)[:2] == [{"Ann", "Ben", "Cleo", "Eve"}, {"Dan", "Finn", "Gus", "Hal"}]


@pytest.mark.django_db
def test_a_forecast_counts_the_time_of_all_at_a_table_and_matches_of_as_many() -> None:
    terms = {"format": "tables", "rounds": 1, "table_size": 4, "tie_breaks": ["TPS"], "options": ROUND}
    season = set_up(league(club()), (8, 8), slug="fortress", **terms)
    # Two rounds have 32 attacking turns (rules 11), so one has four of each player, and a sitting to fortify.
    assert (
        "If all 4 players used all their time, a match of 5 turns each would take 9 weeks." in forecast(season).lines[0]
    )
    people = [UserFactory() for _ in range(4)]
    for size in (2, 4):
        for _ in range(20):
            match = MatchFactory(game_slug="fortress", players=people[:size], options=ROUND, days=3)
            times = {"started_at": START, "finished_at": START + timedelta(days=10 * size)}
            Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, log_length=9, **times)
    assert "20 matches of Fortress" in forecast(season).lines[0]
    assert "nine in ten took at most 6 weeks" in forecast(season).lines[0]


@pytest.mark.django_db
@pytest.mark.usefixtures("committing")
def test_at_tables_the_log_and_the_organisers_page_name_the_players(client: Client) -> None:
    event = begun(4, game_slug="fortress", options=ROUND, rounds=1, publishes_itself=True)
    pairing = table_of(event, 1, "Ada")
    assert pairing.match is not None
    for seat in pairing.match.seats.all():
        turns.submit_turn(seat, seat.asked_turn, "fortify LLLLLLLL keep", LogEntry.Via.SITE)
    for _ in range(4):
        asked = pairing.match.seats.get(asked_turn__isnull=False)
        turns.submit_turn(asked, asked.asked_turn, "pass", LogEntry.Via.SITE)
    work_off()
    result = LogLine.objects.get(event=event, kind=LogLine.Kind.RESULT).words
    olga = UserFactory(display_name="Olga")
    event.organisers.add(olga)
    client.force_login(olga)
    page = words(client.get(f"/events/{event.pk}/manage/results/{pairing.pk}/").content.decode())
    for said in (result, page):
        assert all(name in said for name in ("Ada", "Ben", "Cleo", "Dora"))
    assert "Player" not in result
    assert not {f"Player {seat} wins" for seat in range(1, 5)} & set(page.split(". "))
    files = client.get(f"/events/{event.pk}/print/").content.decode()
    assert "pairings.csv" in files
    assert "trf26" not in files
