"""What programs read of a cup: who advances and why, the bracket, and how far everyone came."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from fortify_site.api.models import Delivery
from fortify_site.api.webhooks import owners, payload
from tests.support import running_events
from tests.support.factories import UserFactory
from tournaments.models import Event, Pairing
from tournaments.rounds.results import adjudicate, match_finished
from tournaments.rounds.results.verdicts import Verdict

from .conftest import Program

pytestmark = pytest.mark.either


def cup(count: int, **fields: Any) -> Event:
    return running_events.begun(count, **{"format": "cup", "tie_breaks": [], **fields})


def by_letter(event: Event, name: str, verdict: Verdict, points: tuple[int, int] | None = None) -> None:
    """The match was played elsewhere, and an organiser enters how it ended."""
    pairing = running_events.pairing_of(event, 1, name)
    Pairing.objects.filter(pk=pairing.pk).update(match=None)
    adjudicate.settle_pairing(
        pairing, verdict, by=running_events.organiser_of(event), reason="By letter.", points=points
    )


@pytest.fixture
def drawn(db: None) -> Event:
    """Ada (white) and Ben have drawn, 20 to 31."""
    event = cup(2, name="Winter Cup")
    by_letter(event, "Ada", Verdict.DRAW, (20, 31))
    return event


def test_a_drawn_pairing_says_who_goes_on_and_what_decided_it(visitor: Program, drawn: Event) -> None:
    found = visitor.json(f"/events/{drawn.pk}/rounds/1")
    [pairing] = found["pairings"]
    assert (found["name"], pairing["result"], pairing["white_code"]) == ("Final", "½–½", "=")
    assert pairing["goes_on"]["name"] == "Ben"
    assert (pairing["decided_by"], pairing["why"]) == ("points", "by game points, 31–20")


@pytest.mark.parametrize(
    ("decides", "points", "verdict", "winner", "how"),
    [
        ("ps", (20, 20), Verdict.DRAW, "Ada", "seed"),
        ("s", (20, 31), Verdict.DRAW, "Ada", "seed"),
        ("pfs", None, Verdict.BLACK, "Ben", "match"),
        ("pfs", None, Verdict.WHITE_BY_FORFEIT, "Ada", "forfeit"),
        ("pfs", None, Verdict.BOTH_LOSE, None, ""),
    ],
)
def test_every_way_to_go_on_has_a_word(
    visitor: Program, decides: str, points: tuple[int, int] | None, verdict: Verdict, winner: str | None, how: str
) -> None:
    event = cup(2, decides=decides)
    by_letter(event, "Ada", verdict, points)
    [pairing] = visitor.json(f"/events/{event.pk}/rounds/1")["pairings"]
    assert (pairing["goes_on"] and pairing["goes_on"]["name"], pairing["decided_by"]) == (winner, how)


@pytest.fixture
def playing_on(db: None) -> tuple[Event, int]:
    """Ada and Ben have drawn, and play a further match, with colours changed; and the id of the first."""
    event = cup(2, decides="fs")
    first = running_events.match_of(event, 1, "Ada")
    adjudicate.settle_pairing(
        running_events.pairing_of(event, 1, "Ada"),
        Verdict.DRAW,
        by=running_events.organiser_of(event),
        reason="Agreed by letter.",
    )
    running_events.work_off()
    return event, first.pk


def test_a_further_match_leaves_the_drawn_one_to_be_read(visitor: Program, playing_on: tuple[Event, int]) -> None:
    event, first = playing_on
    [pairing] = visitor.json(f"/events/{event.pk}/rounds/1")["pairings"]
    assert (pairing["outcome"], pairing["goes_on"], pairing["decided_by"]) == ("running", None, "")
    assert (pairing["white"]["name"], pairing["why"]) == ("Ben", "a further match follows, with colours swapped")
    assert [each["match"] for each in pairing["drawn"]] == [first]
    assert visitor.json(f"/matches/{first}")["status"] == "finished"
    assert {each["id"] for each in visitor.json(f"/matches?event={event.pk}")["items"]} == {first, pairing["match"]}
    running_events.win(running_events.match_of(event, 1, "Ada"), "Ada")
    match_finished.record_missed_results()
    [pairing] = visitor.json(f"/events/{event.pk}/rounds/1")["pairings"]
    assert (pairing["goes_on"]["name"], pairing["decided_by"]) == ("Ada", "further_match")


def test_a_webhook_hears_of_a_drawn_match_that_a_further_one_follows(playing_on: tuple[Event, int]) -> None:
    event, first = playing_on
    webhook = owners.add_webhook(event, "https://club.example/", ["match.ended"], by=UserFactory())
    about = {"event": event.pk, "pairing": running_events.pairing_of(event, 1, "Ada").pk}
    told = payload.payload_for(Delivery(webhook=webhook, kind="match.ended", context=about))
    assert told is not None
    assert [each["match"] for each in told["data"]["pairing"]["drawn"]] == [first]


def test_the_bracket_has_all_rounds_with_whoever_has_come_so_far(visitor: Program, db: None) -> None:
    """Of five players the best three have a bye; Dora beats Emil, and meets Ada."""
    event = cup(5)
    running_events.play_round(event, 1)
    match_finished.record_missed_results()
    running_events.work_off()
    found = visitor.json(f"/events/{event.pk}/bracket")
    assert [(each["name"], each["is_published"]) for each in found["rounds"]] == [
        ("Quarterfinals", True),
        ("Semifinals", True),
        ("Final", False),
    ]
    bye, played, *_ = found["rounds"][0]["matches"]
    assert [side["entry"] and side["entry"]["name"] for side in bye["sides"]] == ["Ada", None]
    assert (bye["sides"][0]["goes_on"], bye["decided_by"]) == (True, "bye")
    assert {side["entry"]["name"]: (side["sign"], side["goes_on"]) for side in played["sides"]} == {
        "Dora": ("1", True),
        "Emil": ("0", False),
    }
    [final] = found["rounds"][2]["matches"]
    assert [(side["entry"], side["to_come"]) for side in final["sides"]] == [(None, True), (None, True)]
    assert (found["winner"], found["third_place"]) == (None, None)


def test_the_bracket_names_the_winner_and_why(visitor: Program, drawn: Event) -> None:
    found = visitor.json(f"/events/{drawn.pk}/bracket")
    assert found["winner"]["name"] == "Ben"
    [final] = found["rounds"][0]["matches"]
    assert (final["decided_by"], final["why"]) == ("points", "by game points, 31–20")


def test_the_bracket_costs_no_more_for_more_players(visitor: Program, db: None) -> None:
    counts = []
    for players in (4, 8):
        event = cup(players)
        counts.append(len(visitor.questions(f"/events/{event.pk}/bracket")))
        running_events.grow_older()
    assert counts[0] == counts[1]


def test_other_events_have_no_bracket(visitor: Program, db: None) -> None:
    assert visitor.get(f"/events/{running_events.begun(4).pk}/bracket").status_code == 404


def test_the_table_of_a_cup_has_how_far_they_came_and_no_points(visitor: Program, drawn: Event) -> None:
    found = visitor.json(f"/events/{drawn.pk}/standings")
    assert found["columns"] == []
    assert [(row["rank"], row["entry"]["name"], row["points"], row["came_to"]) for row in found["rows"]] == [
        (1, "Ben", None, "winner"),
        (2, "Ada", None, "final"),
    ]
    rows = visitor.json(f"/events/{drawn.pk}/crosstable")["rows"]
    assert [(row["points"], row["came_to"]) for row in rows] == [(None, "winner"), (None, "final")]


def test_a_table_by_points_has_no_way_that_anybody_came(visitor: Program, db: None) -> None:
    event = running_events.begun(4)
    for what in ("standings", "crosstable"):
        rows = visitor.json(f"/events/{event.pk}/{what}")["rows"]
        assert {(row["points"], row["came_to"]) for row in rows} == {("0.0", None)}
    boards = visitor.json(f"/events/{event.pk}/rounds/1")["pairings"]
    assert {(each["goes_on"], each["decided_by"], each["why"]) for each in boards} == {(None, "", "")}


# -- the widget ----------------------------------------------------------------------------------------------------


def test_the_widget_of_a_cup_shows_who_goes_on_and_why(client: Client, drawn: Event) -> None:
    page = client.get(f"/events/{drawn.pk}/widget/").content.decode()
    assert "Winner: <b>Ben</b>" in page
    assert "By game points, 31–20." in page
    assert "<style" not in page
    assert " style=" not in page


def test_the_widget_of_a_large_cup_begins_with_the_round_that_it_has_room_for(client: Client, db: None) -> None:
    event = cup(8)
    whole = client.get(f"/events/{event.pk}/widget/").content.decode()
    assert whole.index("Quarterfinals") < whole.index("Semifinals") < whole.index("Final")
    assert "Full bracket" not in whole
    page = client.get(f"/events/{event.pk}/widget/?rows=4").content.decode()
    assert "Quarterfinals" not in page
    assert "Semifinals" in page
    assert f'href="/events/{event.pk}/bracket/"' in page
