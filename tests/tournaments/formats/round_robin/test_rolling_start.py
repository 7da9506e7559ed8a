"""Matches of a round robin that wait for slow ones, and those that need not."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support import running_events
from tournaments.decisions import events as to_do
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.either]

DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def _two_have_won(made_once: None) -> int:
    event = running_events.begun(6, format="round_robin", at_once=1)
    assert running_events.running(event) == [1]
    running_events.wins(event, 1, "Ben", "Cleo")
    return event.pk


@pytest.fixture
def event(_two_have_won: int) -> Event:
    """Round 1 is Ada–Fay, Ben–Emil, Cleo–Dora, round 2 Fay–Dora, Emil–Cleo, Ada–Ben. Ada and Fay are slow."""
    return Event.objects.get(pk=_two_have_won)


def test_whoever_is_done_gets_the_next_match_while_others_still_play(event: Event) -> None:
    begun = [pairing for pairing in running_events.pairings(event, 2) if pairing.match is not None]
    assert [{each.white.shown_name, each.black.shown_name} for each in begun if each.black] == [{"Emil", "Cleo"}]
    assert [each.waits for each in running_events.pairings(event, 2)] == [True, False, True]
    assert max(running_events.playing(event).values()) == 1


def test_whoever_would_wait_for_somebody_slow_meets_somebody_of_a_later_round(event: Event) -> None:
    """Ben's next, Ada, plays on, and so does Fay, Dora's: round 5 is that of Dora and Ben, and so all are published."""
    assert ("Dora", "Ben") in running_events.pairs(event, 5)
    assert running_events.pairing_of(event, 5, "Ben").match is not None
    assert running_events.running(event) == [1, 2, 3, 4, 5]
    assert running_events.playing(event) == Counter(Ada=1, Ben=1, Cleo=1, Dora=1, Emil=1, Fay=1)


def test_a_match_that_waits_begins_when_the_slow_one_is_over(event: Event) -> None:
    running_events.wins(event, 5, "Ben")
    assert running_events.pairing_of(event, 2, "Ada").match is None
    running_events.wins(event, 1, "Ada")
    assert running_events.pairing_of(event, 2, "Ada").match is not None
    assert running_events.pairing_of(event, 2, "Dora").match is not None
    assert max(running_events.playing(event).values()) == 1


def test_nothing_that_waits_begins_once_the_end_has_come(event: Event) -> None:
    running_events.wins(event, 5, "Ben")
    Event.objects.filter(pk=event.pk).update(ends_at=timezone.now() - DAY)
    running_events.wins(event, 1, "Ada")
    assert running_events.pairing_of(event, 2, "Ada").match is None


def test_the_pages_say_what_has_not_begun(event: Event, client: Client) -> None:
    page = client.get(reverse("tournaments:round", args=[event.pk, 2])).content.decode()
    assert page.count("not begun") == 2
    assert page.count("begins when both players have room for another match") == 2
    card = client.get(
        reverse("tournaments:player", args=[event.pk, running_events.pairing_of(event, 2, "Ada").white_id])
    )
    assert "not begun" in card.content.decode()
    event.round_set.update(published_at=timezone.now() - DAY)
    assert to_do.decisions(event) == []
