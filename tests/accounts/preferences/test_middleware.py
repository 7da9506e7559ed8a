"""Every reader gets dates in their own zone and language."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from accounts.preferences.middleware import PreferencesMiddleware
from accounts.preferences.time_zone import COOKIE
from matches.clocks.times import exact
from matches.mails import tokens
from matches.models import Match
from tests.support.factories import GuestFactory, MatchFactory, UserFactory
from timekeeping.time_zones import grouped_zones, place_of_zone


def seen_by(user: Any, languages: str = "", zone: str = "") -> tuple[str, str | None]:
    """Zone and language inside a view that this user asks for."""
    seen: list[tuple[str, str | None]] = []

    def view(_: HttpRequest) -> HttpResponse:
        assert translation.get_language() == request.LANGUAGE_CODE
        seen.append((timezone.get_current_timezone_name(), translation.get_language()))
        return HttpResponse()

    request = RequestFactory().get("/", headers={"accept-language": languages})
    request.user = user
    request.COOKIES[COOKIE] = zone
    PreferencesMiddleware(view)(request)
    return seen[0]


def test_a_player_gets_what_they_chose() -> None:
    assert seen_by(User(time_zone="Asia/Tokyo", language="en-au")) == ("Asia/Tokyo", "en-au")


@pytest.mark.parametrize(("languages", "language"), [("en-US,en;q=0.9", "en-us"), ("fr", "en-gb"), ("", "en-gb")])
def test_a_visitor_gets_the_browsers_language(languages: str, language: str) -> None:
    assert seen_by(None, languages) == ("UTC", language)


@pytest.mark.parametrize(
    ("known", "zone"),
    [("Asia/Tokyo", "Asia/Tokyo"), ("Asia/Calcutta", "Asia/Calcutta"), ("Mars/Base", "UTC"), ("../../x", "UTC")],
)
def test_a_visitor_gets_the_browsers_zone(known: str, zone: str) -> None:
    assert seen_by(None, zone=known)[0] == zone
    assert seen_by(User(time_zone="Europe/Berlin"), zone=known)[0] == "Europe/Berlin"


def test_a_zone_that_is_gone_falls_back_to_the_sites() -> None:
    assert seen_by(User(time_zone="Mars/Base"))[0] == "UTC"


def test_nothing_is_left_behind_after_the_request() -> None:
    seen_by(User(time_zone="Asia/Tokyo", language="en-us"))
    assert (timezone.get_current_timezone_name(), translation.get_language()) == ("UTC", "en-gb")


@pytest.mark.django_db
def test_no_cache_keeps_what_a_player_is_shown(client: Client, player: User) -> None:
    assert "Cache-Control" not in client.get("/").headers
    client.force_login(player)
    assert client.get("/").headers["Cache-Control"] == "private, no-cache"
    assert "no-store" in client.get("/account/").headers["Cache-Control"]


@pytest.mark.django_db
def test_every_page_says_in_which_zone_its_times_are(client: Client, player: User) -> None:
    assert "Time zone: UTC" in client.get("/events/").text
    User.objects.filter(pk=player.pk).update(time_zone="Europe/Berlin")
    client.force_login(player)
    assert "Time zone: Europe/Berlin" in client.get("/events/").text
    assert client.get("/time-zone/").headers["Location"] == "/account/"


@pytest.mark.django_db
def test_visitors_choose_their_zone_and_come_back_to_the_page(client: Client) -> None:
    before = {"Referer": "http://testserver/events/?page=1"}
    form = client.get("/time-zone/", headers=before)
    assert 'name="next" value="/events/?page=1"' in form.text
    assert client.post("/time-zone/", {"time_zone": "Mars/Base"}).status_code == 422
    assert client.post("/time-zone/").status_code == 422
    answer = client.post("/time-zone/", {"time_zone": "Asia/Tokyo", "next": "/events/?page=1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/events/?page=1")
    assert "Time zone: Asia/Tokyo" in client.get("/events/").text
    assert '<option value="Asia/Tokyo" selected>' in client.get("/time-zone/").text


@pytest.mark.django_db
def test_guests_have_the_browsers_zone_on_the_pages_of_links_until_they_choose(client: Client) -> None:
    client.cookies[COOKIE] = "Asia/Tokyo"
    for chosen, seen in (("UTC", "Asia/Tokyo"), ("Europe/Berlin", "Europe/Berlin")):
        guest = GuestFactory(time_zone=chosen)
        match: Match = MatchFactory(players=[guest, UserFactory()])
        seat = match.seats.get(index=0)
        page = client.get(reverse("matches:link", args=[tokens.mint_turn(seat, 1)]))
        assert seat.deadline is not None
        with timezone.override(seen):
            assert exact(seat.deadline) in page.text


# -- the choice of time zones -----------------------------------------------------------------------------------------


def test_it_groups_places_by_region() -> None:
    first, *groups = grouped_zones()
    assert first[0] == "UTC"
    named = {str(region): dict(zones) for region, zones in groups}  # type: ignore[arg-type]
    assert list(named) == sorted(named)
    assert named["Europe"]["Europe/Berlin"] == "Berlin"
    assert "Asia/Calcutta" in named["Asia"], "browsers still report it by this name"


def test_it_calls_places_as_the_reader_does_in_their_order() -> None:
    with translation.override("de"):
        named = {str(region): list(dict(zones).values()) for region, zones in grouped_zones()[1:]}  # type: ignore[arg-type]
    africa, europe = named["Afrika"], named["Europa"]
    assert {"Algier", "Kairo"} <= set(africa)
    assert {"Wien", "Warschau", "Zürich"} <= set(europe)
    assert africa.index("Kairo") > africa.index("Johannesburg")
    assert europe.index("Zürich") == len(europe) - 1


def test_it_writes_places_as_people_do() -> None:
    assert place_of_zone("America/Argentina/Buenos_Aires") == "Argentina, Buenos Aires"
