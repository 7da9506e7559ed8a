"""Links to help stand where its questions come up."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from fortify_site.push.encrypt import new_private_key
from mail.preferences import unsubscribe
from matches.models import Match
from tests.support import seasons
from tests.support.clubs import club_of
from tests.support.composed_mails import latest, message_of, text_of
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, MatchFactory
from tests.support.pages import main_of
from tests.support.people import LogIn, logged_in

pytestmark = pytest.mark.django_db


def missing(client: Client, places: dict[str, str]) -> list[str]:
    """The pages, of these, that don't lead to their help."""
    return [address for address, help in places.items() if f'href="{help}"' not in main_of(client.get(address).text)]


def test_at_a_match_and_around_it(
    log_in: LogIn, player: User, opponent: User, match: Match, settings: Settings
) -> None:
    settings.PUSH_KEY = new_private_key()
    places = {
        reverse("matches:lobby"): "/help/opponents/",
        reverse("matches:vacation"): "/help/clocks/#vacation",
        reverse("matches:match", args=[match.pk]): "/help/clocks/",
        reverse("matches:resign", args=[match.pk]): "/help/endings/",
        reverse("accounts:profile"): "/help/notifications/",
        reverse("accounts:data"): "/privacy/",
        reverse("push:devices"): "/help/notifications/",
        reverse("mailbox:list"): "/help/email/",
        unsubscribe.unsubscribe_url(player).removeprefix(settings.SITE_URL): "/help/notifications/",
    }
    assert missing(log_in(player), places) == []
    ahead = {reverse("matches:match", args=[match.pk]): "/help/conditional-turns/"}
    assert missing(log_in(opponent), ahead) == []


def test_at_events_clubs_and_leagues(log_in: LogIn, host: User, player: User) -> None:
    event = EventFactory(organisers=[host])
    EntryFactory(event=event, player=player)
    club = club_of(host)
    season = seasons.opened(seasons.league(seasons.club()))
    of_season = [season.league.club.slug, season.league.slug, season.number]
    organisers = {
        reverse("tournaments:manage", args=[event.pk]): "/help/organisers/",
        reverse("tournaments:decisions"): "/help/organisers/",
        reverse("clubs:manage", args=[club.slug]): "/help/organisers/",
        reverse("leagues:manage", args=of_season): "/help/organisers/",
        reverse("leagues:season", args=of_season): "/help/leagues/",
        reverse("status"): "/help/hosts/",
    }
    assert missing(log_in(host), organisers) == []
    entrants = {
        reverse("tournaments:enter", args=[event.pk]): "/help/events/",
        reverse("tournaments:absences", args=[event.pk]): "/help/events/#byes",
    }
    assert missing(log_in(player), entrants) == []
    assert missing(Client(), {reverse("tournaments:enter", args=[event.pk]): "/help/account/#guests"}) == []


def test_in_the_header_and_at_every_foot(client: Client, player: User) -> None:
    for reader in (client, logged_in(player)):
        page = reader.get("/rules/").text
        header, foot = page.split("</header>")[0], page.split("<footer")[1]
        assert 'href="/help/"' in header
        assert 'href="/help/"' in foot
        assert 'href="/privacy/"' in foot


def test_at_the_foot_of_emails_and_of_pages_by_link(client: Client, settings: Settings) -> None:
    guest = GuestFactory()
    MatchFactory(players=[guest, GuestFactory()])
    text = text_of(message_of(latest("your_turn", guest)))
    assert f"Help with emails: {settings.SITE_URL}/help/notifications/" in text
    (link,) = re.findall(rf"{settings.SITE_URL}(/l/\S+)", text)
    foot = client.get(link).text.split("<footer")[1]
    assert 'href="/help/"' in foot
    assert 'href="/privacy/"' in foot
