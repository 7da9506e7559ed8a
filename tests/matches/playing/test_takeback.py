"""The button that takes a turn back, on the page and behind a link; and what counts as having looked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from matches.gate.turns import submit_turn
from matches.mails import tokens
from matches.models import Link, Match, Seat
from tests.matches.conftest import PlayOn
from tests.support.factories import MatchFactory
from tests.support.matches import SITE
from tests.support.pages import words
from tests.support.people import LogIn

BUTTON = "Take back turn"


@pytest.fixture
def played(match: Match, player_seat: Seat) -> Match:
    submit_turn(player_seat, 1, "T@b3", SITE, "Have a look!")
    return match


def url(match: Match) -> str:
    return f"/matches/{match.pk}/"


def page(client: Client, match: Match) -> str:
    return client.get(url(match)).content.decode()


def take_back(client: Client, match: Match, number: str = "1") -> Any:
    return client.post(f"{url(match)}take-back/", {"number": number})


def seen(match: Match, user: User) -> int:
    return match.seats.get(player=user).seen_length


def test_the_last_look_says_for_how_long_a_turn_can_be_taken_back(log_in: LogIn, match: Match, player: User) -> None:
    asked = words(page(log_in(player), match))
    assert "You can take it back for two minutes after sending, unless someone has seen it" in asked


class TestTheButton:
    def test_it_is_there_with_its_last_moment(self, log_in: LogIn, match: Match, player: User) -> None:
        with time_machine.travel("2026-11-21T14:03:30+00:00", tick=False):
            match.started_at = timezone.now()
            submit_turn(match.seats.get(index=0), 1, "T@b3", SITE)
            html = page(log_in(player), match)
        assert "You can take it back until 14:05 , unless Ben sees it first." in words(html)
        assert BUTTON in html

    def test_it_is_there_for_nobody_else(self, log_in: LogIn, played: Match, opponent: User, stranger: User) -> None:
        for reader in (opponent, stranger):
            assert BUTTON not in page(log_in(reader), played)

    def test_it_is_gone_after_two_minutes(self, log_in: LogIn, played: Match, player: User) -> None:
        client = log_in(player)
        with time_machine.travel(timezone.now() + timedelta(minutes=2, seconds=1), tick=False):
            assert BUTTON not in page(client, played)

    def test_the_turn_is_in_the_form_again(self, log_in: LogIn, played: Match, player: User) -> None:
        response = take_back(log_in(player), played)
        assert response.status_code == 303
        client = log_in(player)
        response = client.get(response.headers["Location"])
        assert response.context["typed"] == "T@b3"
        assert response.context["message"] == "Have a look!"
        assert response.context["number"] == played.seats.get(player=player).asked_turn == 3

    def test_it_is_gone_when_the_opponent_has_looked_and_a_refusal_is_said(
        self, log_in: LogIn, played: Match, player: User, opponent: User
    ) -> None:
        page(log_in(opponent), played)
        ada = log_in(player)
        assert BUTTON not in page(ada, played)
        response = take_back(ada, played)
        assert response.status_code == 409
        assert "Ben has already seen your turn, so it stands." in words(response.content.decode())


class TestTheLog:
    def test_it_has_both_lines_for_everybody(
        self, log_in: LogIn, played: Match, player: User, opponent: User, stranger: User
    ) -> None:
        take_back(log_in(player), played)
        for reader in (player, opponent, stranger):
            turns = log_in(reader).get(url(played)).context["turns"].items
            assert [(line.chip, line.is_undone) for line in turns] == [("taken back", True), ("", False)]
            assert turns[1].words == "Took the turn back."
        assert "<s>" in page(log_in(stranger), played)

    def test_the_record_has_neither_and_the_replay_says_it(self, log_in: LogIn, played: Match, player: User) -> None:
        client = log_in(player)
        take_back(client, played)
        text = client.get(f"{url(played)}record/").content.decode()
        assert played.game.read_record(text).entries == ()
        assert "taken back" in client.get(f"{url(played)}turns/0/").content.decode()


class TestLinks:
    @pytest.fixture
    def link(self, player_seat: Seat) -> str:
        address = f"/l/{tokens.mint_turn(player_seat, 1)}/"
        assert Client().post(address, {"text": "T@b3", "sure": "yes"}).status_code == 303
        return address

    def test_its_button_leads_to_the_form_behind_a_link_of_its_own(self, link: str, match: Match) -> None:
        visitor = Client(enforce_csrf_checks=True)
        html = visitor.get(link).text
        assert BUTTON in html
        assert f'action="{link}"' in html
        response = visitor.post(link, {"action": "take_back", "sure": "yes"})
        assert response.status_code == 303
        address = response.headers["Location"]
        assert not address.startswith(link)
        form = visitor.get(address)
        assert form.context["typed"] == "T@b3"
        assert visitor.post(address.partition("?")[0], {"text": "I@a2", "sure": "yes"}).status_code == 303
        assert [turn.kind for turn in match.log.all()] == ["play", "taken_back", "play"]

    def test_the_old_link_plays_nothing_more(self, link: str, match: Match) -> None:
        visitor = Client()
        visitor.post(link, {"action": "take_back", "sure": "yes"})
        response = visitor.post(link, {"text": "T@b3", "sure": "yes"})
        assert response.status_code == 409
        html = words(response.content.decode())
        assert "You took this turn back" in html
        assert "It’s your turn again" in html
        assert match.log.count() == 2

    def test_later_it_mints_no_other(self, link: str) -> None:
        visitor = Client()
        visitor.post(link, {"action": "take_back", "sure": "yes"})
        count = Link.objects.count()
        with time_machine.travel(timezone.now() + timedelta(minutes=3), tick=False):
            response = visitor.post(link, {"action": "take_back", "sure": "yes"})
        assert (response.status_code, response.headers["Location"]) == (303, link)
        assert Link.objects.count() == count

    @pytest.mark.usefixtures("link")
    def test_another_link_of_the_seat_takes_nothing_back(self, match: Match, player_seat: Seat) -> None:
        other = f"/l/{tokens.mint_turn(player_seat, 99)}/"
        assert Client().post(other, {"action": "take_back", "sure": "yes"}).status_code == 409
        assert match.log.count() == 1

    def test_a_refusal_is_said(self, link: str, log_in: LogIn, match: Match, opponent: User) -> None:
        page(log_in(opponent), match)
        response = Client().post(link, {"action": "take_back", "sure": "yes"})
        assert response.status_code == 409
        assert "Ben has already seen your turn" in words(response.content.decode())


class TestWhatCountsAsALook:
    def test_the_page_of_the_match_once_and_nothing_else_changes(
        self, log_in: LogIn, played: Match, opponent: User
    ) -> None:
        client, before = log_in(opponent), stored(played)
        page(client, played)
        seat = played.seats.get(player=opponent)
        assert (seat.seen_length, seat.seen_at is not None) == (1, True)
        page(client, played)
        assert played.seats.get(player=opponent).seen_at == seat.seen_at
        assert stored(played) == before

    @pytest.mark.parametrize(
        ("method", "path", "headers", "length"),
        [
            ("GET", "turns/0/", {}, 1),
            ("GET", "record/", {}, 1),
            ("GET", "draft/", {}, 1),
            ("GET", "play/", {}, 1),
            ("HEAD", "", {}, 0),
            ("GET", "", {"Sec-Purpose": "prefetch;prerender"}, 0),
            ("GET", "", {"Purpose": "prefetch"}, 0),
            ("GET", "", {"X-Moz": "prefetch"}, 0),
        ],
    )
    def test_the_pages_around_it_count_too_and_neither_headers_alone_nor_what_is_fetched_ahead(
        self, method: str, path: str, headers: dict[str, str], length: int, log_in: LogIn, played: Match, opponent: User
    ) -> None:
        answer = log_in(opponent).generic(method, f"{url(played)}{path}", headers=headers)
        assert (answer.status_code, seen(played, opponent)) == (200, length)

    def test_an_earlier_board_does_not(self, log_in: LogIn, played: Match, player: User, play_on: PlayOn) -> None:
        play_on(played, 1)
        assert log_in(player).get(f"{url(played)}turns/0/").status_code == 200
        assert seen(played, player) == 1

    def test_the_first_page_with_the_boards_that_wait(self, log_in: LogIn, played: Match, opponent: User) -> None:
        others = MatchFactory(players=[opponent, played.seats.get(index=0).player])
        log_in(opponent).get("/")
        assert (seen(played, opponent), seen(others, opponent)) == (1, 0)

    @pytest.mark.parametrize(
        ("method", "number", "length"),
        [("GET", 2, 1), ("GET", 9, 1), ("HEAD", 2, 0)],
        ids=["of the turn", "that is stale", "headers alone"],
    )
    def test_a_link_from_a_mail(
        self, method: str, number: int, length: int, played: Match, opponent: User, opponent_seat: Seat
    ) -> None:
        Client().generic(method, f"/l/{tokens.mint_turn(opponent_seat, number)}/")
        assert seen(played, opponent) == length

    def test_nobody_elses(self, log_in: LogIn, played: Match, player: User, stranger: User, opponent: User) -> None:
        for reader in (player, stranger):
            page(log_in(reader), played)
        assert seen(played, opponent) == 0


def stored(match: Match) -> list[Any]:
    """The match, its seats without their read marks, and its log."""
    seats = [
        {name: value for name, value in row.items() if not name.startswith("seen_")}
        for row in match.seats.order_by("pk").values()
    ]
    return [*Match.objects.filter(pk=match.pk).values(), *seats, *match.log.values()]
