"""The calendar of one's deadlines."""

from __future__ import annotations

import random
from datetime import UTC

from django.test import Client
from icalendar import Calendar, Event
from pytest_django import Settings
from pytest_django.asserts import assertNumQueries

from accounts.models import User
from fortify_site.logs import redact
from matches.gate import turns
from matches.home import calendar_feed
from matches.models import CalendarFeed, LogEntry, Match, Seat
from tests.support import second_language
from tests.support.factories import MatchFactory, UserFactory


def address_of(user: User) -> str:
    return f"/calendar/{calendar_feed.renew(user).key}.ics"


def events(client: Client, address: str) -> list[Event]:
    return Calendar.from_ical(client.get(address).content).events


def asked(match: Match) -> Seat:
    return match.seats.select_related("player", "match").get(asked_turn__isnull=False)


def test_a_turn_that_waits_stands_at_its_deadline(client: Client, match: Match, settings: Settings) -> None:
    seat = asked(match)
    assert seat.player is not None
    assert seat.deadline is not None
    (event,) = events(client, address_of(seat.player))
    opponent = match.seats.exclude(pk=seat.pk).get()
    assert event.decoded("dtstart") == seat.deadline.replace(microsecond=0).astimezone(UTC)
    assert opponent.name in str(event["summary"])
    assert event["url"] == f"{settings.SITE_URL}/matches/{match.pk}/"


def test_it_is_valid_with_deadlines_and_without(client: Client, match: Match) -> None:
    """RFC 5545: at least one component (3.6), and lengths of time as ISO 8601 has them (3.3.6)."""
    player = asked(match).player
    assert player is not None
    for user, component in ((player, "VEVENT"), (UserFactory(), "VTIMEZONE")):
        written = client.get(address_of(user)).content.decode().split("\r\n")
        assert [line for line in written if line.startswith("BEGIN:V")] == ["BEGIN:VCALENDAR", f"BEGIN:{component}"]
        assert {"REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"} <= set(written)
    assert {"TZID:Etc/UTC", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000"} <= set(written)


def test_it_moves_from_turn_to_turn_and_is_always_the_same_entry(client: Client, match: Match) -> None:
    first = asked(match)
    assert first.player is not None
    address = address_of(first.player)
    (before,) = events(client, address)
    play_one(match)
    assert events(client, address) == []
    play_one(match)
    (after,) = events(client, address)
    assert after["uid"] == before["uid"]
    assert after.sequence > before.sequence


def play_one(match: Match) -> None:
    match.refresh_from_db()
    seat = asked(match)
    text = match.game.sample(match.loaded_state, seat.index, random.Random(1))
    turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE)


def test_it_is_in_its_players_language_whoever_asks(client: Client, match: Match) -> None:
    player = asked(match).player
    assert player is not None
    address = address_of(player)
    User.objects.filter(pk=player.pk).update(language=second_language.OTHER)
    with second_language.in_brackets():
        (event,) = Calendar.from_ical(client.get(address, headers={"Accept-Language": "en-gb"}).content).events
    assert str(event["summary"]).startswith("«Fortify: deadline against ")
    assert str(event["description"]).startswith("«Your turn in ")


def test_names_cannot_break_out_of_their_line(client: Client, player: User) -> None:
    opponent = UserFactory(display_name="A;B,C\\n END:VEVENT")
    match = MatchFactory(players=[player, opponent])
    (event,) = events(client, address_of(asked(match).player or player))
    assert "END:VEVENT" in str(event["summary"]) or asked(match).player == opponent


def test_a_program_that_has_it_already_is_told_so(client: Client, match: Match) -> None:
    player = asked(match).player
    assert player is not None
    address = address_of(player)
    answer = client.get(address)
    assert answer.headers["Content-Type"].startswith("text/calendar")
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_nobody_else_finds_it_and_a_closed_account_has_none(client: Client, match: Match) -> None:
    player = asked(match).player
    assert player is not None
    old = address_of(player)
    new = address_of(player)
    assert client.get(old).status_code == 404
    assert client.get("/calendar/0000.ics").status_code == 404
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert client.get(new).status_code == 404
    User.objects.filter(pk=player.pk).update(is_active=True)
    assert client.get(new).status_code == 200
    calendar_feed.switch_off(player)
    assert client.get(new).status_code == 404


def test_its_cost_does_not_grow_with_the_matches(client: Client, player: User) -> None:
    for _ in range(6):
        MatchFactory(players=[player, UserFactory()])
    address = address_of(player)
    with assertNumQueries(6):
        assert len(events(client, address)) > 1


def test_the_address_never_reaches_a_log(player: User) -> None:
    address = address_of(player)
    assert address.split("/")[2].removesuffix(".ics") not in redact(f"GET {address} 200")


def test_the_page_makes_it_renews_it_and_switches_it_off(client: Client, player: User) -> None:
    client.force_login(player)
    assert b"Create calendar" in client.get("/calendar/").content
    assert CalendarFeed.objects.count() == 0
    client.post("/calendar/", {"action": "new"})
    first = CalendarFeed.objects.get(user=player).key
    assert first in client.get("/calendar/").content.decode()
    client.post("/calendar/", {"action": "new"})
    page = client.get("/calendar/").content.decode()
    assert CalendarFeed.objects.get(user=player).key in page
    assert first not in page
    client.post("/calendar/", {"action": "off"})
    assert not CalendarFeed.objects.exists()
