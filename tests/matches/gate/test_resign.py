"""Resigning, and losing on time."""

from __future__ import annotations

import logging
from functools import partial

import pytest

from matches import sweep
from matches.gate import clock_acts, rulings, timeout, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY
from matches.verify.replay import differences
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import (
    SITE,
    Mails,
    kinds,
    length,
    play_picks,
    submit,
    told,
    travel,
    travel_past_grace_of,
    travel_to_deadline_of,
)
from tests.support.toy_game import Toy

pytestmark = pytest.mark.django_db


def start(players: int) -> Match:
    match: Match = MatchFactory(game_slug="toy", players=[UserFactory() for _ in range(players)])
    return match


def result(match: Match) -> tuple[str, list[int]]:
    match.refresh_from_db()
    return match.how_it_ended, [int(seat.share or 0) for seat in match.seats.all()]


# -- resigning -----------------------------------------------------------------------------------------------------


def test_resigning_loses_the_match_and_nobody_resigns_then(
    toy_match: Match, first: Seat, second: Seat, mails: Mails
) -> None:
    turn = turns.resign(first, LogEntry.Via.LINK)
    assert (turn.kind, turn.number, turn.seat, turn.via) == ("resignation", None, first, "link")
    assert result(toy_match) == ("resignation", [0, 1])
    assert mails() == [("match_over", "Ada"), ("match_over", "Ben")]
    with pytest.raises(MatchRefused, match="This match is over: Won by 1") as refused:
        turns.resign(second, SITE)
    assert refused.value.code == "over"


def test_a_seat_may_resign_while_it_is_not_asked(toy_match: Match, first: Seat, second: Seat) -> None:
    submit(second, "pick 2")
    turns.resign(second, SITE)
    assert result(toy_match) == ("resignation", [1, 0])


def test_the_others_play_on_where_the_game_has_it_so(toy: Toy, mails: Mails) -> None:
    match = start(3)
    one, two, three = match.seats.all()
    submit(three, "pick 1")
    mails()
    line = turns.resign(two, SITE)
    match.refresh_from_db()
    assert not match.is_over
    assert [seat.asked_turn for seat in match.seats.all()] == [1, None, None]
    assert mails() == [("seat_left", one.name), ("seat_left", three.name)]
    assert turns.resign(two, LogEntry.Via.MAIL) == line  # asked twice, done once
    submit(one, "pick 1")
    assert ("pick_made", two.name) not in mails()
    submit(one, "add 1")
    assert [seat.asked_turn for seat in match.seats.all()] == [None, None, 5]


def test_who_is_asked_next_hears_of_it_with_that(toy: Toy, mails: Mails) -> None:
    match = start(4)
    play_picks(match)
    one, _, three, four = match.seats.all()
    submit(one, "add 1")
    mails()
    turns.resign(match.seats.get(index=1), SITE)
    assert sorted(mails()) == sorted([("seat_left", one.name), ("seat_left", four.name), ("your_turn", three.name)])


def test_a_seat_that_is_lost_leaves_the_others_playing(toy: Toy, mails: Mails) -> None:
    match = told(start(3))
    one, two, three = match.seats.all()
    submit(one, "pick 1")
    with travel_past_grace_of(two):
        turns.submit_turn(three, 3, "pick 2", SITE, stamped_at=three.deadline)
        mails()
        assert timeout.time_out(two.pk, 2) is not None
        assert sorted(mails()) == sorted([("seat_left", two.name), ("seat_left", three.name), ("your_turn", one.name)])
        at = length(match)
        for act in (
            partial(turns.resign, two, SITE),
            partial(clock_acts.add_time, two, DAY, "Ill", at),
            partial(clock_acts.stop_clock, two, "Ill", at),
            partial(clock_acts.give_time, one, two, DAY, at, SITE),
            partial(rulings.forfeit, two, "Ill"),
        ):
            with pytest.raises(MatchRefused, match="out of this match already") as refused:
                act()
            assert refused.value.code == "over"
    assert differences(Match.objects.get(pk=match.pk)) == []


# -- the deadline --------------------------------------------------------------------------------------------------


def test_the_sweep_ends_matches_that_ran_out_of_time(toy_match: Match, first: Seat, second: Seat, mails: Mails) -> None:
    submit(second, "pick 2")
    told(toy_match)
    mails()
    with travel_past_grace_of(first):
        assert sweep.sweep_deadlines() == 1
        assert sweep.sweep_deadlines() == 0
    assert result(toy_match) == ("time", [0, 1])
    line = toy_match.log.latest("index")
    assert (line.kind, line.seat, line.via, line.number) == ("time", first, "clock", None)
    assert mails() == [("match_over", "Ada"), ("match_over", "Ben")]


def test_nothing_happens_before_the_deadline(toy_match: Match, first: Seat) -> None:
    told(toy_match)
    assert timeout.time_out(first.pk, 1) is None
    with travel_to_deadline_of(first, seconds=30):
        assert sweep.sweep_deadlines() == 0
        assert timeout.time_out(first.pk, 1) is None


def test_a_deadline_is_bound_to_its_turn(toy_match: Match, first: Seat) -> None:
    """A time-out that was found due before the turn came in finds nothing to decide."""
    play_picks(toy_match)
    told(toy_match)
    with travel(days=30):
        assert timeout.time_out(first.pk, 1) is None
        assert timeout.time_out(first.pk, 3) is not None


def test_a_seat_that_is_gone_cannot_run_out_of_time(toy_match: Match) -> None:
    assert timeout.time_out(0, 1) is None


def test_seats_asked_at_once_run_out_one_by_one(toy: Toy) -> None:
    match = told(start(4))
    submit(match.seats.get(index=2), "pick 1")
    with travel(days=4):
        assert sweep.sweep_deadlines() == 3
    assert result(match) == ("time", [0, 0, 1, 0])
    assert kinds(match) == ["play", "time", "time", "time"]


def test_the_sweep_takes_more_than_one_batch(toy: Toy) -> None:
    matches = [told(start(2)) for _ in range(5)]
    with travel(days=4):
        assert sweep.sweep_deadlines(batch=2) == 5
    assert all(Match.objects.get(pk=match.pk).is_over for match in matches)


def test_one_match_that_fails_does_not_stop_the_others(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    matches = [told(start(2)) for _ in range(3)]
    Match.objects.filter(pk=matches[0].pk).update(state={"version": 0})
    with travel(days=4), caplog.at_level(logging.ERROR):
        assert sweep.sweep_deadlines() == 2
    assert [Match.objects.get(pk=match.pk).is_over for match in matches] == [False, True, True]
    assert "could not decide the deadline" in caplog.text
