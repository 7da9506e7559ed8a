from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.support.stored_events import FOUR, FOUR_NAMES, store, stored
from tests.support.table_cells import page, rows, text
from tests.support.tournament_notation import reference
from tournaments.models import Absence, Entry, Event, Pairing

pytestmark = pytest.mark.django_db


def card(event: Event, number: int, client: Client | None = None) -> str:
    return page(event, f"players/{event.entries.get(number=number).pk}/", client)


def test_it_goes_through_the_players_rounds() -> None:
    event = stored(FOUR, FOUR_NAMES, volleys={(1, 1): (12, 9)})
    assert rows(card(event, 3)) == [
        ["1", "Ann as Green", "lost Game points: 9–12", "0.0", "0.0"],
        ["2", "Dan as Red", "won by forfeit forfeit", "1.0", "1.0"],
        ["3", "Ben as Red", "running", "0.0", "1.0"],
    ]


def test_a_round_off_is_explained() -> None:
    event = stored("1: 2w1 H\n2: 1b0 Z", "Ann Ben")
    assert rows(card(event, 1))[1] == ["2", "none", "half-point bye A round off that counts as a draw.", "0.5", "1.5"]


def test_a_free_round_of_a_round_robin_is_explained() -> None:
    event = stored("1: U 2w1\n2: 3w1 1b0\n3: 2b0 U", "Ann Ben Cleo", format="round_robin")
    free = "bye With an odd number of players everyone has one round without an opponent. It gives no points."
    assert rows(card(event, 1))[0] == ["1", "none", free, "0.0", "0.0"]
    boards = {row[0].split()[1]: row[2] for row in rows(page(event, "rounds/1/"))}
    assert boards["Ann"] == free.removeprefix("bye ")


def test_a_running_match_says_how_far_it_has_got() -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    round_3 = rows(card(event, 2))[2]
    assert round_3[:2] == ["3", "Cleo as Green"]
    assert round_3[2].startswith("running Game points: 0–0 Volley 1 of 2, turn 1; turn began")
    assert round_3[3:] == ["", "1.5"]


def test_every_number_is_there_with_its_terms_and_what_it_is() -> None:
    html = card(stored(FOUR, FOUR_NAMES, tie_breaks=["BH", "WON"]), 1)
    numbers = text(html[html.index("card-numbers") :])
    assert "Buchholz (BH) 2.5 Cleo 1.0 Ben 1.5 Dan 0.0 FIDE C.07, 8.1 The points of all your opponents" in numbers
    assert "Wins over the board (WON) 2 beat Cleo 1 beat Dan 1 FIDE C.07, 7.2" in numbers


def test_an_annulled_match_is_said_to_be_so() -> None:
    event = stored("1: 2w1\n2: 1b0", "Ann Ben", format="round_robin")
    Pairing.objects.update(is_annulled=True)
    Entry.objects.filter(number=2).update(status=Entry.Status.WITHDRAWN, left_words="It counts for neither.")
    assert rows(card(event, 1)) == [["1", "Ben as Red", "annulled", "0.0", "0.0"]]
    assert "It counts for neither." in card(event, 2)


def test_rounds_that_will_be_missed_are_announced() -> None:
    event = stored("1: 2w1\n2: 1b0", "Ann Ben", rounds=4)
    for number, bye in ((1, "Z"), (3, "H")):
        Absence.objects.create(entry=event.entries.get(number=1), round_number=number, bye=bye)
    words = text(card(event, 1))
    assert "Half-point bye in round 3." in words
    assert "bye in round 1" not in words


def test_somebody_who_left_is_said_to_have() -> None:
    event = stored("1: 2w1\n2: 1b0", "Ann Ben")
    Entry.objects.filter(number=2).update(status=Entry.Status.WITHDRAWN, gone_from=2)
    assert "Has left, from round 2 on." in card(event, 2)


def test_whoever_has_no_number_has_no_card(event: Event, entrant: Entry) -> None:
    assert Client().get(f"/events/{event.pk}/players/{entrant.pk}/").status_code == 404


def test_a_player_of_another_event_has_no_card_here(entrant: Entry) -> None:
    event = stored("1: 2w1\n2: 1b0", "Ann Ben")
    assert Client().get(f"/events/{event.pk}/players/{entrant.pk}/").status_code == 404


def test_the_players_own_page_is_for_members() -> None:
    event = stored("1: 2w1\n2: 1b0", "Ann Ben")
    ann = event.entries.get(number=1).player
    assert ann is not None
    client = Client()
    client.force_login(ann)
    assert f"/players/{ann.pk}/" in card(event, 1, client)
    assert f'href="/players/{ann.pk}/' not in card(event, 1)


@pytest.mark.parametrize("name", ["d01_n12_r7.trf", "d17_n45_r9_fp.trf"])
def test_its_queries_do_not_grow_with_the_event(
    name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = store(reference(name).history, tie_breaks=["BH", "SB"])
    with django_assert_max_num_queries(18):
        card(event, 1)
