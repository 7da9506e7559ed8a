"""Permissions on a club's pages: every address against everyone.

``login`` is a way to the login page. A number is the status of the answer; where someone's own post succeeds it is
303, or 409 and 422 where the club or the form is not ready for it.
"""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tests.support.answers import LOGIN, Answer, Row, everybodys_wrong_answers, rows_of
from tests.support.factories import MembershipFactory, UserFactory
from tests.support.people import LogIn
from tournaments.clubs import links
from tournaments.files.archives import claim
from tournaments.models import Arrival, Club, Membership
from tournaments.urls import clubs

pytestmark = pytest.mark.either

PEOPLE = ("visitor", "stranger", "member", "organiser", "owner", "other", "host")

EVERYBODY: tuple[Answer, ...] = (200, 200, 200, 200, 200, 200, 200)
PLAYERS: tuple[Answer, ...] = (LOGIN, 200, 200, 200, 200, 200, 200)
MEMBERS: tuple[Answer, ...] = (LOGIN, 403, 200, 200, 200, 403, 200)
NOBODY: tuple[Answer, ...] = (405, 405, 405, 405, 405, 405, 405)
NO_PLAYER: tuple[Answer, ...] = (LOGIN, 405, 405, 405, 405, 405, 405)


def organisers_get(answer: Answer, owners: Answer | None = None) -> tuple[Answer, ...]:
    own = answer if owners is None else owners
    return (LOGIN, 403, 403, answer, own, 403, own)


# name of the address, method, fields posted, answers to: PEOPLE, of whom “other” organises another club
TABLE: list[Row] = [
    *rows_of("list club news honours", EVERYBODY, NOBODY),
    *rows_of("link arrival", EVERYBODY),
    *rows_of("new join leave archive_in", PLAYERS),
    *rows_of("members log", MEMBERS, NO_PLAYER),
    *rows_of("manage member import tell", organisers_get(200)),
    *rows_of("members_csv", organisers_get(200), NO_PLAYER),
    *rows_of("archive arrivals settings", organisers_get(403, 200)),
    ("new", "POST", {}, (LOGIN, 422, 422, 422, 422, 422, 422)),
    ("new", "POST", {"name": "Vale", "joining": "open"}, (LOGIN, 303, 303, 303, 303, 303, 303)),
    ("join", "POST", {"words": "Hello."}, (LOGIN, 303, 303, 303, 303, 303, 303)),
    ("link", "POST", {"action": "join"}, (LOGIN, 303, 303, 303, 303, 303, 303)),
    ("link", "PUT", {}, NOBODY),
    ("invitation", "GET", {}, (200, 403, 403, 403, 403, 403, 403)),
    ("invitation", "POST", {"action": "join"}, (LOGIN, 403, 403, 403, 403, 403, 403)),
    ("invitation", "POST", {"action": "decline", "sure": "yes"}, (303, 403, 403, 403, 403, 403, 403)),
    ("leave", "POST", {}, (LOGIN, 409, 303, 303, 409, 409, 409)),
    ("manage", "POST", {"action": "accept", "membership": "{applied}"}, organisers_get(303)),
    ("manage", "POST", {"action": "refuse", "membership": "{applied}"}, organisers_get(303)),
    ("manage", "POST", {"action": "take_back", "membership": "{invited}"}, organisers_get(303)),
    ("manage", "POST", {"action": "invite", "who": "dora@elsewhere.example"}, organisers_get(303, 422)),
    ("manage", "POST", {"action": "invite", "who": "Cleo", "role": "member"}, organisers_get(303)),
    ("manage", "POST", {"action": "renew"}, organisers_get(303)),
    ("manage", "POST", {"action": "burn"}, organisers_get(422)),
    ("member", "POST", {"action": "role", "role": "organiser"}, organisers_get(403, 303)),
    ("member", "POST", {"action": "hand_over"}, (LOGIN, 403, 403, 403, 303, 403, 403)),
    ("member", "POST", {"action": "remove", "reason": "A test."}, organisers_get(303)),
    ("import", "POST", {"action": "look", "text": "Cleo"}, organisers_get(200)),
    ("tell", "POST", {"subject": "Hi", "text": "All.", "sure": "yes"}, organisers_get(303)),
    ("archive", "POST", {}, organisers_get(403, 200)),
    ("archive_in", "POST", {}, (LOGIN, 422, 422, 422, 422, 422, 422)),
    ("archive_look", "GET", {}, (LOGIN, 303, 303, 303, 303, 303, 303)),
    ("archive_look", "POST", {"action": "drop"}, (LOGIN, 303, 303, 303, 303, 303, 303)),
    ("arrivals", "POST", {"action": "forget", "arrival": "{arrived}"}, organisers_get(403, 303)),
    ("arrivals", "POST", {"action": "forget", "arrival": "0"}, organisers_get(403, 404)),
    ("arrivals", "POST", {"action": "send", "arrival": "{arrived}", "who": "Cleo"}, organisers_get(403, 303)),
    ("arrival", "POST", {}, (LOGIN, 303, 303, 303, 303, 303, 303)),
    ("settings", "POST", {"name": "Hill", "joining": "open"}, organisers_get(403, 303)),
]


@pytest.fixture
def applied(club: Club) -> Membership:
    made: Membership = MembershipFactory(club=club, status=Membership.Status.APPLIED)
    return made


@pytest.fixture
def invited(club: Club) -> Membership:
    """A player who is none of those in the table."""
    made: Membership = MembershipFactory(club=club, player=UserFactory(), status=Membership.Status.INVITED)
    return made


@pytest.fixture
def arrived(club: Club) -> Arrival:
    return Arrival.objects.create(club=club, name="Zoë")


@pytest.fixture
def addresses(club: Club, invited: Membership, arrived: Arrival) -> dict[str, str]:
    at = "/clubs/hill/"
    one = MembershipFactory(club=club, player=UserFactory(display_name="Nils"))
    return {
        "list": "/clubs/",
        "new": "/clubs/new/",
        "club": at,
        **{name: f"{at}{name}/" for name in ("members", "news", "honours", "log", "join", "leave", "manage")},
        "link": f"{at}join/{club.invitation_key}/",
        "invitation": links.invitation_url(invited).removeprefix(settings.SITE_URL),
        "member": f"{at}manage/members/{one.pk}/",
        "members_csv": f"{at}manage/members.csv",
        "import": f"{at}manage/import/",
        "archive": f"{at}manage/archive/",
        "archive_in": "/clubs/new/archive/",
        "archive_look": "/clubs/new/archive/look/",
        "arrivals": f"{at}manage/arrivals/",
        "arrival": claim.url_of(arrived).removeprefix(settings.SITE_URL),
        "tell": f"{at}manage/news/",
        "settings": f"{at}manage/settings/",
    }


@pytest.fixture
def table(applied: Membership, invited: Membership, arrived: Arrival) -> list[Row]:
    numbers = {"applied": applied.pk, "invited": invited.pk, "arrived": arrived.pk}
    return [
        (name, method, {key: text.format(**numbers) for key, text in fields.items()}, answers)
        for name, method, fields, answers in TABLE
    ]


@pytest.fixture
def browsers(
    log_in: LogIn,
    stranger: User,
    member: User,
    club_organiser: User,
    owner: User,
    other_organiser: User,
    host: User,
) -> dict[str, Client]:
    people = (stranger, member, club_organiser, owner, other_organiser, host)
    return {"visitor": Client(), **{name: log_in(user) for name, user in zip(PEOPLE[1:], people, strict=True)}}


def test_everybody_gets_what_is_theirs(
    table: list[Row], addresses: dict[str, str], browsers: dict[str, Client]
) -> None:
    assert everybodys_wrong_answers(browsers, table, addresses) == []


def test_the_table_has_every_address_of_clubs() -> None:
    assert {name for name, *_ in TABLE} == {pattern.name for pattern in clubs.app_patterns}


def test_a_post_without_the_forms_token_is_refused(addresses: dict[str, str], owner: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    for name in {name for name, method, *_ in TABLE if method == "POST"}:
        assert client.post(addresses[name]).status_code in {403, 405}, name


def test_a_club_that_is_not_there_is_nobodys(addresses: dict[str, str], owner: User, log_in: LogIn) -> None:
    browser = log_in(owner)
    for name in ("club", "members", "manage", "join", "import"):
        assert browser.get(addresses[name].replace("/hill/", "/dale/")).status_code == 404, name
