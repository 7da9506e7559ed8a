"""The seeds of an event's matches: of bytes that the event has fixed, and of what players gave with their entries."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.record.check import verify
from matches.gate import turns
from matches.models import Match, Turn
from matches.record import record_of
from tests.support.factories import EventFactory
from tests.support.running_events import work_off
from tournaments.entries import enter
from tournaments.events import start
from tournaments.models import Event, Pairing

ROLLED = hashlib.sha256(b"4 1 6").hexdigest()


@pytest.fixture
def event(db: None) -> Event:
    made: Event = EventFactory(game_slug="fortac", options={}, rounds=1, tie_breaks=["BH"])
    return made


def begun(event: Event, *players: tuple[User, str]) -> Pairing:
    for player, given in players:
        enter.enter(event, player, given)
    start.begin(event)
    work_off()
    return Pairing.objects.select_related("match", "white", "black", "round").get()


def digest(key: str, message: str) -> str:
    return hmac.new(bytes.fromhex(key), message.encode(), "sha256").hexdigest()


def test_a_seed_is_made_of_the_events_bytes_and_both_entries_contributions(
    event: Event, player: User, opponent: User
) -> None:
    pairing = begun(event, (player, "4 1 6"), (opponent, ""))
    assert pairing.match is not None
    assert pairing.black is not None
    label = f"event/{event.pk}/1/{pairing.board}/0"
    server = digest(event.server, label)
    given = f"{pairing.white.contribution},{pairing.black.contribution}"
    assert sorted(given.split(",")) == ["", ROLLED]
    assert pairing.match.seed == digest(server, f"{label}:{given}")
    turns.resign(pairing.match.seats.get(index=0), Turn.Via.SITE)
    match = Match.objects.get()
    assert verify(record_of(match, list(match.seats.select_related("player")), None))[0] == 0


def test_the_events_page_shows_the_digest_at_once_and_the_bytes_when_no_match_runs(
    event: Event, player: User, opponent: User, client: Client
) -> None:
    client.force_login(player)
    page = event.get_absolute_url()
    assert event.server_digest in client.get(page).content.decode()
    pairing = begun(event, (player, ""), (opponent, ""))
    Event.objects.update(stage=Event.Stage.FINISHED)
    assert event.server not in client.get(page).content.decode()
    assert pairing.match is not None
    turns.resign(pairing.match.seats.get(index=0), Turn.Via.SITE)
    assert event.server in client.get(page).content.decode()


def test_the_page_on_which_one_enters_takes_the_contribution(event: Event, player: User, client: Client) -> None:
    client.force_login(player)
    address = reverse("tournaments:enter", args=[event.pk])
    page = client.get(address).content.decode()
    assert event.server_digest in page
    client.post(address, {"action": "enter", "contribution": "4 1 6"})
    assert event.entries.get().contribution == ROLLED


def test_the_host_is_not_shown_the_bytes(event: Event, client: Client) -> None:
    host = User.objects.create_superuser(email="host@example.org", display_name="Host", password="host" * 4)
    client.force_login(host)
    page = client.get(reverse("admin:tournaments_event_change", args=[event.pk])).content.decode()
    assert event.name in page
    assert event.server not in page
