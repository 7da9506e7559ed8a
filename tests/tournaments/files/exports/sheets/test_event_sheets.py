"""What the sheets of an event hold, by a tournament that is worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.support.factories import EntryFactory, UserFactory
from tests.support.stored_events import FOUR, FOUR_NAMES, stored
from tournaments.files.exports.sheets.crosstable import crosstable_sheet
from tournaments.files.exports.sheets.entries import entries_sheet
from tournaments.files.exports.sheets.standings import standings_sheet
from tournaments.models import Absence, Entry, Event, Pairing
from tournaments.sheets.sheet import Sheet, Value
from tournaments.standings.progress import Colours, colours_of
from tournaments.standings.standings import standings_of

pytestmark = pytest.mark.django_db
HALF = Fraction(1, 2)
ROUND_ROBIN = """
1: 2w1 3b= 2b0 3w1 U
2: 1b0 U   1w1 U   3b+
3: U   1w= U   1b0 2w-
"""


def four(**fields: Any) -> Event:
    return stored(FOUR, FOUR_NAMES, ratings={1: 1800, 2: 0, 3: 1700, 4: 1600}, tie_breaks=["WON", "KS/L-1"], **fields)


def keys(sheet: Sheet) -> list[str]:
    return [column.key for column in sheet.columns]


def by_name(sheet: Sheet, *wanted: str) -> dict[Value, tuple[Value, ...]]:
    places = [keys(sheet).index(key) for key in wanted]
    name = keys(sheet).index("player")
    return {row[name]: tuple(row[place] for place in places) for row in sheet.rows}


def test_standings_have_place_points_and_tie_breaks_as_numbers() -> None:
    sheet = standings_sheet(standings_of(four()))
    assert sheet.title == "Standings after round 3"
    assert keys(sheet)[:7] == ["place", "number", "player", "rating", "points", "won", "ks_l_minus1"]
    assert by_name(sheet, "place", "number", "rating", "points", "won") == {
        "Ann": (1, 1, 1800, 2 + HALF, 2),
        "Ben": (2, 2, None, 1 + HALF, 1),
        "Cleo": (3, 3, 1700, 1, 0),
        "Dan": (4, 4, 1600, 0, 0),
    }


def test_standings_keep_forfeits_apart_from_what_was_played() -> None:
    counts = ("played_wins", "played_draws", "played_losses", "forfeit_wins", "forfeit_losses", "byes")
    assert by_name(standings_sheet(standings_of(four())), *counts) == {
        "Ann": (2, 1, 0, 0, 0, 0),
        "Ben": (1, 1, 0, 0, 0, 0),
        "Cleo": (0, 0, 1, 1, 0, 0),
        "Dan": (0, 0, 2, 0, 1, 0),
    }


def test_standings_say_who_has_left() -> None:
    event = four()
    event.entries.filter(number=3).update(status=Entry.Status.WITHDRAWN)
    event.entries.filter(number=4).update(status=Entry.Status.WITHDRAWN, is_no_show=True)
    assert by_name(standings_sheet(standings_of(event)), "status") == {
        "Ann": (None,),
        "Ben": (None,),
        "Cleo": ("left",),
        "Dan": ("no-show",),
    }


def test_standings_after_an_earlier_round_count_no_further() -> None:
    sheet = standings_sheet(standings_of(four(), 1))
    assert sheet.title == "Standings after round 1"
    assert by_name(sheet, "points", "played_wins") == {"Ann": (1, 1), "Ben": (1, 1), "Cleo": (0, 0), "Dan": (0, 0)}


def test_a_swiss_crosstable_has_opponent_colour_and_result_of_each_round() -> None:
    event = four()
    sheet = crosstable_sheet(standings_of(event), colours_of(event))
    assert keys(sheet) == ["place", "number", "player", "rating", "round_1", "round_2", "round_3", "points"]
    assert by_name(sheet, "round_1", "round_2", "round_3", "points") == {
        "Ann": ("3r1", "2g½", "4r1", 2 + HALF),
        "Ben": ("4g1", "1r½", "3g…", 1 + HALF),
        "Cleo": ("1g0", "4r+", "2r…", 1),
        "Dan": ("2r0", "3g−", "1g0", 0),
    }


def test_a_crosstable_marks_annulled_matches_but_still_says_against_whom() -> None:
    event = four()
    Pairing.objects.filter(round__event=event, round__number=1, white__number=1).update(is_annulled=True)
    sheet = crosstable_sheet(standings_of(event), colours_of(event))
    assert by_name(sheet, "round_1") == {"Ann": ("3r×",), "Ben": ("4g1",), "Cleo": ("1g×",), "Dan": ("2r0",)}


def test_a_double_round_robin_has_both_matches_in_one_cell() -> None:
    event = stored(ROUND_ROBIN, "Ann Ben Cleo", format="round_robin", cycles=2, tie_breaks=[])
    sheet = crosstable_sheet(standings_of(event), colours_of(event))
    assert by_name(sheet, "against_1", "against_2", "against_3", "points") == {
        "Ann": (None, "r1 g0", "g½ r1", 2 + HALF),
        "Ben": ("g0 r1", None, "g+", 2),
        "Cleo": ("r½ g0", "r−", None, HALF),
    }


def test_colours_that_begin_alike_are_white_and_black() -> None:
    event = four()
    sheet = crosstable_sheet(standings_of(event), Colours(("Blue", "Brown"), ("blue", "brown")))
    assert by_name(sheet, "round_1")["Ann"] == ("3w1",)


def test_pairings_keep_forfeits_byes_and_annulled_matches_apart() -> None:
    event = stored("1: 2w1 3w*\n2: 1b0 H\n3: 4w+ 1b*\n4: 3b- U", "Ann Ben Cleo Dan")
    Pairing.objects.filter(round__event=event, round__number=1).update(white_points=5, black_points=2)
    sheet = event.rules.pairings_sheet(event, colours_of(event))
    wanted = ("round", "white", "black", "white_points", "black_points", "outcome", "white_game_points")
    places = [keys(sheet).index(key) for key in wanted]
    assert [tuple(row[place] for place in places) for row in sheet.rows] == [
        (1, "Ann", "Ben", 1, 0, "played", 5),
        (1, "Cleo", "Dan", 1, 0, "forfeit", None),
        (2, "Ann", "Cleo", None, None, "running", None),
        (2, "Ben", None, HALF, None, "half-point bye", None),
        (2, "Dan", None, 1, None, "bye", None),
    ]
    assert [column.header for column in sheet.columns if column.key in ("white", "black")] == ["Red", "Green"]


@pytest.mark.parametrize(
    ("slug", "headers"),
    [("fortify", ["Red: volley points", "Green: volley points"]), ("fortac", ["Red: combos", "Black: combos"])],
)
def test_scores_are_called_what_the_game_calls_them(slug: str, headers: list[str]) -> None:
    event = stored("1: 2w= \n2: 1b=", game_slug=slug)
    columns = event.rules.pairings_sheet(event, colours_of(event)).columns
    assert [column.header for column in columns if column.key.endswith("game_points")] == headers


def test_pairings_count_points_as_the_event_does() -> None:
    event = stored("1: 2w= \n2: 1b=", points=Event.Points.THREE)
    row = event.rules.pairings_sheet(event, colours_of(event)).rows[0]
    assert row[6:8] == (1, 1)


def test_a_free_round_of_a_round_robin_gives_nothing() -> None:
    event = stored("1: U\n2: 3w1\n3: 2b0", format="round_robin")
    row = event.rules.pairings_sheet(event, colours_of(event)).rows[0]
    assert row[6:9] == (0, None, "bye")


def test_an_annulled_match_gives_nobody_points() -> None:
    event = four()
    Pairing.objects.filter(round__event=event, round__number=1, white__number=1).update(is_annulled=True)
    row = event.rules.pairings_sheet(event, colours_of(event)).rows[0]
    assert row[6:9] == (None, None, "annulled")


def test_pairings_say_what_organisers_did_by_hand() -> None:
    event = four()
    Pairing.objects.filter(round__event=event, round__number=1).update(is_by_hand=True, settled_by_hand=True)
    remarks = [row[-1] for row in event.rules.pairings_sheet(event, colours_of(event)).rows]
    assert remarks[0] == "paired by an organiser, adjudicated by an organiser"
    assert remarks[-1] is None


def test_drafts_are_in_no_export() -> None:
    event = four()
    event.round_set.filter(number=3).update(stage="draft")
    assert {row[0] for row in event.rules.pairings_sheet(event, colours_of(event)).rows} == {1, 2}


def test_entries_show_who_is_in_the_event() -> None:
    event = four()
    late = EntryFactory(event=event, player=UserFactory(display_name="Eve"), rating=1500)
    Absence.objects.create(entry=late, round_number=5, bye="Z")
    Absence.objects.create(entry=late, round_number=4, bye="H")
    sheet = entries_sheet(event)
    assert by_name(sheet, "number", "rating", "status", "absences")["Eve"] == (
        None,
        1500,
        "entered",
        "round 4: half a point, round 5: nothing",
    )
    assert [row[1] for row in sheet.rows] == ["Ann", "Ben", "Cleo", "Dan", "Eve"]


def test_a_comeback_leaves_the_rounds_that_were_played_before_it() -> None:
    event = four()
    event.entries.filter(number=1).update(back_from=3)
    late = EntryFactory(event=event, player=UserFactory(display_name="Eve"), number=5, back_from=2)
    found = by_name(entries_sheet(event), "from_round")
    assert (found["Ann"], found["Ben"], found[late.shown_name]) == ((1,), (1,), (2,))


@pytest.mark.parametrize("status", ["invited", "applied", "waiting", "refused"])
def test_who_is_not_in_the_event_is_for_its_organisers_alone(status: str) -> None:
    event = four()
    EntryFactory(event=event, player=UserFactory(display_name="Eve"), status=status)
    assert "Eve" not in [row[1] for row in entries_sheet(event).rows]
    assert "Eve" in [row[1] for row in entries_sheet(event, for_organisers=True).rows]


def test_nothing_tells_organisers_whose_an_address_is() -> None:
    event = four()
    EntryFactory(event=event, player=UserFactory(display_name="Eve"), status="invited", name="eve@players.example")
    assert [row[1] for row in entries_sheet(event, for_organisers=True).rows][-1] == "eve@players.example"


def test_the_queries_do_not_grow_with_the_event(django_assert_max_num_queries: Any) -> None:
    event = four()
    with django_assert_max_num_queries(2):
        event.rules.pairings_sheet(event, colours_of(event))
    with django_assert_max_num_queries(2):
        entries_sheet(event)
