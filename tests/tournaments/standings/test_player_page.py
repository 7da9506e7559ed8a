"""A player's events on the page that other players see of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.support.factories import EntryFactory, EventFactory, GuestFactory
from tests.support.people import LogIn
from tests.support.stored_events import FOUR, FOUR_NAMES, stored
from tests.support.table_cells import text
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


def of(player: User, client: Client) -> str:
    answer = client.get(f"/players/{player.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_leads_to_the_players_card_in_each_event(log_in: LogIn) -> None:
    event = stored(FOUR, FOUR_NAMES, name="Spring Cup")
    entry = event.entries.get(number=2)
    assert entry.player is not None
    html = of(entry.player, log_in(entry.player))
    assert f'<a href="/events/{event.pk}/players/{entry.pk}/"' in html
    assert "Spring Cup" in html


def test_it_leads_to_an_event_that_has_not_begun(player: User, log_in: LogIn) -> None:
    event: Event = EventFactory(name="Summer Cup")
    EntryFactory(event=event, player=player)
    assert f'<a href="/events/{event.pk}/"' in of(player, log_in(player))


@pytest.mark.parametrize("status", ["invited", "applied", "waiting", "refused"])
def test_an_event_in_which_the_player_is_not_is_left_out(status: str, player: User, log_in: LogIn) -> None:
    EntryFactory(event=EventFactory(name="Summer Cup"), player=player, status=status)
    assert "Summer Cup" not in of(player, log_in(player))


def test_an_event_that_the_reader_may_not_see_is_left_out(player: User, log_in: LogIn) -> None:
    EntryFactory(event=EventFactory(name="Closed Cup", is_public=False), player=player)
    EntryFactory(event=EventFactory(name="Draft Cup", stage=Event.Stage.DRAFT), player=player)
    guest: User = GuestFactory()
    assert "Closed Cup" in of(player, log_in(player))
    for reader in (player, guest):
        assert "Draft Cup" not in of(player, log_in(reader))
    assert "Closed Cup" not in of(player, log_in(guest))


def test_only_the_latest_are_listed(
    player: User, log_in: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(14):
        event = EventFactory(name=f"Cup number {number:02}", begun_at=timezone.now() + timedelta(hours=number))
        EntryFactory(event=event, player=player, status=Entry.Status.ENTERED)
    client = log_in(player)
    with django_assert_max_num_queries(20):
        words = text(of(player, client))
    assert "Cup number 13" in words
    assert "Cup number 03" not in words
