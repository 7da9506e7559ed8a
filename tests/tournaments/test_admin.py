"""What the host sees of events."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.stored_events import FOUR, stored
from tournaments.clubs import edit
from tournaments.clubs import news as telling
from tournaments.events import announcements
from tournaments.locking.log import Kind, note
from tournaments.models import (
    Absence,
    Club,
    ClubNews,
    Division,
    Entry,
    Event,
    Forbidden,
    League,
    Membership,
    Pairing,
    Season,
    SeasonEntry,
)

pytestmark = pytest.mark.django_db
MODELS = [model for model in apps.get_app_config("tournaments").get_models() if not model._meta.auto_created]


@pytest.fixture
def desk(client: Client, host: User) -> Client:
    client.force_login(host)
    return client


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> int:
    organiser: User = UserFactory(display_name="Olga")
    made = stored(FOUR, "Ann Ben Cleo Dan", name="Spring Cup", organisers=[organiser])
    first, second = made.entries.order_by("number")[:2]
    Absence.objects.create(entry=first, round_number=2)
    Forbidden.objects.create(event=made, first=first, second=second)
    announcements.announce(made, "all", "The hall", "We meet at eight.", by=organiser)
    note(made, Kind.EVENT, "Something was done.", by=organiser)
    made.club = edit.make(organiser, "Hill")
    made.save()
    telling.tell(made.club, "The hall", "We meet at eight.", by=organiser)
    league = League.objects.create(club=made.club, name="Spring League", slug="spring")
    season = Season.objects.create(league=league, number=1, name="First", game_slug="fortify", options=made.options)
    division = Division.objects.create(season=season, level=1, name="Top", size=8, event=made)
    SeasonEntry.objects.create(season=season, player=organiser, division=division)
    return made.pk


@pytest.fixture
def event(_made: int) -> Event:
    """With a row of nearly everything."""
    return Event.objects.get(pk=_made)


def test_everything_of_events_can_be_looked_at() -> None:
    assert all(admin.site.is_registered(model) for model in MODELS)


@pytest.mark.usefixtures("event")
@pytest.mark.parametrize("name", [model._meta.model_name for model in MODELS])
def test_every_list_and_row_opens_and_nothing_can_be_changed(desk: Client, name: str) -> None:
    assert desk.get(reverse(f"admin:tournaments_{name}_changelist"), {"q": "Spring"}).status_code == 200
    assert desk.get(reverse(f"admin:tournaments_{name}_add")).status_code == 403
    row = apps.get_model("tournaments", name).objects.first()
    if row is not None:
        change = reverse(f"admin:tournaments_{name}_change", args=[row.pk])
        assert desk.get(change).status_code == 200
        assert desk.post(change, {}).status_code == 403
        delete = desk.post(reverse(f"admin:tournaments_{name}_delete", args=[row.pk]), {"post": "yes"})
        assert delete.status_code == (200 if name == "club" else 403)  # it shows the events that keep the club


def test_a_club_without_events_is_deleted_with_everything_of_it(desk: Client) -> None:
    club = edit.make(UserFactory(), "Dale")
    telling.tell(club, "The hall", "We meet at eight.", by=UserFactory())
    member, news = Membership.objects.get(club=club), ClubNews.objects.get(club=club)
    assert desk.post(reverse("admin:tournaments_club_delete", args=[club.pk]), {"post": "yes"}).status_code == 302
    assert not Club.objects.filter(pk=club.pk).exists()
    assert not Membership.objects.filter(pk=member.pk).exists()
    assert not ClubNews.objects.filter(pk=news.pk).exists()


@pytest.mark.parametrize("query", ["Spring", "Olga", "{pk}"])
def test_an_event_is_found_by_name_number_and_organiser(desk: Client, event: Event, query: str) -> None:
    other: Event = EventFactory(name="Autumn Cup")
    found = desk.get(reverse("admin:tournaments_event_changelist"), {"q": query.format(pk=event.pk)}).content.decode()
    assert reverse("admin:tournaments_event_change", args=[event.pk]) in found
    assert reverse("admin:tournaments_event_change", args=[other.pk]) not in found


@pytest.mark.parametrize("query", ["Spring", "Olga", "Zoë", "Łukasz"])
def test_a_line_of_the_log_is_found_by_its_event_who_wrote_it_and_whom_it_is_about(
    desk: Client, event: Event, query: str
) -> None:
    for entry in (EntryFactory(event=event, player=UserFactory(display_name="Zoë")), EntryFactory(player=None)):
        line = note(event, Kind.ENTRY, "Something else was done.", by=event.organisers.get(), entry=entry)
    Entry.objects.filter(pk=entry.pk).update(name="Łukasz")
    other = note(EventFactory(name="Autumn Cup"), Kind.EVENT, "Nothing was done.")
    found = desk.get(reverse("admin:tournaments_logline_changelist"), {"q": query}).content.decode()
    assert "Something else was done." in found
    assert reverse("admin:tournaments_logline_change", args=[other.pk]) not in found
    assert (reverse("admin:tournaments_logline_change", args=[line.pk]) in found) is (query != "Zoë")


def test_it_leads_to_the_pages_on_which_things_are_changed(desk: Client, event: Event) -> None:
    shown = desk.get(reverse("admin:tournaments_event_change", args=[event.pk])).content.decode()
    assert f'href="/events/{event.pk}/manage/"' in shown
    assert desk.get(f"/events/{event.pk}/manage/").status_code == 200


def test_a_player_who_is_deleted_leaves_their_pairings_behind(desk: Client, event: Event) -> None:
    entry = event.entries.select_related("player").order_by("number")[0]
    pairings = Pairing.objects.count()
    assert entry.player is not None
    address = reverse("admin:accounts_user_delete", args=[entry.player.pk])
    assert desk.post(address, {"post": "yes"}).status_code == 302
    assert Entry.objects.get(pk=entry.pk).player is None
    assert Pairing.objects.count() == pairings


def test_lists_take_a_constant_number_of_queries(
    desk: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(5):
        Pairing.objects.create(round=EntryFactory().event.round_set.create(number=1), board=1, white=EntryFactory())
        EntryFactory(event=event)
        note(event, Kind.EVENT, "Something was done.", by=UserFactory())
    for name in ("event", "entry", "pairing", "round", "logline"):
        with django_assert_max_num_queries(12, info=name):
            assert desk.get(reverse(f"admin:tournaments_{name}_changelist")).status_code == 200, name
