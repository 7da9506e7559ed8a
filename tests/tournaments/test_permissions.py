"""Permissions on an event's pages: every address against everyone.

``login`` is a way to the login page. A number is the status of the answer; where an organiser's or a player's own post
succeeds it is 303, or 409 and 422 where the event or the form is not ready for it.
"""

from __future__ import annotations

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from matches.models import Match
from tests.support.answers import LOGIN, Answer, Row, everybodys_wrong_answers, rows_of
from tests.support.factories import EntryFactory, MatchFactory
from tests.support.people import LogIn
from tests.support.rows import require
from timekeeping import clock
from tournaments.locking.kept import VersionedCache
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.permissions import entry_links
from tournaments.urls import events

pytestmark = pytest.mark.either

PEOPLE = ("visitor", "stranger", "entrant", "organiser", "other", "host")

EVERYBODY: tuple[Answer, ...] = (200, 200, 200, 200, 200, 200)
MEMBERS: tuple[Answer, ...] = (LOGIN, 200, 200, 200, 200, 200)
ORGANISERS: tuple[Answer, ...] = (LOGIN, 403, 403, 200, 403, 200)
NO_TEAMS: tuple[Answer, ...] = (LOGIN, 404, 404, 404, 404, 404)  # in an event for players
NOBODY: tuple[Answer, ...] = (405, 405, 405, 405, 405, 405)


def organisers_get(answer: Answer) -> tuple[Answer, ...]:
    return (LOGIN, 403, 403, answer, 403, answer)


# name of the address, method, fields posted, answers to: visitor, stranger, entrant, organiser, other event's, host
TABLE: list[Row] = [
    *rows_of("list event standings crosstable bracket round player entries", EVERYBODY, NOBODY),
    *rows_of("log announcements print export", EVERYBODY, NOBODY),
    *rows_of("records", MEMBERS, NOBODY),
    *rows_of("ratings", MEMBERS, (LOGIN, 405, 405, 405, 405, 405)),
    *rows_of("manage manage_round manage_result manage_bye unfinished end forbidden clocks settings", ORGANISERS),
    *rows_of("manage_entries import_entries import_trf accounts announce", ORGANISERS),
    ("enter", "GET", {}, EVERYBODY),
    ("enter", "POST", {"action": "enter"}, (422, 409, 303, 409, 409, 409)),
    ("enter", "POST", {"action": "decline"}, (422, 409, 409, 409, 409, 409)),
    ("leave", "GET", {}, MEMBERS),
    ("leave", "POST", {"action": "withdraw"}, (LOGIN, 409, 303, 409, 409, 409)),
    ("absences", "GET", {}, MEMBERS),
    ("absences", "POST", {"action": "absences", "rounds": "3"}, (LOGIN, 409, 303, 409, 409, 409)),
    *rows_of("team join_team", NO_TEAMS, NO_TEAMS),
    ("link", "GET", {}, (200, 403, 302, 403, 403, 403)),
    ("link", "POST", {"action": "withdraw", "sure": "yes"}, (200, 403, 200, 403, 403, 403)),
    ("check_in", "GET", {}, (200, 403, 200, 403, 403, 403)),
    ("check_in", "POST", {}, (409, 403, 409, 403, 403, 403)),
    ("new", "GET", {}, MEMBERS),
    ("decisions", "GET", {}, MEMBERS),
    ("new", "POST", {}, (LOGIN, 422, 422, 422, 422, 422)),
    ("ending", "POST", {"action": "call_off", "reason": "A test."}, organisers_get(303)),
    ("manage", "POST", {"action": "add", "name": "Ada"}, organisers_get(303)),
    ("manage", "POST", {"action": "playoffs", "size": "2"}, organisers_get(409)),
    ("manage_round", "POST", {"do": "extend", "days": "3", "reason": "A test."}, organisers_get(303)),
    ("manage_round", "POST", {"do": "take_back", "reason": ""}, organisers_get(422)),
    ("manage_result", "POST", {"verdict": "draw", "reason": "A test."}, organisers_get(303)),
    ("manage_bye", "POST", {"code": "H", "seen": "U", "reason": "A test."}, organisers_get(303)),
    ("unfinished", "POST", {}, organisers_get(422)),
    ("end", "POST", {"ends_at": "", "reason": "A test."}, organisers_get(422)),
    ("forbidden", "POST", {"action": "forbid", "reason": "A test."}, organisers_get(422)),
    ("forbidden", "POST", {"action": "allow", "pair": "1", "reason": "A test."}, organisers_get(303)),
    ("clocks", "POST", {"action": "stop", "reason": "A test.", "seen": "0"}, organisers_get(303)),
    ("settings", "POST", {}, organisers_get(422)),
    (
        "manage_entries",
        "POST",
        {"action": "add", "who": "dora@elsewhere.example", "how": "invite"},
        organisers_get(303),
    ),
    ("manage_entries", "POST", {"action": "burn"}, organisers_get(422)),
    ("import_entries", "POST", {"action": "look", "text": "Ada", "how": "invite"}, organisers_get(200)),
    ("import_trf", "POST", {"action": "look", "text": "001 one line"}, organisers_get(422)),
    ("accounts", "POST", {"who_999999": "Ada"}, organisers_get(409)),
    ("announce", "POST", {"subject": "Hi", "text": "All.", "audience": "all", "sure": "yes"}, organisers_get(303)),
]
OF_NO_EVENT = {"list", "new", "ratings", "decisions"}


@pytest.fixture
def pairing(event: Event, entrant: Entry) -> Pairing:
    """The event runs, and the entrant plays in its first round."""
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.RUNNING, begun_at=clock.now(), initial_colour="w")
    other: Entry = EntryFactory(event=event)
    for number, entry in enumerate((entrant, other), 1):
        Entry.objects.filter(pk=entry.pk).update(number=number)
    match: Match = MatchFactory(players=[entrant.player, other.player])
    first = Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING, paired_at=clock.now())
    return Pairing.objects.create(round=first, board=1, white=entrant, black=other, match=match)


@pytest.fixture
def bye(event: Event, pairing: Pairing) -> Pairing:
    entry: Entry = EntryFactory(event=event, number=3)
    made: Pairing = pairing.round.pairings.create(board=2, white=entry, white_code="U", decided_at=clock.now())
    return made


@pytest.fixture
def addresses(event: Event, entrant: Entry, pairing: Pairing, bye: Pairing) -> dict[str, str]:
    at = f"/events/{event.pk}/"
    token = entry_links.token(event, require(entrant.player))
    return {
        "list": "/events/",
        "event": at,
        **{name: f"{at}{name}/" for name in ("crosstable", "bracket", "entries", "log", "print", "manage")},
        "standings": f"{at}table/",
        **{name: f"{at}{name}/" for name in ("enter", "leave", "absences")},
        "team": f"{at}team/",
        "join_team": f"{at}team/{entrant.pk}.key/",
        "round": f"{at}rounds/1/",
        "player": f"{at}players/{entrant.pk}/",
        "export": f"{at}export/standings.csv",
        "records": f"{at}export/records.zip",
        "link": f"/events/link/{token}/",
        "check_in": f"/events/check-in/{token}/",
        "new": "/events/new/",
        "decisions": "/decisions/",
        "settings": f"{at}manage/settings/",
        **{name: f"{at}manage/{name}/" for name in ("unfinished", "end", "clocks")},
        "ending": f"{at}manage/end-or-cancel/",
        "announce": f"{at}manage/announce/",
        "manage_entries": f"{at}manage/entries/",
        "import_entries": f"{at}manage/import/",
        "import_trf": f"{at}manage/import/trf/",
        "accounts": f"{at}manage/accounts/",
        "forbidden": f"{at}manage/forbidden/",
        "manage_round": f"{at}manage/rounds/1/",
        "manage_result": f"{at}manage/results/{pairing.pk}/",
        "manage_bye": f"{at}manage/byes/{bye.pk}/",
        "announcements": f"{at}announcements/",
        "ratings": "/ratings/fortify/",
    }


@pytest.fixture
def browsers(
    log_in: LogIn, stranger: User, entrant: Entry, organiser: User, other_organiser: User, host: User
) -> dict[str, Client]:
    people = (stranger, require(entrant.player), organiser, other_organiser, host)
    return {"visitor": Client(), **{name: log_in(user) for name, user in zip(PEOPLE[1:], people, strict=True)}}


def test_everybody_gets_what_is_theirs(addresses: dict[str, str], browsers: dict[str, Client]) -> None:
    assert everybodys_wrong_answers(browsers, TABLE, addresses) == []


def test_the_table_has_every_address_of_events() -> None:
    assert {name for name, *_ in TABLE} == {pattern.name for pattern in events.app_patterns}


def test_after_every_act_visitors_see_what_a_site_would_show_that_has_kept_nothing(
    addresses: dict[str, str], browsers: dict[str, Client]
) -> None:
    pages = [addresses[name] for name in ("event", "standings", "round", "entries")]
    stale: list[tuple[str, object, str]] = []

    def shown() -> dict[str, str]:
        return {page: Client().get(page).text for page in pages}

    def act(name: str, fields: dict[str, str], person: str) -> None:
        shown()
        assert browsers[person].post(addresses[name], fields).status_code == 303
        kept = shown()
        VersionedCache.empty_all()
        stale.extend((name, fields, page) for page, made in shown().items() if kept[page] != made)

    acts = [
        (name, fields, person)
        for name, method, fields, answers in TABLE
        for person, answer in zip(PEOPLE, answers, strict=True)
        if (method, answer) == ("POST", 303) and person != "host"
    ]
    assert len(acts) > 10
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        for each in acts:
            with transaction.atomic():
                traveller.shift(1)
                act(*each)
                transaction.set_rollback(True)
    assert stale == []


BY_LINK = {"link", "check_in"}  # who has it is in the event
POSTED = sorted({name for name, method, *_ in TABLE if method == "POST"} - BY_LINK)
OF_AN_EVENT = sorted({name for name, method, *_ in TABLE if method == "GET"} - OF_NO_EVENT)


def test_a_post_without_the_forms_token_is_refused(addresses: dict[str, str], organiser: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    answers = {name: client.post(addresses[name]).status_code for name in POSTED}
    assert {name: answer for name, answer in answers.items() if answer not in {403, 405}} == {}


class TestWhatIsNotPublic:
    def test_an_event_that_is_set_up_is_its_organisers_alone(
        self, event: Event, addresses: dict[str, str], browsers: dict[str, Client]
    ) -> None:
        Event.objects.filter(pk=event.pk).update(stage=Event.Stage.DRAFT, begun_at=None)
        for name in OF_AN_EVENT:
            for person in ("stranger", "entrant", "other"):
                assert browsers[person].get(addresses[name]).status_code in {403, 404}, (name, person)
            assert browsers["visitor"].get(addresses[name]).status_code in {302, 404}, name

    def test_an_event_for_members_asks_visitors_to_log_in(
        self, event: Event, addresses: dict[str, str], browsers: dict[str, Client]
    ) -> None:
        Event.objects.filter(pk=event.pk).update(is_public=False)
        for name in OF_AN_EVENT:
            answer = browsers["visitor"].get(addresses[name])
            assert answer.status_code == (200 if name in BY_LINK else 302), name
            assert name in BY_LINK or answer.headers["Location"].startswith("/accounts/login/"), name
