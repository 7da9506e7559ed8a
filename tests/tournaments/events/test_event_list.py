from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.support.factories import EntryFactory, EventFactory, GuestFactory
from tests.support.people import LogIn
from tests.support.table_cells import text
from tournaments.events.ending import finish
from tournaments.models import Entry, Event
from tournaments.permissions import entry_links

pytestmark = pytest.mark.django_db
Stage = Event.Stage


def listed(client: Client, query: str = "") -> str:
    answer = client.get(f"/events/{query}")
    assert answer.status_code == 200
    return text(answer.content.decode())


def test_it_has_what_is_open_what_runs_and_what_is_over() -> None:
    for stage in (Stage.REGISTRATION, Stage.RUNNING, Stage.FINISHED, Stage.CANCELLED):
        EventFactory(name=f"Cup {stage}", stage=stage, begun_at=timezone.now(), ended_at=timezone.now())
    words = listed(Client())
    order = ("Open for entries", "Cup registration", "Running", "Cup running", "Finished")
    places = [words.index(part) for part in order]
    assert places == sorted(places)
    assert words.index("Finished") < words.index("Cup finished")
    assert "called off" in words


def test_an_empty_one_says_so(player: User, log_in: LogIn) -> None:
    assert "No events are open for entries." in listed(Client())
    assert "Set one up" not in listed(Client())
    assert "No events are open for entries. Set one up" in listed(log_in(player))


def test_it_counts_those_who_are_in() -> None:
    event: Event = EventFactory(places=8)
    for status in Entry.Status.values:
        EntryFactory(event=event, status=status)
    assert "2 players, 8 places" in listed(Client())


def test_what_is_for_members_is_shown_to_members_and_to_guests_who_are_in_it(player: User, log_in: LogIn) -> None:
    event: Event = EventFactory(name="Members’ Cup", is_public=False)
    guest: User = GuestFactory()
    assert "Members’ Cup" in listed(log_in(player))
    assert "Members’ Cup" not in listed(Client())
    assert "Members’ Cup" not in listed(log_in(guest))
    EntryFactory(event=event, player=guest)
    assert "Members’ Cup" in listed(log_in(guest))


def test_a_draft_is_its_organisers_alone(player: User, organiser: User, log_in: LogIn) -> None:
    EventFactory(name="Secret Cup", stage=Stage.DRAFT, organisers=[organiser])
    assert "In preparation Secret Cup" in listed(log_in(organiser))
    assert "Secret Cup" not in listed(log_in(player))
    assert "Secret Cup" not in listed(Client())


def test_one_that_is_called_off_stays_so_while_one_that_was_open_is_still_seen(
    player: User, organiser: User, log_in: LogIn
) -> None:
    drafted, opened = (EventFactory(name="Cup", stage=stage, organisers=[organiser]) for stage in Stage.values[:2])
    entries = [EntryFactory(event=event) for event in (drafted, opened)]
    for event in (drafted, opened):
        finish.cancel(event, by=organiser, reason="No time.")
    pages = [f"/events/{event.pk}/" for event in (drafted, opened)]
    for client, answer in ((Client(), 302), (log_in(player), 404)):
        assert [client.get(page).status_code for page in pages] == [answer, 200]
        assert listed(client).count("called off") == 1
    assert log_in(organiser).get(pages[0]).status_code == 200
    links = [f"/events/link/{entry_links.token(each.event, each.player)}/" for each in entries]
    assert [Client().get(link).status_code for link in links] == [404, 200]
    players = [f"/api/v1/players/{each.player_id}" for each in entries]
    assert [Client().get(player).status_code for player in players] == [404, 200]


def test_what_is_over_comes_in_pages_the_latest_first() -> None:
    for number in range(25):
        at = timezone.now() + timedelta(hours=number)
        EventFactory(name=f"Past {number:02}", stage=Stage.FINISHED, begun_at=at, ended_at=at)
    first, second = listed(Client()), listed(Client(), "?page=2")
    assert "Past 24" in first
    assert "Past 04" not in first
    assert "Past 04" in second


def test_its_queries_do_not_grow_with_the_events(
    player: User, log_in: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = log_in(player)
    for _ in range(2):
        for _ in range(10):
            EntryFactory(event=EventFactory(stage=Stage.RUNNING, begun_at=timezone.now()))
        with django_assert_max_num_queries(12):
            listed(client)
