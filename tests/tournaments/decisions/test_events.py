"""What an organiser is asked to decide, beside what the pages' own tests show."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.running_events import begun, pairings
from tournaments.decisions.events import MADE_BY_THEN, decisions
from tournaments.decisions.listed_matches import with_matches
from tournaments.entries.withdrawals.withdraw import withdraw
from tournaments.models import Entry, Event, Pairing, Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]


@pytest.fixture
def event() -> Event:
    """Of four, whose round was published long ago; one pairing has no match."""
    event = begun(4)
    Round.objects.update(published_at=timezone.now() - MADE_BY_THEN - timedelta(minutes=1))
    Pairing.objects.filter(pk=pairings(event, 1)[0].pk).update(match=None)
    return event


def titles(event: Event) -> list[str]:
    return [decision.title for decision in decisions(event)]


def test_a_match_that_is_missing_is_shown_when_it_should_be_there(event: Event) -> None:
    assert titles(event) == ["1 match of round 1 could not be made"]
    Round.objects.update(published_at=timezone.now())
    assert titles(event) == []


def test_so_is_one_of_a_player_whose_account_is_gone(event: Event) -> None:
    Entry.objects.filter(pk=pairings(event, 1)[0].white_id).update(player=None, status=Entry.Status.WITHDRAWN)
    assert titles(event) == ["1 match of round 1 could not be made"]


def test_players_from_elsewhere_have_none_to_be_made(event: Event) -> None:
    Entry.objects.filter(pk=pairings(event, 1)[0].white_id).update(player=None, name="Nell")
    assert titles(event) == ["1 player has no account"]


def test_a_match_is_listed_once_both_players_have_withdrawn() -> None:
    event = begun(4)
    pairing = pairings(event, 1)[0]
    seen = []
    for entry in (pairing.white, pairing.black):
        assert entry is not None
        withdraw(entry, by=entry.player)
        seen.append(titles(event))
    assert seen == [[], ["1 match whose players have both left"]]
    (decision,) = with_matches(event, decisions(event))
    assert [item.pairing.pk for item in decision.items] == [pairing.pk]
