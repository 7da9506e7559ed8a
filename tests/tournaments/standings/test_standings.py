from __future__ import annotations

import pytest
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from tests.support.second_language import OTHER, in_brackets
from tests.support.stored_events import FOUR, FOUR_NAMES, store, stored
from tests.support.tournament_notation import expected_tie_breaks, reference
from tournaments.locking.log import Kind, note
from tournaments.models import Pairing, Round
from tournaments.standings.standings import EventStandings, standings_of
from tournaments.standings.tie_breaks import tie_breaks_of

pytestmark = pytest.mark.django_db


def shown(standings: EventStandings) -> list[tuple[int, str, list[str]]]:
    return [
        (
            row.rank,
            standings.names[row.number],
            [column.show(value.number) for column, value in zip(standings.columns, row.values, strict=True)],
        )
        for row in standings.rows
    ]


def test_it_counts_what_is_decided_and_nothing_of_what_runs() -> None:
    """Ben and Cleo play round 3 still. Dan's forfeit of round 2 is a loss for points and no game."""
    event = stored(FOUR, FOUR_NAMES, tie_breaks=["WON"])
    assert shown(standings_of(event)) == [
        (1, "Ann", ["2.5", "2"]),
        (2, "Ben", ["1.5", "1"]),
        (3, "Cleo", ["1.0", "0"]),
        (4, "Dan", ["0.0", "0"]),
    ]


def test_it_goes_back_to_any_round() -> None:
    event = stored(FOUR, FOUR_NAMES, tie_breaks=["WON"])
    assert shown(standings_of(event, 1)) == [
        (1, "Ann", ["1.0", "1"]),
        (1, "Ben", ["1.0", "1"]),
        (3, "Cleo", ["0.0", "0"]),
        (3, "Dan", ["0.0", "0"]),
    ]


@pytest.mark.parametrize(
    ("after", "counted", "is_open"), [(None, 3, True), (99, 3, True), (2, 2, False), (0, 0, False)]
)
def test_it_says_what_it_counts(after: int | None, counted: int, is_open: bool) -> None:
    standings = standings_of(stored(FOUR, FOUR_NAMES), after)
    assert (standings.after, standings.last, standings.is_open) == (counted, 3, is_open)


def test_a_stored_event_has_the_numbers_of_its_file() -> None:
    name = "d06_n18_r9_baku.trf"
    codes = ["BH", "BH/C1", "SB", "WON"]
    standings = standings_of(store(reference(name).history, tie_breaks=codes))
    expected = expected_tie_breaks()[name]
    for row in standings.rows:
        for column, value in zip(standings.columns, row.values, strict=True):
            assert value.number == pytest.approx(float(expected[row.number][column.code])), (row.number, column.code)


def test_a_draft_is_not_in_it() -> None:
    event = stored(FOUR, FOUR_NAMES)
    Round.objects.create(event=event, number=4)
    assert standings_of(event).last == 3


def test_the_annulled_count_for_neither() -> None:
    event = stored("1: 2w1 3w1\n2: 1b0 Z\n3: Z 1b0", "Ann Ben Cleo", format="round_robin", tie_breaks=["SB"])
    Pairing.objects.filter(round__event=event, round__number=2, black__isnull=False).update(is_annulled=True)
    standings = standings_of(event)
    assert [(pairing.round, pairing.pair) for pairing in standings.annulled] == [(2, (1, 3))]
    assert standings.row_of[1].points == 1


def test_a_free_round_of_a_round_robin_brings_nothing() -> None:
    rounds = "1: U 2w1\n2: 3w1 1b0\n3: 2b0 U"
    swiss, round_robin = stored(rounds, "Ann Ben Cleo"), stored(rounds, "Ada Bo Cy", format="round_robin")
    assert {number: row.points for number, row in standings_of(swiss).row_of.items()} == {1: 2, 2: 1, 3: 1}
    assert {number: row.points for number, row in standings_of(round_robin).row_of.items()} == {1: 1, 2: 1, 3: 0}


def test_tie_breaks_that_do_not_exist_in_its_format_are_left_out() -> None:
    event = stored(FOUR, FOUR_NAMES, format="round_robin", tie_breaks=["BH", "SB", "??", 7, "PTS", "DE"])
    assert [column.code for column in tie_breaks_of(event)] == ["SB", "DE"]
    assert [column.code for column in standings_of(event).columns] == ["PTS", "SB", "DE"]


def test_an_event_that_has_not_begun_has_an_empty_one() -> None:
    event = stored("1: Z", "Ann")
    event.entries.update(number=None)
    Round.objects.all().delete()
    standings = standings_of(event)
    assert (standings.rows, standings.last) == ((), 0)


def test_the_most_of_a_match_that_counts_is_the_events() -> None:
    event = stored("1: 2w1\n2: 1b0", volleys={(1, 1): (30, 2)}, tie_breaks=["VPD"], most_difference=10)
    assert [row.values[1].number for row in standings_of(event).rows] == [10, -10]


def test_it_is_counted_once_until_the_event_changes(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = stored(FOUR, FOUR_NAMES)
    first = standings_of(event)
    with django_assert_num_queries(2):
        assert standings_of(event) is first
    note(event, Kind.RESULT, "A result was set.")
    event.refresh_from_db()

    assert standings_of(event) is not first


def test_rounds_beyond_the_last_are_one_and_the_same() -> None:
    event = stored(FOUR, FOUR_NAMES)
    assert standings_of(event, 99_999) is standings_of(event, 100_000)


def test_counting_it_takes_as_many_queries_for_many_players(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for name in ("d01_n12_r7.trf", "d17_n45_r9_fp.trf"):
        found = reference(name).history
        event = store(found, [f"{name} {player.number}" for player in found.players])
        with django_assert_num_queries(9):
            standings_of(event)


def test_a_table_that_is_kept_names_who_is_gone_in_each_readers_language() -> None:
    event = stored(FOUR, FOUR_NAMES)
    event.entries.filter(number=1).update(player=None, name="")
    names = []
    with in_brackets():
        for language in ("en-gb", OTHER, "en-gb"):
            with translation.override(language):
                names.append(standings_of(event).names[1])
    assert names == ["former player", "«former player»", "former player"]
