"""The table as a reader finds it, with what its numbers unfold to."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.support.people import LogIn
from tests.support.rows import require
from tests.support.stored_events import FOUR, FOUR_NAMES, store, stored
from tests.support.table_cells import page, rows, unfolded
from tests.support.tournament_notation import reference
from tournaments.locking.kept import VersionedCache
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db
HEAVIEST = 100_000


def table(event: Event, query: str = "", client: Client | None = None) -> str:
    return page(event, f"table/{query}", client)


def test_it_says_who_stands_where_and_what_was_not_played() -> None:
    event = stored(FOUR, FOUR_NAMES, tie_breaks=["WON"])
    assert rows(table(event, "?after=2")) == [
        ["1 Ann", "1.5", "1", "1–1–0", ""],
        ["1 Ben", "1.5", "1", "1–1–0", ""],
        ["3 Cleo", "1.0", "0", "0–0–1", "+"],
        ["4 Dan", "0.0", "0", "0–0–1", "−"],
    ]


def test_forfeits_are_no_games_in_it() -> None:
    html = table(stored(FOUR, FOUR_NAMES, tie_breaks=["WON"]))
    assert "a win by forfeit" in html
    assert "without forfeits and byes." in html


def test_it_shows_who_still_plays_whom() -> None:
    event = stored(FOUR, FOUR_NAMES, tie_breaks=[], with_matches=True)
    html = table(event)
    assert [row[-1] for row in rows(html)] == ["", "Cleo", "Ben", ""]
    assert "with matches still running" in html


def test_every_number_unfolds_to_its_terms_and_its_article() -> None:
    html = table(stored(FOUR, FOUR_NAMES, tie_breaks=["BH"]))
    assert unfolded(html, 1, 0) == "2.5 beat Cleo 1.0 drew with Ben 0.5 beat Dan 1.0 FIDE C.07, 4.2"
    assert unfolded(html, 1, 1) == "2.5 Cleo 1.0 Ben 1.5 Dan 0.0 FIDE C.07, 8.1"
    assert html.count('<details class="why') == 8


def test_a_reader_has_the_decimals_of_their_own_language() -> None:
    html = table(stored(FOUR, FOUR_NAMES, tie_breaks=["BH"]), client=Client(headers={"Accept-Language": "de"}))
    assert unfolded(html, 1, 0).startswith("2,5 ")
    assert not re.search(r">\d+\.\d+<", html)


def test_it_marks_what_puts_a_player_below_the_one_above() -> None:
    html = table(stored(FOUR, FOUR_NAMES, tie_breaks=["WON"]))
    marked = [number for number in (1, 2, 3, 4) if "decides" in html.split(f'id="no-{number}"')[1].split("</tr>")[0]]
    assert marked == [2, 3, 4]


def test_it_explains_each_tie_break() -> None:
    html = table(stored(FOUR, FOUR_NAMES, tie_breaks=["BH/C1"]))
    assert "Buchholz cut-1" in html
    assert "the stronger they are, the higher you stand" in html


def test_the_table_after_the_last_round_of_a_finished_event_is_final() -> None:
    event = stored("1: 2w1\n2: 1b0", stage=Event.Stage.FINISHED)
    assert "Final standings" in table(event)


def test_it_says_why_the_matches_of_somebody_who_left_count_as_they_do() -> None:
    event = stored("1: 2w1\n2: 1b0", "Ann Ben", format="round_robin", tie_breaks=["SB"])
    Entry.objects.filter(number=2).update(status=Entry.Status.WITHDRAWN, left_words="Ben left early.")
    html = table(event)
    assert "Ben left early." in html
    assert rows(html)[1][0] == "2 Ben left"


def test_a_large_one_comes_in_pages_each_light_enough() -> None:
    event = store(reference("d20_n90_r9_fp_baku.trf").history, tie_breaks=["BH/C1", "BH", "SB"])
    for name in ("Ann", "Bartholomew-Alexander the Unrelenting", "Αλέξανδρος ο Ακατάβλητος"):
        for number, user in enumerate(User.objects.filter(entries__event=event), 1):
            User.objects.filter(pk=user.pk).update(display_name=f"{name} {number}")
        VersionedCache.empty_all()
        seen: list[str] = []
        for number in range(1, 20):
            if len(seen) < 90:
                html = table(event, f"?page={number}")
                assert len(html.encode()) < HEAVIEST, name
                seen += [row[0].split(" ", 1)[1] for row in rows(html)]
        assert len(seen) == len(set(seen)) == 90, name
        assert all(each.startswith(name) for each in seen)


def test_a_reader_finds_the_own_place() -> None:
    event = stored(FOUR, FOUR_NAMES, tie_breaks=["WON"])
    cleo = event.entries.get(number=3).player
    client = Client()
    client.force_login(require(cleo))
    assert "You: <b>3</b> of 4" in table(event, client=client)
    assert "You:" not in table(event)


def test_before_the_first_round_it_says_so(event: Event) -> None:
    assert "The standings begin with the first round." in table(event)


@pytest.mark.parametrize("name", ["d01_n12_r7.trf", "d17_n45_r9_fp.trf"])
def test_its_queries_do_not_grow_with_the_players(
    name: str, log_in: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = store(reference(name).history, tie_breaks=["BH", "SB"])
    member = event.entries.get(number=1).player
    client = log_in(require(member))
    with django_assert_max_num_queries(20):
        table(event, client=client)
