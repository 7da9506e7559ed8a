"""Events from their beginning to their end, as the site runs them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from competition.pairing.dutch import broken_rules, pair
from matches.models import Match
from tests.support.running_events import begun, organiser_of, pairings, pairs, play_round, round_of, work_off
from tournaments.events.ending import finish
from tournaments.models import Event, Round
from tournaments.standings.history import history_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]


def test_a_swiss_goes_on_by_itself_to_its_last_round() -> None:
    event = begun(6)
    assert pairs(event, 1) == [("Ada", "Dora"), ("Emil", "Ben"), ("Cleo", "Fay")]
    for number in (1, 2, 3):
        assert round_of(event, number).stage == Round.Stage.RUNNING
        play_round(event, number)
        work_off()
        assert round_of(event, number).stage == Round.Stage.CLOSED
    organiser = organiser_of(event)
    assert finish.end_event(event, by=organiser).stage == Event.Stage.FINISHED
    history = history_of(event)
    assert history.points(history.players[0]) == 3
    assert all(len(player.results) == 3 for player in history.players)
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 0


def test_each_round_is_what_the_rules_lead_to_from_what_stood_before_it() -> None:
    event = begun(7)
    for number in (1, 2, 3):
        history = history_of(event, number - 1, coming=number)
        expected = pair(history)
        found = [(each.white.number, each.black.number if each.black else 0) for each in pairings(event, number)]
        assert found == [tuple(each) for each in expected]
        assert broken_rules(history, expected) == ()
        play_round(event, number)
        work_off()


def test_an_accelerated_event_pairs_its_upper_half_with_itself_at_first() -> None:
    """Of eight players four have a virtual point in rounds 1 and 2 of five, and half of one in round 3 (C.04.7)."""
    event = begun(8, rounds=5, accelerated=True)
    assert pairs(event, 1) == [("Ada", "Cleo"), ("Dora", "Ben"), ("Emil", "Gus"), ("Hal", "Fay")]
    for number in range(1, 6):
        history = history_of(event, number - 1, coming=number)
        upper = {1: 1, 2: 1, 3: Fraction(1, 2)}.get(number, 0)
        assert [history.virtual_points.get((number, player), 0) for player in range(1, 9)] == [upper] * 4 + [0] * 4
        assert [(each.white.number, each.black.number) for each in pairings(event, number) if each.black] == [
            tuple(each) for each in pair(history)
        ]
        play_round(event, number)
        work_off()
    history = history_of(event)
    assert sum(map(history.points, history.players)) == 20  # a virtual point is none in the table


@pytest.mark.parametrize(("count", "cycles", "rounds"), [(4, 1, 3), (3, 1, 3), (3, 2, 6)])
def test_in_a_round_robin_everybody_meets_everybody(count: int, cycles: int, rounds: int) -> None:
    event = begun(count, format="round_robin", cycles=cycles)
    event.refresh_from_db()
    assert event.rounds == rounds
    while event.round_set.exclude(stage=Round.Stage.CLOSED).exists():
        assert Match.objects.filter(status=Match.Status.RUNNING).exists()
        for number in range(1, rounds + 1):
            play_round(event, number)
            work_off()
    met = [frozenset((each.white_id, each.black_id)) for n in range(1, rounds + 1) for each in pairings(event, n)]
    games = [pair for pair in met if None not in pair]
    assert len(games) == cycles * count * (count - 1) // 2
    assert all(games.count(pair) == cycles for pair in games)
