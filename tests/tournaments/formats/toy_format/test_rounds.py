"""The opponents of number 1, round by round, and the results."""

from __future__ import annotations

import pytest

from tests.support.running_events import begun, entry_of, pairs, wins, work_off
from tests.support.toy_format.format import ToyFormat
from tournaments.entries.withdrawals import withdraw
from tournaments.models import Event
from tournaments.standings.standings import standings_of

pytestmark = pytest.mark.usefixtures("committing", "formats_beside")
SLUG = ToyFormat.slug


def play(event: Event, *winners: str) -> None:
    """Play the rounds from the first on, each with its winner."""
    for number, winner in enumerate(winners, 1):
        wins(event, number, winner)
        work_off()


def points(event: Event) -> dict[str, float]:
    """Return the points of the players, by name."""
    standings = standings_of(event)
    return {standings.names[row.number]: float(row.points) for row in standings.rows}


def test_number_1_plays_the_others_in_turn_with_the_first_colour_in_odd_rounds() -> None:
    event = begun(4, format=SLUG)
    play(event, "Ada", "Ada", "Ada")
    assert pairs(event, 1) == [("Ada", "Ben"), ("Cleo", "U"), ("Dora", "U")]
    assert pairs(event, 2) == [("Cleo", "Ada"), ("Ben", "U"), ("Dora", "U")]
    assert pairs(event, 3) == [("Ada", "Dora"), ("Ben", "U"), ("Cleo", "U")]
    assert event.round_set.count() == 3


def test_two_players_meet_once() -> None:
    event = begun(2, format=SLUG)
    assert pairs(event, 1) == [("Ada", "Ben")]
    assert event.rounds == 1


def test_matches_bring_points_and_byes_bring_none() -> None:
    event = begun(4, format=SLUG)
    play(event, "Ada", "Cleo", "Ada")
    assert points(event) == {"Ada": 2, "Cleo": 1, "Ben": 0, "Dora": 0}


def test_if_number_1_leaves_those_to_come_win_by_forfeit() -> None:
    event = begun(4, format=SLUG)
    play(event, "Ada")
    ada = entry_of(event, "Ada")
    withdraw.withdraw(ada, by=ada.player)
    work_off()
    assert points(event) == {"Ada": 1, "Cleo": 1, "Dora": 1, "Ben": 0}


@pytest.mark.parametrize(("count", "fits"), [(2, True), (40, True), (41, False)])
def test_40_players_can_take_part(count: int, fits: bool) -> None:
    terms = Event(format=SLUG)
    assert (terms.rules.why_not_begin(terms, count) is None) == fits


def test_plans_have_one_match_in_each_round() -> None:
    terms = Event(format=SLUG, game_slug="fortify")
    assert [len(matches) for matches in terms.rules.course(terms, 5).rounds] == [1, 1, 1, 1]
