from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.support import seasons
from tests.support.factories import EntryFactory, EventFactory, GuestFactory
from tests.support.markup import compact
from tests.support.pages import read
from tests.support.people import LogIn
from tests.support.rows import require
from timekeeping import clock
from tournaments.home.home_page import MOST_OPEN, MOST_OWN, on_home_page, open_to_visitors
from tournaments.models import Entry, Event, Round, Season
from tournaments.seasons import register

Stage, Status = Event.Stage, Entry.Status


def test_a_player_sees_what_they_are_in(log_in: LogIn, event: Event, entrant: Entry) -> None:
    Event.objects.filter(pk=event.pk).update(stage=Stage.RUNNING, begun_at=clock.now())
    Round.objects.create(event=event, number=1, stage=Round.Stage.CLOSED)
    Round.objects.create(event=event, number=2, stage=Round.Stage.RUNNING)
    Round.objects.create(event=event, number=3)
    assert "Your events Spring Cup you play; round 2 of 5" in read(log_in(require(entrant.player)), "/")


def test_an_organiser_finds_the_way_to_manage(log_in: LogIn, event: Event, organiser: User) -> None:
    EntryFactory(event=event, player=organiser)
    page = log_in(organiser).get("/").content.decode()
    assert f'href="/events/{event.pk}/manage/"' in page
    assert "you organise it, you play; open for entries" in compact(page)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (Status.INVITED, "you are invited"),
        (Status.APPLIED, "waiting for an organiser’s approval"),
        (Status.WAITING, "you are on the waiting list"),
        (Status.ENTERED, "you play"),
        (Status.WITHDRAWN, ""),
        (Status.REFUSED, ""),
    ],
)
def test_it_says_how_one_stands(status: str, words: str, event: Event, stranger: User) -> None:
    EntryFactory(event=event, player=stranger, status=status)
    assert [own.roles for own in on_home_page(stranger, clock.now()).own] == ([[words]] if words else [])


def test_an_invitation_comes_first(event: Event, stranger: User) -> None:
    EntryFactory(event=event, player=stranger, status=Status.INVITED)
    EntryFactory(player=stranger)
    assert on_home_page(stranger, clock.now()).own[0].event == event


@pytest.mark.parametrize("stage", [Stage.FINISHED, Stage.CANCELLED])
def test_what_is_over_is_not_shown(stage: str, event: Event, entrant: Entry, organiser: User) -> None:
    Event.objects.filter(pk=event.pk).update(stage=stage)
    assert on_home_page(require(entrant.player), clock.now()).own == on_home_page(organiser, clock.now()).own == []


class TestEventsToEnter:
    def test_a_visitor_is_shown_them(self, event: Event, client: Client) -> None:
        assert f"Events you can enter {event.name}" in read(client, "/")

    def test_only_what_the_reader_can_enter(self, event: Event, stranger: User, organiser: User) -> None:
        EventFactory(registration=Event.Registration.INVITATION)
        EventFactory(closes_at=clock.now() - timedelta(minutes=1))
        EventFactory(stage=Stage.RUNNING)
        EventFactory(stage=Stage.DRAFT)
        EntryFactory(player=stranger)
        for_members = EventFactory(is_public=False)
        assert on_home_page(stranger, clock.now()).open == [for_members, event]
        assert open_to_visitors(clock.now())[-1] == event
        assert for_members not in open_to_visitors(clock.now())
        assert for_members not in on_home_page(GuestFactory(), clock.now()).open
        assert event not in on_home_page(organiser, clock.now()).open


@pytest.mark.parametrize("events", [1, 12])
def test_the_first_page_does_not_grow_with_the_events(
    events: int, log_in: LogIn, stranger: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(events):
        EventFactory(organisers=[stranger])
        EntryFactory(player=stranger)
        EventFactory()
    client = log_in(stranger)
    with django_assert_max_num_queries(22):
        client.get("/")
    assert len(on_home_page(stranger, clock.now()).own) == 2 * min(events, MOST_OWN)
    assert len(on_home_page(stranger, clock.now()).open) == min(events, MOST_OPEN)


def test_a_member_finds_the_seasons_to_register_for(log_in: LogIn, stranger: User) -> None:
    season = seasons.opened(seasons.league(seasons.club()))
    address = f'href="{season.get_absolute_url()}"'
    client = log_in(stranger)
    assert address not in client.get("/").text
    seasons.join(season.league.club, [stranger])
    assert address in client.get("/").text

    Season.objects.update(closes_at=clock.now() - timedelta(minutes=1))
    assert address not in client.get("/").text
    Season.objects.update(closes_at=clock.now() + timedelta(days=1))
    assert "Sunday League, Spring Northside; closes in 23 h" in read(client, "/")

    register.register(season, stranger)
    assert address not in client.get("/").text
