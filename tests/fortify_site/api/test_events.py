"""What programs read of an event, its players and its matches."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from matches.gate import chat, turns
from matches.models import LogEntry
from tests.support import running_events
from tournaments.models import Event, Pairing
from tournaments.rounds.results import match_finished

from .conftest import Program, Programs

pytestmark = pytest.mark.either


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> int:
    event = running_events.begun(4, name="Spring Cup")
    running_events.win(running_events.match_of(event, 1, "Ada"), "Ada")
    match_finished.record_missed_results()
    return event.pk


@pytest.fixture
def cup(_made: int, db: None) -> Event:
    """Of four players; in round 1 Ada has beaten Cleo, and Ben plays Dora still."""
    return Event.objects.get(pk=_made)


def test_an_event_says_what_it_fixes(visitor: Program, cup: Event) -> None:
    found = visitor.json(f"/events/{cup.pk}")
    assert (found["name"], found["stage"], found["format"], found["players"]) == ("Spring Cup", "running", "swiss", 4)
    assert found["tie_breaks"] == ["BH/C1", "BH", "SB"]


def test_entries_are_in_the_order_of_their_numbers(visitor: Program, cup: Event) -> None:
    found = visitor.json(f"/events/{cup.pk}/entries")["items"]
    assert [(each["number"], each["player"]["name"]) for each in found] == [
        (1, "Ada"),
        (2, "Ben"),
        (3, "Cleo"),
        (4, "Dora"),
    ]


def test_a_round_has_its_pairings_and_results(visitor: Program, cup: Event) -> None:
    [first] = visitor.json(f"/events/{cup.pk}/rounds")["items"]
    assert (first["number"], first["stage"]) == (1, "running")
    boards = visitor.json(f"/events/{cup.pk}/rounds/1")["pairings"]
    told = {(each["white"]["name"], each["black"]["name"]): (each["outcome"], each["result"]) for each in boards}
    assert told == {("Ada", "Cleo"): ("decided", "1–0"), ("Dora", "Ben"): ("running", "")}


def test_a_match_that_waits_for_room_is_not_said_to_run(visitor: Program, cup: Event) -> None:
    Pairing.objects.filter(round__event=cup, decided_at=None).update(waits=True)
    boards = visitor.json(f"/events/{cup.pk}/rounds/1")["pairings"]
    assert [each["outcome"] for each in boards] == ["decided", "waits"]


def test_the_standings_have_every_tie_break(visitor: Program, cup: Event) -> None:
    running_events.play_round(cup, 1)
    match_finished.record_missed_results()
    found = visitor.json(f"/events/{cup.pk}/standings?after=1")
    assert [column["code"] for column in found["columns"]] == ["PTS", "BH/C1", "BH", "SB"]
    first = found["rows"][0]
    # Ada has beaten Cleo, who has nothing: 1 point, and a Buchholz and a Sonneborn-Berger of 0.
    assert (first["rank"], first["entry"]["name"], first["points"]) == (1, "Ada", "1.0")
    assert [each["value"] for each in first["tie_breaks"]] == [1, 0, 0, 0]
    for row in found["rows"]:
        assert [each["code"] for each in row["tie_breaks"]] == [each["code"] for each in found["columns"]]
    assert not found["is_final"]


def test_the_crosstable_says_who_met_whom(visitor: Program, cup: Event) -> None:
    rows = visitor.json(f"/events/{cup.pk}/crosstable")["rows"]
    cells = {row["entry"]["name"]: [(cell["opponent"], cell["sign"]) for cell in row["cells"]] for row in rows}
    assert cells == {"Ada": [(3, "1")], "Ben": [(4, "…")], "Cleo": [(1, "0")], "Dora": [(2, "…")]}


def test_matches_of_public_events_are_everybodys(visitor: Program, cup: Event) -> None:
    match = running_events.match_of(cup, 1, "Ada")
    found = visitor.json(f"/matches?event={cup.pk}&status=finished")["items"]
    assert [(each["id"], each["result"]) for each in found] == [(match.pk, "Ada won")]
    whole = visitor.json(f"/matches/{match.pk}")
    assert [seat["share"] for seat in whole["seats"]] == [1, 0]
    assert whole["seed"] == match.seed
    kinds = [turn["kind"] for turn in visitor.json(f"/matches/{match.pk}/turns")["items"]]
    assert kinds == ["play", "play", "resignation"]
    assert "T@b3" in visitor.json(f"/matches/{match.pk}/record")["text"]


def test_lines_to_the_others_are_for_the_players_alone(
    visitor: Program, program_of: Programs, cup: Event, member: User
) -> None:
    match = running_events.match_of(cup, 1, "Ben")
    seat = running_events.seat_of(match, "Dora")
    turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE, "Good luck")
    chat.write_message(seat, "Are you there?", LogEntry.Via.SITE)

    def said(program: Program) -> str:
        return json.dumps(program.json(f"/matches/{match.pk}/turns"))

    ben = User.objects.get(display_name="Ben")
    assert "Good luck" in said(program_of(ben))
    assert "Are you there?" in said(program_of(ben))
    for other in (visitor, program_of(member)):
        assert "Good luck" not in said(other)
        assert "Are you there?" not in said(other)


def test_players_of_public_events_are_everybodys_and_others_are_for_members(
    visitor: Program, program_of: Programs, cup: Event, member: User
) -> None:
    assert [each["name"] for each in visitor.json("/players")["items"]] == ["Ada", "Ben", "Cleo", "Dora"]
    assert visitor.get(f"/players/{member.pk}").status_code == 404
    found = program_of(member).json(f"/players/{member.pk}")
    assert found == {"id": member.pk, "name": "Zoe", "ratings": []}
    assert "@" not in json.dumps(program_of(member).json("/players"))


@pytest.mark.parametrize("address", ["/matches", "/players"])
def test_long_lists_are_read_part_by_part_and_never_counted(visitor: Program, cup: Event, address: str) -> None:
    whole = [each["id"] for each in visitor.json(address)["items"]]
    assert len(whole) == {"/matches": 2, "/players": 4}[address]
    found: list[int] = []
    at = f"{address}?limit=1"
    while at:
        with CaptureQueriesContext(connection) as queries:
            part = visitor.json(at)
        asked = [query["sql"] for query in queries.captured_queries if '"cache"' not in query["sql"]]
        assert [sql for sql in asked if "COUNT(" in sql or "OFFSET" in sql] == []
        assert len(found) < len(whole)
        found += [each["id"] for each in part["items"]]
        at = (part["next"] or "").partition("/api/v1")[2]
    assert found == whole == sorted(whole, reverse=address == "/matches")


def test_the_way_to_the_next_part_is_each_askers_own(visitor: Program, cup: Event) -> None:
    visitor.get(f"/events/{cup.pk}/entries?limit=2&from=somebody")
    found = visitor.json(f"/events/{cup.pk}/entries?limit=2")
    assert found["next"].endswith(f"/events/{cup.pk}/entries?limit=2&offset=2")
