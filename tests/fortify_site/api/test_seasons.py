"""What programs read of a club: who runs it, its news and honours, its leagues and their seasons."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from tests.support import seasons
from tests.support.factories import EventFactory, UserFactory
from tests.support.stored_events import stored
from tournaments.clubs import join, news
from tournaments.models import Club, Event, League, Season
from tournaments.seasons.line_up import publish
from tournaments.standings import standings

from .conftest import Program, Programs

pytestmark = pytest.mark.either
LEAGUE = "/clubs/northside/leagues/sunday-league"


@pytest.fixture
def club(db: None) -> Club:
    return seasons.club()


@pytest.fixture
def league(club: Club) -> League:
    return seasons.league(club)


@pytest.fixture
def played(league: League) -> Season:
    return seasons.played(league, ["Ada Ben Cleo Dora", "Emil Fay Gus Hal"])


def names(rows: list[Any]) -> list[str]:
    return [each["player"]["name"] for each in rows]


def test_a_club_says_who_runs_it_and_how_many_are_in_it_but_not_who(visitor: Program, club: Club) -> None:
    seasons.join(club, [UserFactory(display_name="Zoe")])
    found = visitor.json("/clubs/northside")
    assert ([each["name"] for each in found["organisers"]], found["members"]) == (["Olga of Northside"], 2)
    told = json.dumps([found, visitor.json("/clubs"), visitor.json("/clubs/northside/honours")])
    assert "Zoe" not in told


def test_a_clubs_news_are_told_the_latest_first(visitor: Program, club: Club) -> None:
    by = seasons.organiser_of(club)
    for subject in ("A new hall", "The summer party"):
        news.tell(club, subject, "Bring cake.", by=by)
    found = visitor.json("/clubs/northside/news")
    assert [(each["subject"], each["by"]["name"]) for each in found["items"]] == [
        ("The summer party", by.display_name),
        ("A new hall", by.display_name),
    ]


def test_the_honours_board_has_seasons_then_events(visitor: Program, club: Club, played: Season) -> None:
    single = stored("1: 2w1\n2: 1b0", "Ida Jan", name="Blitz", club=club, stage=Event.Stage.FINISHED)
    stored("1: 2w1\n2: 1b0", "Kim Leo", name="Hidden", club=club, stage=Event.Stage.FINISHED, is_public=False)
    found = visitor.json("/clubs/northside/honours")
    told = [(each["group"], each["title"], each["places"][0]["player"]["name"]) for each in found["items"]]
    assert told == [
        ("Sunday League", "Season 1, Division 1", "Ada"),
        ("Sunday League", "Season 1, Division 2", "Emil"),
        ("", "Blitz", "Ida"),
    ]
    assert found["items"][2]["event"] == single.pk
    part = visitor.json("/clubs/northside/honours?limit=1&offset=2")
    assert ([each["title"] for each in part["items"]], part["count"], part["next"]) == (["Blitz"], 3, None)


def test_no_more_honours_are_worked_out_at_once_than_a_page_shows(
    visitor: Program, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(21):
        EventFactory(name=f"Cup {number}", club=club, stage=Event.Stage.FINISHED, begun_at=timezone.now())
    worked_out: list[Event] = []

    def ranks_of(event: Event) -> standings.Ranks:
        worked_out.append(event)
        return []

    monkeypatch.setattr(standings, "ranks_of", ranks_of)
    found = visitor.json("/clubs/northside/honours")
    assert (len(found["items"]), found["count"], len(worked_out)) == (20, 21, 20)
    assert visitor.get("/clubs/northside/honours?limit=21").status_code == 422


def test_leagues_lead_to_their_seasons(visitor: Program, league: League, played: Season) -> None:
    seasons.opened(league)
    assert [each["slug"] for each in visitor.json("/clubs/northside/leagues")["items"]] == ["sunday-league"]
    assert visitor.json(LEAGUE)["url"] == f"{settings.SITE_URL}/clubs/northside/leagues/sunday-league/"
    found = visitor.json(f"{LEAGUE}/seasons")["items"]
    assert [(each["number"], each["stage"]) for each in found] == [(2, "registration"), (1, "finished")]


def test_a_season_says_what_is_set_and_which_events_its_divisions_are(visitor: Program, played: Season) -> None:
    found = visitor.json(f"{LEAGUE}/seasons/1")
    assert (found["name"], found["stage"], found["up"], found["down"]) == ("Season 1", "finished", 1, 1)
    events = [division.event_id for division in played.divisions.order_by("level")]
    assert [(each["level"], each["name"], each["event"]) for each in found["divisions"]] == [
        (1, "Division 1", events[0]),
        (2, "Division 2", events[1]),
    ]
    settings_by_name = {each["name"]: each["value"] for each in found["settings"]}
    assert settings_by_name["Time control"]
    assert "Name" not in settings_by_name  # it has a field of its own
    of_event = visitor.json(f"/events/{events[1]}")["division"]
    assert of_event == {"club": "northside", "league": "sunday-league", "season": 1, "level": 2}
    assert visitor.json(f"/events/{events[0]}/standings")["rows"][0]["entry"]["name"] == "Ada"


def test_players_have_no_division_until_the_line_up_is_published(visitor: Program, league: League) -> None:
    season = seasons.opened(league, (2, 2))
    seasons.register(season, "Ada Ben Cleo Dora Emil")
    seasons.propose(season)
    address = f"{LEAGUE}/seasons/1/players"
    found = visitor.json(address)["items"]
    assert names(found) == ["Ada", "Ben", "Cleo", "Dora", "Emil"]
    assert {(each["division"], each["why"]) for each in found} == {(None, "")}
    assert [each["event"] for each in visitor.json(f"{LEAGUE}/seasons/1")["divisions"]] == [None, None]
    publish.publish(season, by=seasons.organiser_of(league.club))
    found = visitor.json(address)["items"]
    assert [each["division"] for each in found] == [1, 1, 2, 2, None]
    assert found[0]["why"] == "New in the league."
    assert found[4]["why"].startswith("Every division is full.")


def test_who_has_left_the_club_waits_for_no_place(visitor: Program, league: League) -> None:
    season = seasons.opened(league, (2, 2))
    seasons.register(season, "Ada Ben Cleo Dora Emil Fay")
    seasons.propose(season)
    publish.publish(season, by=seasons.organiser_of(league.club))
    for name in ("Ada", "Emil"):
        join.leave(league.club, User.objects.get(display_name=name))
    assert names(visitor.json(f"{LEAGUE}/seasons/1/players")["items"]) == ["Ada", "Ben", "Cleo", "Dora", "Fay"]
    assert visitor.json(f"{LEAGUE}/seasons/1")["registered"] == 5
    Season.objects.update(stage=Season.Stage.FINISHED)
    assert visitor.json(f"{LEAGUE}/seasons/1")["registered"] == 6


def test_what_is_not_for_everybody_is_seen_with_a_token_alone(
    visitor: Program, program_of: Programs, player: User, league: League
) -> None:
    """One that is being set up is for its club's organisers, one that is not public for members of the site."""
    hidden = seasons.opened(league, is_public=False)
    organiser, member = program_of(seasons.organiser_of(league.club)), program_of(player)
    assert hidden.number == 1
    assert [each.get(f"{LEAGUE}/seasons/1").status_code for each in (visitor, member, organiser)] == [404, 200, 200]
    assert [len(each.json(f"{LEAGUE}/seasons")["items"]) for each in (visitor, member, organiser)] == [0, 1, 1]
    Season.objects.update(stage=Season.Stage.DRAFT, is_public=True)
    assert [each.get(f"{LEAGUE}/seasons/1").status_code for each in (visitor, member, organiser)] == [404, 404, 200]
    assert visitor.get(f"{LEAGUE}/seasons/1/players").status_code == 404


@pytest.mark.parametrize("address", ["/seasons/9", "/seasons/9/players", "/../other", "/../other/seasons"])
def test_what_is_not_there_is_not_found(visitor: Program, league: League, address: str) -> None:
    path = f"{LEAGUE}{address}".replace("sunday-league/../", "")
    assert visitor.get(path).status_code == 404


def test_another_clubs_league_is_not_this_ones(visitor: Program, league: League) -> None:
    seasons.club("Southside")
    assert visitor.get("/clubs/southside/leagues/sunday-league").status_code == 404


def test_an_unchanged_season_is_not_sent_again(visitor: Program, played: Season) -> None:
    first = visitor.get(f"{LEAGUE}/seasons/1")
    again = visitor.get(f"{LEAGUE}/seasons/1", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Season.objects.update(name="Spring")
    assert visitor.get(f"{LEAGUE}/seasons/1", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_reading_costs_the_same_however_many_there_are(visitor: Program, league: League) -> None:
    counts: list[list[int]] = []
    for number, divisions in ((1, ["Ada Ben Cleo Dora"]), (2, ["Emil Fay Gus Hal", "Ida Jan Kim Leo"])):
        seasons.played(league, divisions)
        visitor.json("/clubs/northside/honours")  # final tables are worked out once
        season = f"{LEAGUE}/seasons/{number}"
        addresses = (season, f"{LEAGUE}/seasons", "/clubs/northside/honours", "/clubs")
        counts.append([len(visitor.questions(address)) for address in addresses])
    assert counts[0] == counts[1]


def test_players_of_a_season_cost_the_same_however_many_they_are(visitor: Program, db: None) -> None:
    counts = []
    for club, names in (("north", "Ada Ben Cleo Dora"), ("south", "Emil Fay Gus Hal Ida Jan Kim Leo")):
        season = seasons.opened(seasons.league(seasons.club(club)), (2, 2))
        registered = len(seasons.register(season, names))
        seasons.propose(season)
        publish.publish(season, by=seasons.organiser_of(season.league.club))
        address = f"/clubs/{club}/leagues/sunday-league/seasons/1/players"
        assert visitor.json(address)["count"] == registered
        counts.append(len(visitor.questions(address)))
    assert counts[0] == counts[1]
