"""The seeds of an event's matches: of bytes that the event has fixed, and of what players gave with their entries."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.record.check import verify
from matches.gate import turns
from matches.models import LogEntry, Match
from matches.record.record import record_of
from tests.support import seasons
from tests.support.factories import EventFactory
from tests.support.running_events import work_off
from tournaments.entries import enter
from tournaments.events import start
from tournaments.models import Entry, Event, Pairing, Season
from tournaments.permissions import entry_links
from tournaments.rounds import publish as publish_round
from tournaments.rounds import take_back
from tournaments.seasons import register
from tournaments.seasons.line_up import publish

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
    assert pairing.match.origin is not None
    given = pairing.match.origin["given"]
    assert given[[pairing.white.contribution, pairing.black.contribution].index(ROLLED)] == ROLLED
    assert pairing.match.seed == digest(server, f"{label}:{','.join(given)}")
    turns.resign(pairing.match.seats.get(index=0), LogEntry.Via.SITE)
    match = Match.objects.get()
    assert verify(record_of(match, list(match.seats.select_related("player")), None))[0] == 0


@pytest.mark.usefixtures("committing")
def test_a_match_that_begins_again_is_made_of_other_bytes_than_those_that_the_one_called_off_has_shown(
    event: Event, player: User, opponent: User
) -> None:
    pairing = begun(event, (player, "4 1 6"), (opponent, "2 2 5"))
    take_back.take_back_round(pairing.round, by=player, reason="Too early.")
    publish_round.publish(pairing.round)
    work_off()
    called_off, match = Match.objects.order_by("pk")
    assert called_off.is_over
    assert called_off.origin is not None
    assert match.origin is not None
    label = f"event/{event.pk}/1/{pairing.board}/0/1"
    assert (match.origin["label"], match.origin["server"]) == (label, digest(event.server, label))
    assert match.seed not in {
        digest(called_off.origin["server"], f"{each}:{','.join(match.origin['given'])}")
        for each in (label, called_off.origin["label"])
    }


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
    turns.resign(pairing.match.seats.get(index=0), LogEntry.Via.SITE)
    assert event.server in client.get(page).content.decode()


def test_the_page_on_which_one_enters_takes_the_contribution(event: Event, player: User, client: Client) -> None:
    client.force_login(player)
    address = reverse("tournaments:enter", args=[event.pk])
    page = client.get(address).content.decode()
    assert event.server_digest in page
    client.post(address, {"action": "enter", "contribution": "4 1 6"})
    assert event.entries.get().contribution == ROLLED


def given_to(match: Match) -> list[str]:
    """What the players gave, "" for what was drawn."""
    assert match.origin is not None
    return sorted(
        "" if drawn else given for given, drawn in zip(match.origin["given"], match.origin["drawn"], strict=True)
    )


def put_in(event: Event, *players: User) -> None:
    for player in players:
        enter.admit(event, Entry(event=event, player=player), by=None, how="added")


@pytest.mark.parametrize("by_link", [False, True])
def test_players_whom_an_organiser_puts_in_contribute_on_their_page_until_a_match_is_made(
    by_link: bool, event: Event, player: User, opponent: User, client: Client
) -> None:
    put_in(event, player, opponent)
    if not by_link:
        client.force_login(player)
    page = (
        urlsplit(entry_links.entry_url(event, player)).path
        if by_link
        else reverse("tournaments:enter", args=[event.pk])
    )
    assert event.server_digest in client.get(page).content.decode()
    assert client.post(page, {"action": "contribute", "contribution": " "}).status_code == 422
    client.post(page, {"action": "contribute", "contribution": "first thoughts"})
    client.post(page, {"action": "contribute", "contribution": "4 1 6"})
    assert ROLLED in client.get(page).content.decode()
    pairing = begun(event)
    assert pairing.match is not None
    assert given_to(pairing.match) == ["", ROLLED]
    client.post(page, {"action": "contribute", "contribution": "too late for this match"})
    assert event.entries.get(player=player).contribution != ROLLED
    turns.resign(pairing.match.seats.get(index=0), LogEntry.Via.SITE)
    match = Match.objects.get()
    assert given_to(match) == ["", ROLLED]
    assert verify(record_of(match, list(match.seats.select_related("player")), None))[0] == 0


def test_who_checks_in_gives_what_the_browser_has_drawn_and_takes_nothing_back(
    event: Event, player: User, client: Client
) -> None:
    Event.objects.update(check_in=True, check_in_asked_at=event.made_at)
    put_in(event, player)
    page = urlsplit(entry_links.check_in_url(event, player)).path
    assert 'name="contribution"' in client.get(page).content.decode()
    client.post(page, {"action": "check_in", "sure": "yes", "contribution": "4 1 6"})
    client.post(page, {"action": "check_in", "sure": "yes", "contribution": "another"})
    entry = event.entries.get()
    assert entry.checked_in_at is not None
    assert entry.contribution == ROLLED


@pytest.mark.parametrize(
    ("game", "stage", "status", "may"),
    [
        ("fortac", Event.Stage.REGISTRATION, Entry.Status.WAITING, True),
        ("fortac", Event.Stage.RUNNING, Entry.Status.ENTERED, True),
        ("fortac", Event.Stage.RUNNING, Entry.Status.WITHDRAWN, False),
        ("fortac", Event.Stage.FINISHED, Entry.Status.ENTERED, False),
        ("fortify", Event.Stage.RUNNING, Entry.Status.ENTERED, False),
    ],
)
def test_nothing_is_given_where_no_match_can_come_of_it(
    game: str, stage: str, status: str, may: bool, event: Event, player: User, client: Client
) -> None:
    put_in(event, player)
    Event.objects.update(game_slug=game, stage=stage)
    Entry.objects.update(status=status)
    client.force_login(player)
    page = reverse("tournaments:enter", args=[event.pk])
    assert ('id="draws"' in client.get(page).content.decode()) == may
    answer = client.post(page, {"action": "contribute", "contribution": "4 1 6"})
    assert answer.status_code == (303 if may else 409)


# -- seasons -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def season(db: None) -> Season:
    made = seasons.opened(seasons.league(seasons.club()), sizes=(2,))
    Season.objects.update(game_slug="fortac", options={})
    made.refresh_from_db()
    return made


def test_the_players_of_a_season_contribute_when_they_register(season: Season, client: Client) -> None:
    page = season.get_absolute_url()
    ada, _ = seasons.register(season, "Ada Ben")
    assert ada.player is not None
    client.force_login(ada.player)
    for _ in range(2):
        assert 'name="contribution"' in client.get(page).content.decode()
        assert season.server_digest in client.get(page).content.decode()
        register.withdraw_registration(ada, by=ada.player)
    client.post(page, {"action": "register", "contribution": "first thoughts"})
    client.post(page, {"action": "contribute", "contribution": "4 1 6"})
    seasons.propose(season)
    publish.publish(season, by=seasons.organiser_of(season.league.club))
    work_off()
    event = Event.objects.get(division__season=season)
    assert event.server == digest(season.server, f"season/{season.pk}/1")
    assert given_to(Match.objects.earliest("pk")) == ["", ROLLED]
    assert season.server not in client.get(page).content.decode()
    answer = client.post(page, {"action": "contribute", "contribution": "too late here"})
    assert answer.status_code == 409
    Season.objects.update(stage=Season.Stage.FINISHED)
    assert Season.objects.get().shown_server == ""
    Match.objects.update(status=Match.Status.FINISHED)
    assert Season.objects.get().shown_server == season.server


def test_the_host_is_not_shown_the_bytes(event: Event, client: Client) -> None:
    host = User.objects.create_superuser(email="host@example.org", display_name="Host", password="host" * 4)
    client.force_login(host)
    page = client.get(reverse("admin:tournaments_event_change", args=[event.pk])).content.decode()
    assert event.name in page
    assert event.server not in page
