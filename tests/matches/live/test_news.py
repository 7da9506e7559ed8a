"""What an open page asks: whether the match has continued, and how many matches wait for the reader."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from jobs.broker import client as redis
from matches.gate import handover, turns
from matches.live.address import LivePage
from matches.live.answer_unchanged import Entrance
from matches.live.change_tokens import PREFIX, Tokens, of_match, token_in, tokens
from matches.live.pages import open_match, waiting_state
from matches.models import LogEntry, Match
from tests.support.factories import MatchFactory, UserFactory
from tests.support.people import LogIn
from tests.support.run_on_commit import commits

pytestmark = pytest.mark.either


@pytest.fixture
def opponents_page(match: Match, opponent: User) -> LivePage:
    """The opponent's page, before the player has played."""
    return LivePage(match_id=match.pk, seat_id=match.seats.get(player=opponent).pk, player_id=opponent.pk)


@pytest.fixture
def ask(client: Client) -> Callable[..., Any]:
    def ask(page: LivePage, tag: str = '"0~"') -> Any:
        return client.get(page.address, headers={"If-None-Match": tag})

    return ask


Ask = Callable[..., Any]


def play_first(match: Match) -> None:
    with commits():
        turns.submit_turn(match.seats.get(asked_turn=1), 1, "T@b3", LogEntry.Via.SITE)


def poll(page: LivePage, tag: str) -> int:
    """The status of the answer; 200 where Django has to give it."""
    status: list[str] = []
    environ = RequestFactory().get(page.address, headers={"If-None-Match": tag}).environ
    enter = Entrance(lambda _environ, start_response: start_response("200 OK", []))
    enter(environ, lambda line, _headers: status.append(line))
    return int(status[0].split()[0])


# -- a match -------------------------------------------------------------------------------------------------------


def test_the_opponent_has_played(match: Match, opponents_page: LivePage, ask: Ask) -> None:
    play_first(match)
    answer = ask(opponents_page)
    assert (answer.status_code, answer.json()) == (200, {"state": "1", "is_asked": True, "waiting": None})


def test_the_first_poll_of_a_page_fetches_its_token(opponents_page: LivePage, ask: Ask) -> None:
    first = ask(opponents_page)
    assert first.json()["state"] == "0"
    assert ask(opponents_page, first.headers["ETag"]).status_code == 304


def test_a_poll_costs_no_query_until_something_happens(
    match: Match, opponents_page: LivePage, ask: Ask, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tag = ask(opponents_page).headers["ETag"]
    with django_assert_num_queries(0):
        assert [poll(opponents_page, tag) for _ in range(3)] == [304, 304, 304]
    play_first(match)
    assert poll(opponents_page, tag) == 200
    with django_assert_num_queries(1):
        assert ask(opponents_page, tag).json()["state"] == "1"


def test_a_proxy_may_weaken_the_tag(opponents_page: LivePage, ask: Ask) -> None:
    assert poll(opponents_page, f"W/{ask(opponents_page).headers['ETag']}") == 304


def test_a_bystander_is_asked_for_nothing(match: Match, ask: Ask) -> None:
    play_first(match)
    assert ask(LivePage(match_id=match.pk)).json() == {"state": "1", "is_asked": False, "waiting": None}


def test_it_leaves_no_mark(match: Match, opponents_page: LivePage, ask: Ask) -> None:
    play_first(match)
    ask(opponents_page)
    assert match.seats.get(index=1).seen_length == 0


# -- a home page ---------------------------------------------------------------------------------------------------


def test_a_home_page_hears_of_another_match_that_waits(match: Match, opponent: User, ask: Ask) -> None:
    home = LivePage(player_id=opponent.pk)
    first = ask(home)
    assert first.json()["waiting"] == 0
    assert poll(home, first.headers["ETag"]) == 304
    play_first(match)
    assert poll(home, first.headers["ETag"]) == 200
    assert ask(home, first.headers["ETag"]).json()["waiting"] == 1


def test_one_answered_and_one_new_is_news(match: Match, player: User, opponent: User, ask: Ask) -> None:
    home = LivePage(player_id=player.pk)
    before = ask(home).json()
    play_first(match)
    with commits():
        MatchFactory(players=[player, opponent])
    after = ask(home).json()
    assert (before["waiting"], after["waiting"]) == (1, 1)
    assert before["state"] != after["state"]


def test_a_strangers_home_page_hears_nothing(match: Match, stranger: User, ask: Ask) -> None:
    home = LivePage(player_id=stranger.pk)
    tag = ask(home).headers["ETag"]
    play_first(match)
    assert poll(home, tag) == 304


# -- Redis ---------------------------------------------------------------------------------------------------------


def test_without_redis_each_poll_looks(
    match: Match, opponents_page: LivePage, ask: Ask, settings: Any, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.REDIS_URL = ""
    with django_assert_num_queries(1):
        assert ask(opponents_page).status_code == 304
    play_first(match)
    assert ask(opponents_page).json()["state"] == "1"


def test_a_redis_that_is_away_is_left_alone_for_a_while(opponents_page: LivePage, ask: Ask, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1"
    absent = Tokens()
    assert absent.read("m1") == absent.begin("m1") == ""
    assert absent.rests_until > time.monotonic()


def test_a_lost_token_costs_a_look(opponents_page: LivePage, ask: Ask) -> None:
    tag = ask(opponents_page).headers["ETag"]
    redis().flushdb()
    assert poll(opponents_page, tag) == 200
    tag = ask(opponents_page, tag).headers["ETag"]
    assert poll(opponents_page, tag) == 304


def test_a_connection_that_redis_has_closed_is_opened_anew(match: Match, opponents_page: LivePage, ask: Ask) -> None:
    tag = ask(opponents_page).headers["ETag"]
    redis().client_kill_filter(_type="normal", skipme=True)
    assert poll(opponents_page, tag) == 304
    redis().client_kill_filter(_type="normal", skipme=True)
    play_first(match)
    assert poll(opponents_page, tag) == 200
    assert tokens.rests_until == 0.0


def test_an_answer_that_came_too_late_is_not_taken_for_the_next(match: Match, player: User, ask: Ask) -> None:
    pages = [LivePage(match_id=match.pk), LivePage(player_id=player.pk)]
    first, second = (ask(page).headers["ETag"] for page in pages)
    looking = Tokens()
    looking._own.connection, looking._own.pid = tokens._connection(), os.getpid()
    tokens._connection().send_command("WRONG")
    assert looking.read(pages[0].token_of) == ""
    looking.rests_until = 0.0
    assert [looking.read(page.token_of) for page in pages] == [token_in(first), token_in(second)]


def test_a_page_that_asks_without_a_token_hears_what_redis_was_never_told(
    match: Match, opponents_page: LivePage, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = ask(opponents_page).headers["ETag"]
    with monkeypatch.context() as away:
        away.setattr(tokens, "rests_until", float("inf"))
        play_first(match)
    assert poll(opponents_page, tag) == 304
    assert poll(opponents_page, '"0~"') == 200
    assert ask(opponents_page).json()["state"] == "1"


def test_tokens_go_after_a_day(opponents_page: LivePage, ask: Ask) -> None:
    ask(opponents_page)
    left = redis().ttl(PREFIX + of_match(opponents_page.match_id or 0))
    assert 0 < left <= timedelta(days=1).total_seconds()


# -- addresses -----------------------------------------------------------------------------------------------------


def test_who_no_longer_holds_a_seat_hears_nothing_more(match: Match, opponents_page: LivePage, ask: Ask) -> None:
    handover.hand_over(match.seats.get(pk=opponents_page.seat_id or 0), UserFactory())
    play_first(match)
    assert ask(opponents_page).status_code == 404


@pytest.mark.parametrize("signed", ["1", "1:-.x", "1:1.AAAA", "1.AAAA"])
def test_an_address_that_was_not_given_out_is_not_found(client: Client, match: Match, signed: str) -> None:
    assert client.get(reverse("matches:news", args=[signed])).status_code == 404


def test_the_entrance_and_django_know_the_same_address(opponents_page: LivePage) -> None:
    signed = opponents_page.address.split("/")[2]
    assert reverse("matches:news", args=[signed]) == opponents_page.address


def test_a_match_that_is_gone_is_not_found(match: Match, opponents_page: LivePage, ask: Ask) -> None:
    match.delete()
    assert [ask(page).status_code for page in (opponents_page, LivePage(match_id=match.pk or 1))] == [404, 404]


# -- pages ---------------------------------------------------------------------------------------------------------


def test_pages_ask_only_about_a_match_that_continues(log_in: LogIn, match: Match, player: User) -> None:
    reader = log_in(player)
    seat = match.seats.get(player=player)
    page = open_match(match, seat)
    assert page is not None
    assert f'data-live="{page.address}"' in reader.get(match.get_absolute_url()).content.decode()
    turns.resign(seat, LogEntry.Via.SITE)
    assert "data-live" not in reader.get(match.get_absolute_url()).content.decode()


def test_a_home_page_begins_with_what_it_shows(log_in: LogIn, match: Match, player: User) -> None:
    state = waiting_state(player.pk)
    page = log_in(player).get("/").content.decode()
    assert f'data-state="{state.word}"' in page
    assert 'data-waiting="1"' in page


def test_an_account_that_is_closed_hears_no_more(ask: Ask, opponents_page: LivePage, opponent: User) -> None:
    assert ask(opponents_page).status_code == 200
    User.objects.filter(pk=opponent.pk).update(is_active=False)
    assert ask(opponents_page).status_code == 404
