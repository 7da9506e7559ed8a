"""The same thing at the same moment, on connections of their own."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from mail.models import OutboxMail
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.concurrently import at_once
from tests.support.factories import UserFactory
from tests.support.running_events import (
    begun,
    lines,
    organiser_of,
    pairings,
    pairs,
    play_round,
    round_of,
    with_entries,
    work_off,
)
from tournaments import sweep
from tournaments.entries import enter
from tournaments.events import start
from tournaments.events.ending import finish
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Pairing, Round
from tournaments.rounds import pairing_job, take_back
from tournaments.rounds import publish as publishing
from tournaments.rounds.results import adjudicate, match_finished
from tournaments.rounds.results.adjudicate import stands
from tournaments.rounds.results.verdicts import Verdict

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "A race."


def outcome(act: Any) -> Any:
    """What it returned, or the refusal that it met."""
    try:
        return act()
    except TournamentRefused as refused:
        return refused


def all_at_once(*acts: Any) -> list[Any]:
    return at_once(*[partial(outcome, act) for act in acts])


def test_two_sweeps_begin_pair_and_publish_once() -> None:
    event = with_entries(4, starts_at="2026-01-01T00:00Z")
    all_at_once(sweep.sweep_events, sweep.sweep_events, sweep.sweep_events)
    sweep.sweep_events()
    assert lines(event).count("Round 1 was paired.") == 1
    assert [line.startswith("Round 1 was published") for line in lines(event)].count(True) == 1
    assert Match.objects.count() == Pairing.objects.filter(match__isnull=False).count() == 2
    assert OutboxMail.objects.filter(kind__in=("your_turn", "event_paired")).count() == 4


def test_two_organisers_begin_once() -> None:
    event = with_entries(4)
    all_at_once(partial(start.begin, event), partial(start.begin, event))
    work_off()
    assert [line.startswith("The event began") for line in lines(event)].count(True) == 1
    assert len(pairs(event, 1)) == 2


def test_two_organisers_publish_once_and_each_match_is_made_once() -> None:
    event = begun(8, publishes_itself=False)
    publish = partial(publishing.publish, round_of(event, 1))
    all_at_once(publish, publish, publish)
    make = partial(publishing.make_matches, round_of(event, 1).pk)
    assert sum(all_at_once(make, make, make)) == 4
    assert Match.objects.count() == 4
    assert len({each.match_id for each in pairings(event, 1)}) == 4


def test_the_last_two_results_close_the_round_once() -> None:
    event = begun(4)
    seats = [each.match.seats.get(index=0) for each in pairings(event, 1) if each.match]
    all_at_once(*[partial(turns.resign, seat, LogEntry.Via.SITE) for seat in seats])
    work_off()
    sweep.sweep_events()
    assert round_of(event, 1).stage == Round.Stage.CLOSED
    assert [line.startswith("Round 1 is closed") for line in lines(event)].count(True) == 1
    assert [line.startswith("Round 2 was published") for line in lines(event)].count(True) == 1
    assert len(pairs(event, 2)) == 2


def test_a_result_is_taken_over_once() -> None:
    event = begun(4)
    organiser = organiser_of(event)
    pairing = pairings(event, 1)[0]
    match = pairing.match
    assert match is not None
    settle = partial(adjudicate.settle_pairing, pairing, Verdict.DRAW, by=organiser, reason=WHY)
    all_at_once(settle, settle, partial(match_finished.take_result, match), sweep.sweep_events)
    assert stands(pairings(event, 1)[0]) == "DD"  # nobody has moved
    assert event.log.filter(kind="result").count() == 1


def test_a_turn_at_the_same_moment_keeps_the_round_or_is_annulled_with_it() -> None:
    event = begun(2, rounds=1)
    organiser = organiser_of(event)
    match = pairings(event, 1)[0].match
    assert match is not None
    seat = match.seats.get(index=0)
    all_at_once(
        partial(turns.submit_turn, seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE),
        partial(take_back.take_back_round, round_of(event, 1), by=organiser, reason=WHY),
    )
    sweep.sweep_events()
    match.refresh_from_db()
    is_back = round_of(event, 1).stage == Round.Stage.DRAFT
    assert match.is_over == is_back
    assert is_back or match.log.filter(kind=LogEntry.Kind.PLAY).exists()
    assert [each.match_id for each in pairings(event, 1)] == [None if is_back else match.pk]


def test_two_workers_pair_once() -> None:
    event = begun(6, publishes_itself=False)
    pairing_job.ask_for_pairing(event, 1, reason=WHY)
    request = (round_of(event, 1).pk, round_of(event, 1).work_key)
    assert sorted(all_at_once(*[partial(pairing_job.work, *request)] * 3)) == [False, False, True]


def test_the_event_ends_once() -> None:
    event = begun(2, rounds=1)
    organiser = organiser_of(event)
    play_round(event, 1)
    all_at_once(*[partial(finish.end_event, event, by=organiser)] * 2)
    assert lines(event).count("The event was ended.") == 1


def test_two_who_enter_late_at_once_get_two_numbers() -> None:
    event = begun(4, late_until=2)
    players = [UserFactory(), UserFactory()]
    all_at_once(*(partial(enter.enter, event, player) for player in players))
    assert list(event.entries.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
