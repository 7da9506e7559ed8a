"""What readers learn of drafts and of forbidden pairs, wherever an event is told of: nothing before it is published."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.models import User
from competition.history import Code
from tests.support.people import LogIn
from tests.support.run_on_commit import commits
from tests.support.running_events import draft_second_round, entry_of, organiser_of, round_of, work_off
from tests.support.table_cells import text
from tournaments.accounts.export import export
from tournaments.models import Event
from tournaments.rounds import publish, requested_byes, take_back
from tournaments.rounds.drafts import edit_draft, forbidden_pairs

pytestmark = pytest.mark.usefixtures("committing")
SWAP, BYE, APART = "They share a car.", "Ada is ill.", "They are sisters."
AHEAD = "Dora has an exam."
GIVEN_AWAY = ("was paired with", "half-point bye", "Half-point bye")
FILES = ("entries.csv", "entries.json", "trf26.trf", "trf16.trf", "pairings.csv")


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> tuple[int, int]:
    """An event of six in its second round's draft: an organiser changed that by hand, gave Ada a bye in it, Dora one
    beside it, and has forbidden a pair."""
    with commits():
        event = draft_second_round(6)
        organiser = organiser_of(event)
        ids = {name: entry_of(event, name).pk for name in ("Ada", "Ben", "Cleo", "Emil", "Fay")}
        forbidden_pairs.forbid(event, [ids["Cleo"], ids["Fay"]], by=organiser, reason=APART)
        edit_draft.give_bye(round_of(event, 2), ids["Ada"], Code.HALF_BYE, by=organiser, reason=BYE)
        work_off()
        requested_byes.grant(entry_of(event, "Dora"), 2, "H", by=organiser, reason=AHEAD)
        work_off()
        edit_draft.pair(round_of(event, 2), ids["Ben"], ids["Emil"], by=organiser, reason=SWAP)
        work_off()
    return event.pk, organiser.pk


@pytest.fixture
def event(_made: tuple[int, int]) -> Event:
    return Event.objects.get(pk=_made[0])


@pytest.fixture
def organiser(_made: tuple[int, int]) -> User:
    return User.objects.get(pk=_made[1])


def told(event: Event, client: Client) -> dict[str, str]:
    """Everywhere that names a player's byes or how rounds are paired."""
    at, ada = f"/events/{event.pk}", entry_of(event, "Ada").pk
    pages = ["", "/log/", "/entries/", f"/players/{ada}/", "/table/", "/print/"]
    files = [f"/export/{name}" for name in FILES]
    api = [f"/api/v1/events/{event.pk}{of}" for of in ("", "/entries", "/rounds", "/standings")]
    return {where: client.get(where).content.decode() for where in (*(at + of for of in (*pages, *files)), *api)}


def test_a_draft_and_forbidden_pairs_are_for_organisers(event: Event, organiser: User, log_in: LogIn) -> None:
    ada = entry_of(event, "Ada").player
    assert ada is not None
    for client in (Client(), log_in(ada)):
        everything = told(event, client)
        for where, body in everything.items():
            for secret in (SWAP, BYE, AHEAD, APART, *GIVEN_AWAY):
                assert secret not in body, (where, secret)
        log = everything[f"/events/{event.pk}/log/"]
        assert "Round 1 was published" in log
        assert "Round 2" not in log
        trf = everything[f"/events/{event.pk}/export/trf26.trf"]
        assert not [line for line in trf.splitlines() if line.startswith(("260", "240"))]
        assert "0000 - H" not in trf


def test_organisers_read_it_with_the_mark_that_it_is_theirs(event: Event, organiser: User, log_in: LogIn) -> None:
    everything = told(event, log_in(organiser))
    log = text(everything[f"/events/{event.pk}/log/"])
    assert f"Ben was paired with Emil, in this order. Organisers only until published {SWAP}" in log
    assert f"Cleo and Fay won’t be paired. Organisers only {APART}" in log
    assert "Dora misses round 2 (half a point). Organisers only until published" in log
    assert everything[f"/events/{event.pk}/export/entries.csv"].count("round 2: half a point") == 2
    assert any(line.startswith("260") for line in everything[f"/events/{event.pk}/export/trf26.trf"].splitlines())
    assert "0000 - H" in everything[f"/events/{event.pk}/export/trf26.trf"]


def test_a_player_does_not_find_their_own_bye_of_a_draft(event: Event, log_in: LogIn) -> None:
    ada = entry_of(event, "Ada").player
    assert ada is not None
    client = log_in(ada)
    assert "checked" not in client.get(f"/events/{event.pk}/absences/").content.decode()
    assert export(ada)["entries"][0]["absences"] == []
    client.post(f"/events/{event.pk}/absences/", {"action": "absences", "rounds": "3"})
    found = entry_of(event, "Ada").absences.order_by("round_number").values_list("round_number", "bye", "in_draft")
    assert list(found) == [(2, "H", True), (3, "Z", False)]
    client.post(f"/events/{event.pk}/absences/", {"action": "absences", "rounds": "2"})
    assert export(ada)["entries"][0]["absences"] == [{"round": 2, "bye": "H"}]


def test_publishing_tells_what_was_done_to_the_draft(event: Event, organiser: User) -> None:
    publish.publish(round_of(event, 2), by=organiser)
    work_off()
    log = text(Client().get(f"/events/{event.pk}/log/").content.decode())
    for words in (SWAP, BYE, AHEAD):
        assert words in log
    assert APART not in log
    assert "round 2: half a point" in Client().get(f"/events/{event.pk}/export/entries.csv").content.decode()
    take_back.take_back_round(round_of(event, 2), by=organiser, reason="Too early.")
    log = text(Client().get(f"/events/{event.pk}/log/").content.decode())
    assert SWAP in log  # what was read once stays


def test_an_event_may_show_its_forbidden_pairs(event: Event, organiser: User, log_in: LogIn) -> None:
    desk, at = log_in(organiser), f"/events/{event.pk}"
    assert "Only organisers see these pairs and the reasons." in text(
        desk.get(f"{at}/manage/forbidden/").content.decode()
    )
    Event.objects.filter(pk=event.pk).update(shows_forbidden=True)
    desk.post(
        f"{at}/manage/forbidden/", {"action": "allow", "pair": event.forbidden_pairs.get().pk, "reason": "Grown up."}
    )
    players = [entry_of(event, name).pk for name in ("Ben", "Fay")]
    desk.post(f"{at}/manage/forbidden/", {"action": "forbid", "players": players, "reason": "They are brothers."})
    everything = told(event, Client())
    log = text(everything[f"{at}/log/"])
    assert "Ben and Fay won’t be paired. They are brothers." in log
    assert SWAP not in log
    assert "Forbidden pairs Ben – Fay They are brothers." in text(everything[f"{at}/entries/"])
    assert "260 001 003" in everything[f"{at}/export/trf26.trf"]
    assert json.loads(everything[f"/api/v1/events/{event.pk}/rounds"])["count"] == 1
