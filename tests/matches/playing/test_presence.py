"""An opponent's local time and last visit, beside their name."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from matches.gate import turns
from matches.mails import tokens
from matches.models import Match, Seat
from tests.support.matches import SITE
from tests.support.people import LogIn

MARK = "player-presence"


@pytest.fixture(autouse=True)
def away(opponent: User) -> None:
    User.objects.filter(pk=opponent.pk).update(seen_at=timezone.now() - timedelta(days=3))


def page(client: Client, match: Match) -> str:
    return client.get(match.get_absolute_url()).content.decode()


def test_a_player_sees_the_opponents(log_in: LogIn, match: Match, player: User, opponent: User) -> None:
    User.objects.filter(pk=opponent.pk).update(time_zone="Pacific/Auckland")
    html = page(log_in(player), match)
    assert html.count(MARK) == 1
    assert "seen in the past week" in html
    assert "Local time:" in html


def test_a_wish_hides_both(log_in: LogIn, match: Match, player: User, opponent: User) -> None:
    User.objects.filter(pk=opponent.pk).update(time_zone="Pacific/Auckland", hides_presence=True)
    html = page(log_in(player), match)
    assert MARK not in html
    assert "Local time:" not in html


def test_those_who_watch_see_neither(log_in: LogIn, match: Match, stranger: User) -> None:
    assert MARK not in page(log_in(stranger), match)


def test_it_goes_with_the_match(log_in: LogIn, match: Match, player: User, opponent_seat: Seat) -> None:
    turns.resign(opponent_seat, SITE)
    assert MARK not in page(log_in(player), match)


class TestVisits:
    def test_a_page_is_one_and_what_its_script_asks_for_is_none(self, log_in: LogIn, opponent: User) -> None:
        ben = log_in(opponent)
        User.objects.filter(pk=opponent.pk).update(on_site_at=None)
        was = User.objects.get(pk=opponent.pk).seen_at
        ben.get("/", headers={"sec-fetch-mode": "cors"})
        ben.head("/")
        assert User.objects.get(pk=opponent.pk).seen_at == was
        ben.get("/")
        assert User.objects.get(pk=opponent.pk).seen_at > was  # type: ignore[operator]

    def test_a_link_that_is_used_is_one_and_one_that_is_opened_is_none(
        self, match: Match, player: User, client: Client
    ) -> None:
        User.objects.filter(pk=player.pk).update(seen_at=None, on_site_at=None)
        path = f"/l/{tokens.mint_turn(match.seats.get(player=player), 1)}/"
        client.get(path)
        assert User.objects.get(pk=player.pk).seen_at is None
        client.post(path, {"text": "T@b3"})
        assert User.objects.get(pk=player.pk).seen_at is not None
