"""The positions that the replay of a page fetches, and the side from which they are seen."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.gate import turns
from matches.mails import tokens
from matches.match_view.board import COOKIE
from matches.models import LogEntry, Match, Seat
from tests.support.factories import MatchFactory
from tests.support.people import LogIn

SITE = LogEntry.Via.SITE


@pytest.fixture
def played(match: Match, player_seat: Seat, opponent_seat: Seat) -> Match:
    turns.submit_turn(player_seat, 1, "T@b3", SITE)
    turns.submit_turn(opponent_seat, 2, "I@a3", SITE)
    return match


def position(client: Client, match: Match, index: int) -> dict[str, object]:
    answer = client.get(f"/matches/{match.pk}/turns/{index}/position/")
    assert answer.status_code == 200
    return dict(answer.json())


def test_it_has_the_board_the_players_and_the_way_on(log_in: LogIn, played: Match, player: User) -> None:
    found = position(log_in(player), played, 0)
    assert (found["back"], found["next"]) == (None, 1)
    assert "Tank" in str(found["says"])
    assert "turn 2" in str(found["title"])
    assert "data-map" not in str(found["board"])
    assert "Ben" in str(found["others"])
    assert "Ada" in str(found["own"])


def test_the_browser_keeps_it_and_it_costs_few_queries(
    log_in: LogIn, played: Match, player: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    browser = log_in(player)
    with django_assert_max_num_queries(9):
        answer = browser.get(f"/matches/{played.pk}/turns/0/position/")
    assert re.fullmatch(r"private, max-age=\d+", answer.headers["Cache-Control"])
    assert {"Cookie", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))
    assert len(answer.content) < 20_000


def test_whoever_may_not_see_the_match_gets_none_of_it(played: Match) -> None:
    assert Client().get(f"/matches/{played.pk}/turns/0/position/").status_code == 302


def test_a_secret_pick_stays_secret(log_in: LogIn, player: User, opponent: User) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    turns.submit_turn(match.seats.get(index=0), 1, "I4T4C1A1", SITE)
    path = f"/matches/{match.pk}/turns/0/position/"
    assert "4 Infantry" in log_in(player).get(path).text
    assert "4 Infantry" not in log_in(opponent).get(path).text


def test_by_a_link_it_is_kept_nowhere(played: Match, opponent_seat: Seat) -> None:
    token = tokens.mint_turn(opponent_seat, 2)
    answer = Client().get(f"/l/{token}/turns/0/position/")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert "/players/" not in answer.text


def columns(html: str) -> list[str]:
    """The coordinates below the board, as they are drawn."""
    return re.findall(r">([a-h])</text>", html)


def drawn(client: Client, match: Match) -> str:
    return "".join(columns(client.get(f"/matches/{match.pk}/").text))


def test_each_player_sees_the_board_from_their_own_side_until_they_turn_it(
    log_in: LogIn, played: Match, player: User, opponent: User
) -> None:
    first, second = log_in(player), log_in(opponent)
    assert (drawn(first, played), drawn(second, played)) == ("abcd", "dcba")
    for browser, seen in ((first, "dcba"), (second, "abcd")):
        answer = browser.post(f"/matches/{played.pk}/turned/", {"next": f"/matches/{played.pk}/?turns=1"})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/matches/{played.pk}/?turns=1")
        assert drawn(browser, played) == seen
        assert columns(str(position(browser, played, 0)["board"])) == list(seen)
        browser.post(f"/matches/{played.pk}/turned/")
        assert drawn(browser, played) == seen[::-1]


def test_the_draft_is_seen_from_the_same_side(log_in: LogIn, played: Match, player: User) -> None:
    browser = log_in(player)
    path = f"/matches/{played.pk}/draft/"
    assert columns(browser.get(path).json()["board"]) == list("abcd")
    browser.cookies[COOKIE] = str(played.pk)
    assert columns(browser.get(path).json()["board"]) == list("dcba")


def test_the_way_back_is_never_to_another_site(log_in: LogIn, played: Match, player: User) -> None:
    for url in ("https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"):
        answer = log_in(player).post(f"/matches/{played.pk}/turned/", {"next": url})
        assert answer.headers["Location"] == "/"


def test_the_way_back_is_written_as_an_address(log_in: LogIn, played: Match, player: User) -> None:
    answer = log_in(player).post(f"/matches/{played.pk}/turned/", {"next": "/grüße/\r\nX: y"})
    assert answer.headers["Location"] == "/gr%C3%BC%C3%9Fe/%0D%0AX:%20y"
