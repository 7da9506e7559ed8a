"""What programs read: events and their tables, matches as a stranger or a player sees them, players, clubs."""

from __future__ import annotations

import json

import pytest
from django.conf import settings

from accounts.models import User
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support import running_events
from tests.support.factories import EventFactory, MatchFactory
from tournaments.models import Club, Event

from .conftest import Program, Programs

pytestmark = pytest.mark.either


def test_events_are_listed_the_newest_first(visitor: Program) -> None:
    for name in ("First", "Second"):
        EventFactory(name=name)
    EventFactory(name="Draft", stage=Event.Stage.DRAFT)
    EventFactory(name="Members", is_public=False)
    found = visitor.json("/events")
    assert [each["name"] for each in found["items"]] == ["Second", "First"]
    assert found["count"] == 2


def test_members_see_what_is_for_members(program_of: Programs, player: User) -> None:
    EventFactory(name="Members", is_public=False)
    assert [each["name"] for each in program_of(player).json("/events")["items"]] == ["Members"]


def test_events_are_found_by_stage_and_club(visitor: Program) -> None:
    club = Club.objects.create(name="Tower", slug="tower")
    EventFactory(name="Ours", club=club)
    EventFactory(name="Over", club=club, stage=Event.Stage.FINISHED)
    EventFactory(name="Theirs")
    found = visitor.json("/events?club=tower&stage=registration")
    assert [each["name"] for each in found["items"]] == ["Ours"]


def test_a_list_comes_in_parts_that_lead_to_each_other(visitor: Program) -> None:
    for number in range(5):
        EventFactory(name=f"Cup {number}")
    address, seen = "/events?limit=2", []
    while address:
        found = visitor.json(address)
        assert len(found["items"]) <= 2
        seen += [each["name"] for each in found["items"]]
        address = (found["next"] or "").partition("/api/v1")[2]
    assert seen == ["Cup 4", "Cup 3", "Cup 2", "Cup 1", "Cup 0"]


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "offset=-1", "limit=many", "offset=100001"])
def test_a_list_has_no_parts_beyond_its_bounds(visitor: Program, query: str) -> None:
    response = visitor.get(f"/events?{query}")
    assert response.status_code == 422
    assert response.json()["fields"] == [query.partition("=")[0]]


def test_a_round_that_is_a_draft_is_not_there(visitor: Program) -> None:
    event = running_events.begun(4, publishes_itself=False)
    assert visitor.json(f"/events/{event.pk}/rounds")["items"] == []
    assert visitor.get(f"/events/{event.pk}/rounds/1").status_code == 404


@pytest.mark.parametrize("what", ["", "/turns", "/record"])
def test_other_matches_are_for_members(visitor: Program, program_of: Programs, member: User, what: str) -> None:
    match = MatchFactory()
    hidden = running_events.begun(2, rounds=1, is_public=False)
    for each in (match, running_events.match_of(hidden, 1, "Ada")):
        assert visitor.get(f"/matches/{each.pk}{what}").status_code == 404
        assert program_of(member).get(f"/matches/{each.pk}{what}").status_code == 200
    assert visitor.json("/matches")["items"] == []


def test_a_secret_pick_is_told_to_nobody_else(
    visitor: Program, program_of: Programs, player: User, opponent: User, stranger: User
) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    seat = match.seats.get(index=0)
    turns.submit_turn(seat, seat.asked_turn or 0, "I4T3B2C1", LogEntry.Via.SITE)

    def said(program: Program) -> str:
        addresses = ("", "/turns", "/record")
        return json.dumps([program.json(f"/matches/{match.pk}{each}") for each in addresses])

    assert "I4T3B2C1" in said(program_of(player))
    assert match.seed not in said(program_of(player))
    for other in (opponent, stranger):
        assert "I4T3B2C1" not in said(program_of(other))


def test_clubs_are_there_with_how_many_events_one_may_see(visitor: Program) -> None:
    club = Club.objects.create(name="Tower", slug="tower", about="By the river.")
    EventFactory(club=club)
    EventFactory(club=club, is_public=False)
    assert visitor.json("/clubs")["items"] == [
        {
            "slug": "tower",
            "name": "Tower",
            "url": f"{settings.SITE_URL}/clubs/tower/",
            "about": "By the river.",
            "joining": "request",
            "events": 1,
        }
    ]


def test_reading_costs_the_same_however_many_there_are(visitor: Program) -> None:
    few, many = (_queries_of_all(visitor, players) for players in (4, 8))
    assert few == many


def _queries_of_all(visitor: Program, players: int) -> dict[str, int]:
    """With one more event, of that many players: how many queries each list takes."""
    event = running_events.begun(players)
    running_events.grow_older()
    addresses = (f"/events/{event.pk}/rounds/1", f"/events/{event.pk}/entries", "/matches", "/events", "/players")
    return {address.rpartition("/")[2]: len(visitor.questions(address)) for address in addresses}
