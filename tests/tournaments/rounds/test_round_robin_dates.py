"""Rounds of a round robin at the same time."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from mail.models import OutboxMail
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support import running_events
from tournaments import sweep
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, Round
from tournaments.rounds import publish

pytestmark = [pytest.mark.django_db, pytest.mark.either]

DAY = timedelta(days=1)


def round_robin(**fields: object) -> Event:
    """Of four, who play three rounds."""
    return running_events.begun(4, format="round_robin", **fields)


@pytest.mark.parametrize(("at_once", "rounds"), [(1, [1]), (2, [1, 2]), (0, [1, 2, 3]), (9, [1, 2, 3])])
def test_so_many_rounds_begin_at_once(at_once: int, rounds: list[int]) -> None:
    event = round_robin(at_once=at_once)
    assert running_events.running(event) == rounds
    assert running_events.playing(event) == Counter(dict.fromkeys(("Ada", "Ben", "Cleo", "Dora"), len(rounds)))


def six(**fields: object) -> Event:
    """Of six, who play five rounds."""
    return running_events.begun(6, format="round_robin", **fields)


def test_all_is_played_to_the_end_whatever_the_order() -> None:
    event = round_robin(at_once=2)
    while match := Match.objects.filter(status=Match.Status.RUNNING).order_by("-pk").first():
        assert max(running_events.playing(event).values()) <= 2
        turns.resign(match.seats.order_by("index")[0], LogEntry.Via.SITE)
        sweep.sweep_events()
    sweep.sweep_events()
    assert set(event.round_set.values_list("stage", flat=True)) == {Round.Stage.CLOSED}
    assert not Pairing.objects.filter(round__event=event, decided_at=None).exists()


def test_where_a_round_has_an_end_it_begins_as_a_whole() -> None:
    event = six(at_once=1, round_days=14)
    running_events.wins(event, 1, "Ben", "Cleo")
    assert running_events.running(event) == [1]


def test_more_at_once_lets_begin_what_waits() -> None:
    event = round_robin(at_once=1)
    Event.objects.filter(pk=event.pk).update(at_once=0)
    sweep.sweep_events()
    assert set(running_events.playing(event).values()) == {3}


def test_the_next_round_begins_when_any_of_them_is_done() -> None:
    event = round_robin(at_once=2)
    running_events.play_round(event, 2)
    sweep.sweep_events()
    assert running_events.running(event) == [1, 3]


def test_a_swiss_has_one_round_at_a_time() -> None:
    assert running_events.running(running_events.begun(4, rounds=3, at_once=0)) == [1]


def test_the_organisers_hear_that_all_is_done_when_the_slowest_round_is() -> None:
    event = round_robin(at_once=0)
    running_events.organiser_of(event)
    told = []
    for number in (3, 1, 2):
        running_events.play_round(event, number)
        sweep.sweep_events()
        told.append(OutboxMail.objects.filter(kind="event_organising").count())
    assert told == [0, 0, 1]


def test_no_round_begins_once_the_end_has_come() -> None:
    event = round_robin(at_once=1)
    Event.objects.filter(pk=event.pk).update(ends_at=timezone.now() - DAY)
    running_events.play_round(event, 1)
    sweep.sweep_events()
    assert running_events.running(event) == []
    assert running_events.round_of(event, 2).stage == Round.Stage.DRAFT


def test_a_round_that_is_one_too_many_is_not_published_by_hand() -> None:
    event = round_robin(at_once=2, publishes_itself=False)
    for number in (1, 2):
        publish.publish(running_events.round_of(event, number))
    running_events.work_off()
    with pytest.raises(TournamentRefused, match="None of its matches can begin yet"):
        publish.publish(running_events.round_of(event, 3))


def test_rounds_are_published_in_their_order() -> None:
    event = round_robin(at_once=3, publishes_itself=False)
    with pytest.raises(TournamentRefused, match="Round 1 is not closed yet"):
        publish.publish(running_events.round_of(event, 2))


def test_pairings_of_rounds_at_the_same_time_are_between_different_players() -> None:
    event = round_robin(at_once=0)
    pairs = {frozenset((each.white_id, each.black_id)) for each in Pairing.objects.filter(round__event=event)}
    assert len(pairs) == 6
