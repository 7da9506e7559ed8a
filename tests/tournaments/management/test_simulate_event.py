from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from jobs.models import Heartbeat
from matches.time_control.time_control import DAY
from tests.support.factories import UserFactory
from tests.support.rows import require
from tournaments.formats.cup.bracket import bracket_of
from tournaments.models import Event, Rating

pytestmark = pytest.mark.usefixtures("committing")


def simulate(**options: Any) -> str:
    out = StringIO()
    call_command("simulate_event", stdout=out, **{"players": 6, "rounds": 3, "turns": 4} | options)
    return out.getvalue()


def test_it_plays_an_event_that_is_over_today_and_tells_what_came_of_it() -> None:
    text = simulate(well_behaved=True)
    event = Event.objects.get()
    assert event.stage == Event.Stage.FINISHED
    assert require(event.ended_at) <= timezone.now()
    assert "Simulated Cup: finished after" in text
    assert event.get_absolute_url() in text
    assert re.search(r"^9 matches, of which 0 were forfeited; 36 turns; \d+ mails$", text, re.MULTILINE)
    assert len(re.findall(r"^ +\d+ [A-Z]\w+ [A-Z]\w+ ", text, re.MULTILINE)) == 6
    assert re.search(r"^turns +\d+\.\d s +\d+ times", text, re.MULTILINE)


def test_its_months_are_rated_when_they_are_over() -> None:
    simulate(players=4, rounds=2, ago=120)
    assert Rating.objects.exists()


def test_begun_a_while_ago_it_runs_on_from_where_it_stands_today() -> None:
    simulate(ago=4, turns=30)
    event = Event.objects.get()
    assert event.stage == Event.Stage.RUNNING
    assert abs(timezone.now() - require(event.begun_at) - 4 * DAY) < DAY / 24


def test_a_cup_is_played_until_one_is_left() -> None:
    simulate(format="cup", players=6)
    event = Event.objects.get()
    assert (event.stage, event.rounds) == (Event.Stage.FINISHED, 3)
    assert [place.rank for place in bracket_of(event).places.values()].count(1) == 1


def test_it_may_be_the_event_of_somebody_here() -> None:
    olga: User = UserFactory(email="olga@players.example")
    simulate(organiser="Olga@players.example", format="round_robin", players=3)
    assert list(Event.objects.get().organisers.all()) == [olga]
    with pytest.raises(CommandError, match="Nobody here"):
        simulate(organiser="nobody@players.example")


def test_it_is_not_played_where_others_can_reach_the_site(settings: Settings) -> None:
    settings.LOCAL = False
    with pytest.raises(CommandError, match="Others can reach this site"):
        simulate()
    assert not User.objects.exists()


def test_it_is_not_played_beside_workers_who_have_a_clock_of_their_own() -> None:
    Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=timezone.now() - DAY / 24 / 60)
    with pytest.raises(CommandError, match=r"stop it first\. .* in 9 minutes\."):
        simulate()
    Heartbeat.objects.update(at=timezone.now() - DAY)
    simulate(players=2, rounds=1)


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("players", 1, "at least 2"),
        ("rounds", 0, "at least 1"),
        ("turns", -1, "at least 0"),
        ("hours", 0.0, "more than"),
    ],
)
def test_it_refuses_numbers_that_make_no_event(option: str, value: float, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        simulate(**{option: value})


def test_it_says_why_an_event_cannot_be(settings: Settings) -> None:
    with pytest.raises(CommandError, match="at most 3 opponents"):
        simulate(players=4, rounds=5)
