from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.stored_events import FOUR, FOUR_NAMES, store, stored
from tests.support.table_cells import page, rows
from tests.support.tournament_notation import history
from tournaments.models import Event, Pairing, Round

pytestmark = pytest.mark.django_db


def round_page(event: Event, number: int) -> str:
    return page(event, f"rounds/{number}/")


def test_it_says_who_plays_whom_and_how_it_ended() -> None:
    event = stored(FOUR, FOUR_NAMES, volleys={(1, 1): (12, 9)})
    found = rows(round_page(event, 1))
    assert found[0][:2] == ["1 Red: Ann 0 Green: Cleo 0", "1–0 Game points: 12–9"]
    assert found[1][:2] == ["2 Red: Dan 0 Green: Ben 0", "0–1"]


def test_points_that_count_for_nothing_are_left_out() -> None:
    event = stored(FOUR, FOUR_NAMES, volleys={(1, 1): (12, 9)})
    event.game_slug = "fortac"
    event.save()
    assert rows(round_page(event, 1))[0][1] == "1–0"


def test_a_player_has_beside_the_name_what_they_had_before() -> None:
    event = stored(FOUR, FOUR_NAMES)
    assert rows(round_page(event, 3))[0][0] == "1 Red: Ann 1½ Green: Dan 0"


def test_a_forfeit_is_told_apart_from_a_result() -> None:
    event = stored(FOUR, FOUR_NAMES, volleys={(2, 3): (7, 2)})
    assert [row[1] for row in rows(round_page(event, 2))] == ["½–½", "+ : − forfeit"]


def test_a_match_that_runs_says_how_far_it_has_got_and_whom_it_waits_for() -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    seat = Match.objects.get().seats.get(asked_turn__isnull=False)
    turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)
    _players, result, stands = rows(round_page(event, 3))[1]
    assert result == "running Game points: 0–0 so far"
    assert stands.startswith("Volley 1 of 2, turn 2 Ben to move, turn began just now")


def test_a_match_that_is_over_and_not_yet_counted_does_not_wait_for_anybody() -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    Match.objects.update(status=Match.Status.FINISHED)
    assert rows(round_page(event, 3))[1][2] == "over, being counted"


def test_byes_are_explained() -> None:
    event = stored("1: 2w1\n2: 1b0\n3: U\n4: H\n5: Z", "Ann Ben Cleo Dan Eve")
    assert [row[1:] for row in rows(round_page(event, 1))[1:]] == [
        ["bye", "No opponent was left: it counts as a win."],
        ["half-point bye", "A round off that counts as a draw."],
        ["not paired", "Not paired in this round: no points."],
    ]


def test_an_annulled_match_is_said_to_count_for_neither() -> None:
    event = stored("1: 2w1\n2: 1b0", "Ann Ben", format="round_robin")
    Pairing.objects.update(is_annulled=True)
    html = round_page(event, 1)
    assert rows(html)[0][1:] == ["annulled", "counts for neither"]
    assert "0 of 0 matches decided" in html


def test_what_an_organiser_did_is_marked() -> None:
    event = stored("1: 2w1\n2: 1b0", "Ann Ben")
    Pairing.objects.update(is_by_hand=True, settled_by_hand=True)
    assert rows(round_page(event, 1))[0][1] == "1–0 paired by an organiser adjudicated by an organiser"


@pytest.mark.parametrize("number", [4, 9])
def test_a_draft_or_no_round_is_not_there(number: int) -> None:
    event = stored(FOUR, FOUR_NAMES)
    Round.objects.create(event=event, number=4)
    assert Client().get(f"/events/{event.pk}/rounds/{number}/").status_code == HTTPStatus.NOT_FOUND


def test_its_queries_do_not_grow_with_the_matches(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for pairs in (1, 6):
        lines = [f"{2 * n - 1}: {2 * n}w*\n{2 * n}: {2 * n - 1}b*" for n in range(1, pairs + 1)]
        names = [f"{pairs} and {n}" for n in range(1, 2 * pairs + 1)]
        event = store(history("\n".join(lines)), names, with_matches=True)
        with django_assert_max_num_queries(18):
            round_page(event, 1)


def test_a_large_round_comes_in_pages() -> None:
    lines = [f"{2 * n - 1}: {2 * n}w1\n{2 * n}: {2 * n - 1}b0" for n in range(1, 71)]
    event = stored("\n".join(lines))
    first = round_page(event, 1)
    assert len(rows(first)) == 60
    assert "1–60 of 70" in first
    second = Client().get(f"/events/{event.pk}/rounds/1/?page=2").content.decode()
    assert len(rows(second)) == 10
    assert "70 of 70 matches decided" in second
