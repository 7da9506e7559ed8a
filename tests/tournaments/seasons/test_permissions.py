"""Permissions on leagues' pages: every address against everyone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.support.answers import LOGIN, Answer, Row, everybodys_wrong_answers, rows_of
from tests.support.factories import EntryFactory, UserFactory
from tests.support.people import LogIn
from tests.support.rows import require
from tests.support.seasons import club, join, league, opened, organiser_of, register
from tournaments.entries.replacements import links
from tournaments.models import Membership, PlaceOffer, Season, Vacancy
from tournaments.urls import seasons

pytestmark = [pytest.mark.django_db, pytest.mark.either]

PEOPLE = ("visitor", "stranger", "member", "entrant", "organiser", "owner", "other", "host")

EVERYBODY: tuple[Answer, ...] = (200,) * 8
NOBODY: tuple[Answer, ...] = (405,) * 8


def organisers_get(answer: Answer) -> tuple[Answer, ...]:
    """``other`` is an owner of another club."""
    return (LOGIN, 403, 403, 403, answer, answer, 403, answer)


def entrants_link(answer: Answer) -> tuple[Answer, ...]:
    """A visitor with it is taken for the entrant, unless logged in as someone else."""
    return (answer, 403, 403, answer, 403, 403, 403, 403)


# name of the address, method, fields posted, answers to: visitor, stranger (no member), member, entrant of the season,
# organiser, owner, other club's owner, host
TABLE: list[Row] = [
    *rows_of("list league", EVERYBODY, NOBODY),
    *rows_of("new change new_season settings manage unfinished clocks end places", organisers_get(200)),
    ("new", "POST", {"name": "Monday League"}, organisers_get(303)),
    ("change", "POST", {"name": "Monday League"}, organisers_get(303)),
    ("new_season", "POST", {}, organisers_get(422)),
    ("season", "GET", {}, EVERYBODY),
    ("season", "POST", {"action": "register"}, (LOGIN, 403, 303, 303, 303, 303, 403, 403)),
    ("season", "POST", {"action": "withdraw"}, (LOGIN, 422, 422, 303, 422, 422, 422, 422)),
    ("settings", "POST", {}, organisers_get(422)),
    ("manage", "POST", {"action": "propose"}, organisers_get(303)),
    ("manage", "POST", {"action": "put_in", "who": "Mia"}, organisers_get(303)),
    ("manage", "POST", {"action": "withdraw", "entry": "0"}, organisers_get(404)),
    ("manage", "POST", {"action": "move"}, organisers_get(422)),
    ("manage", "POST", {"action": "swap"}, organisers_get(422)),
    ("ending", "POST", {"action": "call_off", "reason": "A test."}, organisers_get(303)),
    ("manage", "POST", {"action": "burn"}, organisers_get(422)),
    ("unfinished", "POST", {}, organisers_get(422)),
    ("clocks", "POST", {"action": "stop", "reason": "A test.", "seen": "0"}, organisers_get(409)),
    ("end", "POST", {"ends_at": "", "reason": "A test."}, organisers_get(409)),
    ("season", "POST", {"action": "take_place"}, (LOGIN, *(409,) * 7)),
    ("places", "POST", {"action": "offer", "vacancy": "0"}, organisers_get(404)),
    ("places", "POST", {"action": "lift", "card": "0"}, organisers_get(404)),
    ("places", "POST", {"action": "burn"}, organisers_get(422)),
    ("offer", "GET", {}, entrants_link(200)),
    ("offer", "POST", {"action": "decline_place", "sure": "yes"}, entrants_link(200)),
    ("offer", "POST", {"action": "burn"}, entrants_link(422)),
]
OF_A_SEASON = ("season", "settings", "manage", "unfinished", "end", "ending", "clocks", "places")


@pytest.fixture
def season() -> Season:
    found = opened(league(club()))
    register(found, "Ann")
    return found


@pytest.fixture
def addresses(season: Season) -> dict[str, str]:
    leagues = "/clubs/northside/leagues/"
    own = f"{leagues}sunday-league/"
    vacancy = Vacancy.objects.create(entry=EntryFactory(), until=timezone.now() + timedelta(days=7), starts_anew=False)
    made = PlaceOffer.objects.create(vacancy=vacancy, player=season.entries.get().player, until=vacancy.until)
    return {
        "list": leagues,
        "new": f"{leagues}new/",
        "league": own,
        "change": f"{own}change/",
        "new_season": f"{own}new/",
        "season": f"{own}1/",
        "manage": f"{own}1/manage/",
        "settings": f"{own}1/settings/",
        "unfinished": f"{own}1/unfinished/",
        "end": f"{own}1/end/",
        "ending": f"{own}1/end-or-cancel/",
        "clocks": f"{own}1/clocks/",
        "places": f"{own}1/places/",
        "offer": links.place_offer_url(made).removeprefix(settings.SITE_URL),
    }


@pytest.fixture
def people(season: Season, stranger: User, host: User) -> dict[str, User | None]:
    northside, southside = season.league.club, club("Southside")
    member, owner = UserFactory(display_name="Mia"), UserFactory(display_name="Oda")
    join(northside, [member])
    join(northside, [owner], Membership.Role.OWNER)
    entrant = season.entries.get().player
    everybody = (None, stranger, member, entrant, organiser_of(northside), owner, organiser_of(southside), host)
    return dict(zip(PEOPLE, everybody, strict=True))


def test_everybody_gets_what_is_theirs(
    addresses: dict[str, str], people: dict[str, User | None], log_in: LogIn
) -> None:
    browsers = {person: log_in(user) if user else Client() for person, user in people.items()}
    assert everybodys_wrong_answers(browsers, TABLE, addresses) == []


def test_the_table_has_every_address_of_leagues() -> None:
    assert {name for name, *_ in TABLE} == {pattern.name for pattern in seasons.app_patterns}


def test_a_post_without_the_forms_token_is_refused(addresses: dict[str, str], people: dict[str, User | None]) -> None:
    client = Client(enforce_csrf_checks=True)
    organiser = people["organiser"]
    client.force_login(require(organiser))
    for name in {name for name, method, *_ in TABLE if method == "POST"}:
        assert client.post(addresses[name]).status_code in {403, 405}, name


def test_a_season_that_is_set_up_is_the_organisers_alone(
    season: Season, addresses: dict[str, str], people: dict[str, User | None], log_in: LogIn
) -> None:
    Season.objects.filter(pk=season.pk).update(stage=Season.Stage.DRAFT)
    for person in ("stranger", "member", "entrant", "other"):
        user = people[person]
        browser = log_in(require(user))
        assert [browser.get(addresses[name]).status_code for name in OF_A_SEASON] == [404] * len(OF_A_SEASON), person
    for name in OF_A_SEASON:
        assert Client().get(addresses[name]).status_code == 302, name
    assert b"Spring" not in Client().get(addresses["league"]).content


def test_a_season_for_members_of_the_site_asks_visitors_to_log_in(
    season: Season, addresses: dict[str, str], stranger: User, log_in: LogIn
) -> None:
    Season.objects.filter(pk=season.pk).update(is_public=False)
    answer = Client().get(addresses["season"])
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")
    assert log_in(stranger).get(addresses["season"]).status_code == 200


def test_a_visitor_is_not_told_whether_there_is_a_season(
    season: Season, addresses: dict[str, str], stranger: User, log_in: LogIn
) -> None:
    hidden, missing = addresses["season"], addresses["season"].replace("/1/", "/2/")
    Season.objects.filter(pk=season.pk).update(stage=Season.Stage.DRAFT)
    for address in (hidden, missing):
        answer = Client().get(address)
        assert answer.status_code == 302, address
        assert answer.headers["Location"] == f"/accounts/login/?next={address}"
        assert log_in(stranger).get(address).status_code == 404, address
