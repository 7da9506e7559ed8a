from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.support.markup import compact
from tests.support.stored_events import FOUR, FOUR_NAMES, store, stored
from tests.support.table_cells import page, rows
from tests.support.tournament_notation import reference
from tournaments.models import Entry, Event, Pairing

pytestmark = pytest.mark.django_db
ROUND_ROBIN = """
1: 4b1 2w= 3w1
2: 3w+ 1b= 4b*
3: 2b- 4w0 1b0
4: 1w0 3b1 2w*
"""
DOUBLE = "1: 2w1 2b=\n2: 1b0 1w="


def crosstable(event: Event, query: str = "") -> str:
    return page(event, f"crosstable/{query}")


def test_a_swiss_says_in_each_round_who_was_met_and_what_it_brought() -> None:
    event = stored(FOUR, FOUR_NAMES, tie_breaks=["WON"])
    assert rows(crosstable(event)) == [
        ["1 Ann", "3 1", "2 ½", "4 1", "2.5"],
        ["2 Ben", "4 1", "1 ½", "3 …", "1.5"],
        ["3 Cleo", "1 0", "4 +", "2 …", "1.0"],
        ["4 Dan", "2 0", "3 −", "1 0", "0.0"],
    ]


def test_it_says_in_words_what_a_cell_means() -> None:
    html = crosstable(stored(FOUR, FOUR_NAMES))
    assert 'title="Round 1: beat Cleo as Red"' in html
    assert 'title="Round 2: lost by forfeit to Cleo as Green" class="forfeit"' in compact(html)


def test_a_match_that_waits_to_begin_is_not_said_to_be_played() -> None:
    event = stored(ROUND_ROBIN, FOUR_NAMES, format="round_robin")
    Pairing.objects.filter(round__event=event, decided_at=None).update(waits=True)
    html = crosstable(event)
    assert "Round 3: match against Dan, not begun" in html
    assert "plays Dan" not in html


def test_the_colours_played_are_shown() -> None:
    first = crosstable(stored("1: 2w1\n2: 1b0", "Ann Ben")).split("<tbody>")[1].split("</tr>")
    assert ["side-red" in first[0], "side-green" in first[0]] == [True, False]
    assert ["side-red" in first[1], "side-green" in first[1]] == [False, True]


def test_byes_are_letters_that_are_explained() -> None:
    html = crosstable(stored("1: 2w1\n2: 1b0\n3: U\n4: H", FOUR_NAMES, tie_breaks=["WON"]))
    assert [row[:2] for row in rows(html)] == [["1 Ann", "4 1"], ["2 Cleo", "U"], ["3 Dan", "H"], ["4 Ben", "1 0"]]
    assert "a half-point bye" in html


def test_it_goes_back_to_any_round() -> None:
    event = stored(FOUR, FOUR_NAMES, tie_breaks=["WON"])
    assert rows(crosstable(event, "?after=1"))[0][1:] == ["3 1", "1.0"]


def test_a_round_robin_sets_everybody_against_everybody() -> None:
    event = stored(ROUND_ROBIN, FOUR_NAMES, format="round_robin", tie_breaks=["WON"])
    assert rows(crosstable(event)) == [
        ["1 Ann", "the same player", "½", "1", "1", "2.5"],
        ["2 Ben", "½", "the same player", "…", "+", "1.5"],
        ["3 Dan", "0", "…", "the same player", "1", "1.0"],
        ["4 Cleo", "0", "−", "0", "the same player", "0.0"],
    ]


def test_a_double_round_robin_has_both_meetings_in_a_cell() -> None:
    event = stored(DOUBLE, "Ann Ben", format="round_robin", cycles=2, tie_breaks=[])
    assert rows(crosstable(event)) == [
        ["1 Ann", "the same player", "1 ½", "1.5"],
        ["2 Ben", "0 ½", "the same player", "0.5"],
    ]


def test_the_annulled_are_marked_and_explained() -> None:
    event = stored(ROUND_ROBIN, FOUR_NAMES, format="round_robin", tie_breaks=["WON"])
    Pairing.objects.filter(black__number=3, white__number=1).update(is_annulled=True)
    Entry.objects.filter(number=3).update(left_words="Cleo left early.")
    html = crosstable(event)
    assert rows(html)[0] == ["1 Ann", "the same player", "½", "1", "×", "1.5"]
    assert "annulled, counts for neither" in html
    assert "Cleo left early." in html


def test_a_match_can_be_opened_from_it() -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    match_id = Pairing.objects.get(match__isnull=False).match_id
    assert f'<a href="/matches/{match_id}/" title="Round 3: plays Cleo as Green">' in compact(crosstable(event))


def test_before_the_first_round_it_says_so(event: Event) -> None:
    assert "The crosstable begins with the first round." in crosstable(event)


def test_a_large_one_comes_in_pages_each_light_enough(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    event = store(reference("d20_n90_r9_fp_baku.trf").history, tie_breaks=["BH"])
    seen: list[str] = []
    for number in range(1, 9):
        if len(seen) < 90:
            with django_assert_max_num_queries(16):
                html = crosstable(event, f"?page={number}")
            assert len(html.encode()) < 100_000
            seen += [row[0].split(" ", 1)[1] for row in rows(html)]
    assert len(seen) == len(set(seen)) == 90
