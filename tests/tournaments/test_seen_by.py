"""Events and clubs for the club's members: who may open what, and that nothing else tells of them."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import User
from engine.games import game
from fortify_site.api import tokens
from fortify_site.api.models import Token
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.answers import LOGIN, Answer, Row, everybodys_wrong_answers
from tests.support.factories import ClubFactory, EntryFactory, MatchFactory, MembershipFactory, UserFactory
from tests.support.people import LogIn
from timekeeping import clock
from tournaments.models import Club, ClubNews, Entry, Event, League, Membership, Pairing, Round, Season

PEOPLE = ("visitor", "stranger", "member", "entrant", "organiser", "host")
PAGE: tuple[Answer, ...] = (LOGIN, 404, 200, 200, 200, 200)
FILE: tuple[Answer, ...] = (404, 404, 200, 200, 200, 200)
WIDGET: tuple[Answer, ...] = (404,) * 6  # it is shown on others' pages
OF_CLUB: tuple[Answer, ...] = (404, 404, 200, 404, 200, 200)
AMONG_MEMBERS: tuple[Answer, ...] = (LOGIN, 404, 200, 404, 200, 200)
SECRETS = ("Secret Cup", "Quiet Season", "Xaver", "Zoltan")


@pytest.fixture
def club(db: None) -> Club:
    made: Club = ClubFactory(name="Hill", slug="hill")
    ClubNews.objects.create(club=made, subject="Tea at five", text="Bring cake.")
    return made


@pytest.fixture
def event(organiser: User, club: Club) -> Event:
    """It runs."""
    made = Event.objects.create(
        name="Secret Cup", game_slug="fortify", options=game("fortify").clean_options({}),
        club=club, is_public=False, club_only=True,
        stage=Event.Stage.RUNNING, begun_at=clock.now(), initial_colour="w", tie_breaks=["BH"],
    )  # fmt: skip
    made.organisers.add(organiser)
    return made


@pytest.fixture
def entrant(event: Event) -> Entry:
    made: Entry = EntryFactory(event=event, number=1, player=UserFactory(display_name="Xaver"))
    return made


@pytest.fixture
def match(event: Event, entrant: Entry) -> Match:
    other: Entry = EntryFactory(event=event, number=2, player=UserFactory(display_name="Zoltan"))
    made: Match = MatchFactory(players=[entrant.player, other.player])
    Match.objects.filter(pk=made.pk).update(occasion="Secret Cup, round 1")
    round = Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING, paired_at=clock.now())
    Pairing.objects.create(round=round, board=1, white=entrant, black=other, match=made)
    turns.submit_turn(made.seats.get(index=0), 1, "T@b3", LogEntry.Via.SITE)
    turns.resign(made.seats.get(index=1), LogEntry.Via.SITE)
    return made


@pytest.fixture
def browsers(
    log_in: LogIn, stranger: User, entrant: Entry, organiser: User, host: User, club: Club
) -> dict[str, Client]:
    member = MembershipFactory(club=club).player
    MembershipFactory(club=club, player=organiser, role=Membership.Role.OWNER)
    people = (stranger, member, entrant.player, organiser, host)
    return {"visitor": Client(), **{name: log_in(user) for name, user in zip(PEOPLE[1:], people, strict=True)}}


@pytest.fixture
def season(club: Club) -> Season:
    league = League.objects.create(club=club, name="Sunday", slug="sunday")
    return Season.objects.create(
        league=league, number=1, name="Quiet Season", game_slug="fortify", is_public=False, club_only=True,
        stage=Season.Stage.REGISTRATION, opened_at=clock.now(), options=game("fortify").clean_options({}),
    )  # fmt: skip


def rows(**answers: tuple[str, tuple[Answer, ...]]) -> tuple[list[Row], dict[str, str]]:
    table: list[Row] = [(name, "GET", {}, expected) for name, (_address, expected) in answers.items()]
    return table, {name: address for name, (address, _expected) in answers.items()}


def pages_of(event: Event, entrant: Entry, match: Match) -> tuple[list[Row], dict[str, str]]:
    at, api = f"/events/{event.pk}/", f"/api/v1/events/{event.pk}"
    pages = ("", "table/", "crosstable/", "bracket/", "rounds/1/", f"players/{entrant.pk}/", "entries/", "log/")
    files = ("", "/entries", "/rounds", "/rounds/1", "/standings", "/crosstable")
    own = f"/matches/{match.pk}/"
    return rows(
        **{f"page {each}": (f"{at}{each}", PAGE) for each in (*pages, "announcements/", "print/", "enter/")},
        **{f"file {each}": (f"{at}export/{each}", PAGE) for each in ("standings.csv", "records.zip")},
        **{f"match {each}": (f"{own}{each}", PAGE) for each in ("", "turns/0/", "record/")},
        **{f"api {each}": (f"{api}{each}", (404,) * 6) for each in files},  # the API asks for a token
        **{f"api of match {each}": (f"/api/v1{own[:-1]}{each}", (404,) * 6) for each in ("", "/turns", "/record")},
        widget=(f"{at}widget/", WIDGET),
    )  # fmt: skip


@pytest.mark.either
def test_an_event_for_its_club_is_for_members_and_players_with_all_its_matches(
    event: Event, entrant: Entry, match: Match, browsers: dict[str, Client]
) -> None:
    table, addresses = pages_of(event, entrant, match)
    assert everybodys_wrong_answers(browsers, table, addresses) == []


def test_programs_see_what_their_players_see(
    event: Event, match: Match, club: Club, stranger: User, entrant: Entry
) -> None:
    insider = MembershipFactory(club=club).player
    assert entrant.player is not None
    for player, answer in ((stranger, 404), (insider, 200), (entrant.player, 200)):
        token = tokens.make_token(player, "a program", Token.Scope.READ)
        program = Client(headers={"Authorization": f"Bearer {token}"})
        for address in (f"events/{event.pk}", f"events/{event.pk}/standings", f"matches/{match.pk}"):
            assert program.get(f"/api/v1/{address}").status_code == answer, (player, address)


@pytest.mark.either
def test_a_season_for_its_club_is_for_members(season: Season, browsers: dict[str, Client]) -> None:
    table, addresses = rows(season=(season.get_absolute_url(), (LOGIN, 404, 200, 404, 200, 200)))
    assert everybodys_wrong_answers(browsers, table, addresses) == []


@pytest.mark.either
def test_a_club_for_its_members_is_not_there_for_others(
    club: Club, season: Season, browsers: dict[str, Client]
) -> None:
    Club.objects.filter(pk=club.pk).update(members_only=True)
    at = "/clubs/hill/"
    table, addresses = rows(
        **{f"page {each}": (f"{at}{each}", OF_CLUB) for each in ("", "news/", "honours/", "leagues/")},
        league=(f"{at}leagues/sunday/", OF_CLUB),
        **{each: (f"{at}{each}/", AMONG_MEMBERS) for each in ("members", "log", "join", "leave")},
        manage=(f"{at}manage/", (LOGIN, 404, 403, 404, 200, 200)),
        link=(f"{at}join/{club.invitation_key}/", (200,) * 6),
        **{
            f"api {each}": (f"/api/v1/clubs/hill{each}", (404,) * 6)
            for each in ("", "/news", "/honours", "/leagues", "/leagues/sunday", "/leagues/sunday/seasons")
        },
    )
    assert everybodys_wrong_answers(browsers, table, addresses) == []
    for person in ("visitor", "stranger", "entrant"):
        assert "Hill" not in browsers[person].get("/clubs/").text, person
    assert "Hill" in browsers["member"].get("/clubs/").text


def test_who_is_invited_sees_the_club(club: Club, log_in: LogIn, stranger: User) -> None:
    Club.objects.filter(pk=club.pk).update(members_only=True)
    MembershipFactory(club=club, player=stranger, status=Membership.Status.INVITED)
    assert "Hill" in log_in(stranger).get("/clubs/").text
    assert log_in(stranger).get("/clubs/hill/").status_code == 200


def test_who_leaves_is_led_to_what_they_may_see(club: Club, browsers: dict[str, Client]) -> None:
    Club.objects.filter(pk=club.pk).update(members_only=True)
    answer = browsers["member"].post("/clubs/hill/leave/")
    assert answer.headers["Location"] == "/clubs/"
    assert browsers["member"].get("/clubs/").status_code == HTTPStatus.OK


@pytest.mark.usefixtures("match", "season")
@pytest.mark.parametrize("stage", [Event.Stage.REGISTRATION, Event.Stage.RUNNING, Event.Stage.FINISHED])
def test_nothing_else_tells_outsiders_of_it(
    stage: Event.Stage, event: Event, entrant: Entry, club: Club, browsers: dict[str, Client]
) -> None:
    Event.objects.filter(pk=event.pk).update(stage=stage, ended_at=clock.now())
    listings = (
        *("/", "/events/", "/clubs/", "/clubs/hill/", "/clubs/hill/honours/", "/clubs/hill/leagues/"),
        *("/clubs/hill/leagues/sunday/", "/api/v1/events", "/api/v1/matches", "/api/v1/players", "/api/v1/clubs"),
        *("/api/v1/clubs/hill", "/api/v1/clubs/hill/honours", "/api/v1/clubs/hill/leagues/sunday/seasons"),
        *(f"/api/v1/events?club={club.slug}", f"/api/v1/matches?event={event.pk}"),
    )
    for person in ("visitor", "stranger"):
        for address in listings:
            answer = browsers[person].get(address)
            assert answer.status_code == HTTPStatus.OK, address
            assert [word for word in SECRETS if word in answer.text] == [], (person, address)
    assert browsers["visitor"].get(f"/players/{entrant.player_id}/").status_code == HTTPStatus.FOUND
    card = browsers["stranger"].get(f"/players/{entrant.player_id}/").text
    assert "Secret Cup" not in card
    assert "Zoltan" not in card
    assert "Secret Cup" in browsers["member"].get("/events/").text
    assert "Zoltan" in browsers["member"].get(f"/players/{entrant.player_id}/").text


def test_what_is_public_is_listed_for_everybody_whatever_else_it_says(
    event: Event, season: Season, browsers: dict[str, Client]
) -> None:
    """As an archive from elsewhere may have it."""
    Event.objects.filter(pk=event.pk).update(is_public=True)
    Season.objects.filter(pk=season.pk).update(is_public=True)
    for person in ("visitor", "stranger"):
        assert "Secret Cup" in browsers[person].get("/events/").text
        assert "Quiet Season" in browsers[person].get("/clubs/hill/leagues/sunday/").text


def test_a_public_event_does_not_tell_of_a_club_for_members(event: Event, club: Club) -> None:
    Event.objects.filter(pk=event.pk).update(is_public=True, club_only=False)
    assert "Hill" in Client().get(f"/events/{event.pk}/").text
    Club.objects.filter(pk=club.pk).update(members_only=True)
    Event.objects.filter(pk=event.pk).update(changed_at=clock.now())
    assert "Hill" not in Client().get(f"/events/{event.pk}/").text
    assert Client().get(f"/api/v1/events/{event.pk}").json()["club"] is None
