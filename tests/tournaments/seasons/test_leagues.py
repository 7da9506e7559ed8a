"""Where a club's leagues are listed, and what is listed under them instead of alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests.support.markup import compact
from tests.support.people import LogIn
from tests.support.rows import require
from tests.support.seasons import league, opened, organiser_of, played, set_up
from tournaments.clubs import honours
from tournaments.models import Club, League

pytestmark = pytest.mark.django_db


def page(client: Client, club: Club, leaf: str = "") -> str:
    return compact(client.get(f"/clubs/{club.slug}/{leaf}").text)


def test_the_leagues_stand_under_the_clubs_heading_each_with_its_latest_season(sunday: League, client: Client) -> None:
    league(sunday.club, "Empty League")
    played(sunday, ["Ann Ben Cleo Dan"])
    opened(sunday, name="Autumn")
    listed = page(client, sunday.club, "leagues/")
    assert "<h1><a" in listed
    assert '<a href="/clubs/northside/leagues/" aria-current="page"> Leagues </a>' in listed
    assert listed.index("Empty League") < listed.index("Sunday League") < listed.index(">Autumn</a>")
    assert "open for registration" in listed
    assert ">Season 1</a>" not in listed


def test_a_season_that_is_set_up_is_listed_for_organisers_alone(sunday: League, client: Client, log_in: LogIn) -> None:
    played(sunday, ["Ann Ben Cleo Dan"])
    set_up(sunday, name="Autumn")
    assert ">Season 1</a>" in page(client, sunday.club, "leagues/")
    assert ">Autumn</a>" in page(log_in(organiser_of(sunday.club)), sunday.club, "leagues/")


def test_the_clubs_page_leads_to_seasons_and_not_to_each_division(sunday: League, client: Client) -> None:
    season = played(sunday, ["Ann Ben Cleo Dan"])
    event = season.divisions.get().event
    shown = page(client, sunday.club)
    assert season.get_absolute_url() in shown
    assert require(event).get_absolute_url() not in shown


def test_the_board_has_the_divisions_of_a_season_from_the_top(sunday: League) -> None:
    """Even where the second was over last."""
    season = played(sunday, ["Ann Ben Cleo Dan", "Eve Finn Gus Hal"])
    for days, division in zip((9, 2), season.divisions.order_by("level"), strict=True):
        assert division.event is not None
        division.event.ended_at = require(season.ended_at) - timedelta(days=days)
        division.event.save()
    titles = [honour.title for honour in honours.of_seasons(sunday.club, organiser_of(sunday.club))]
    assert titles == ["Season 1, Division 1", "Season 1, Division 2"]


def test_a_season_that_is_over_says_when_it_ended(sunday: League, client: Client) -> None:
    """And not when it should have ended."""
    season = played(sunday, ["Ann Ben Cleo Dan"])
    assert season.ended_at is not None
    season.ends_at = season.ended_at + timedelta(days=30)
    season.save()
    shown = " ".join(client.get(season.get_absolute_url()).content.decode().split())
    assert f"{season.ended_at:%Y-%m-%d}" in shown
    assert f"{season.ends_at:%Y-%m-%d}" not in shown
