"""Where a player continues after a turn."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.conditional.edit import set_lines
from matches.gate import turns
from matches.match_view.overview import WaitingTurns, waiting_turns
from matches.models import LogEntry, Match, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.people import LogIn

TURN = {"number": "1", "text": "T@b3"}


@pytest.fixture
def ada(log_in: LogIn, player: User) -> Client:
    return log_in(player)


@pytest.fixture
def others(match: Match, player: User) -> list[Match]:
    """Three more matches where it is the player's turn; the second has the least time left."""
    assert match.seats.filter(player=player, asked_turn=1).exists()
    return [MatchFactory(players=[player, UserFactory()], days=days) for days in (5, 2, 9)]


def address(match: Match) -> str:
    return f"/matches/{match.pk}/"


def send(client: Client, match: Match) -> str:
    """To where the answer leads."""
    sent = client.post(f"{address(match)}play/", TURN)
    assert sent.status_code == 303
    return str(sent.headers["Location"])


def test_the_next_match_is_the_one_with_the_least_time_left(
    player: User, others: list[Match], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        found = waiting_turns(player)
    assert found == WaitingTurns(others[1].pk, number=4)


def test_a_clock_that_does_not_run_comes_last(player: User, match: Match, others: list[Match]) -> None:
    Seat.objects.filter(match=others[1], player=player).update(deadline=None)
    assert waiting_turns(player) == WaitingTurns(match.pk, number=4)


def test_turns_of_others_and_finished_matches_do_not_count(player: User, match: Match, others: list[Match]) -> None:
    turns.submit_turn(others[0].seats.get(index=0), 1, "T@b3", LogEntry.Via.SITE)
    turns.resign(others[1].seats.get(index=1), LogEntry.Via.SITE)
    assert waiting_turns(player) == WaitingTurns(match.pk, number=2)


def test_clocks_that_wait_for_an_email_are_counted(player: User, others: list[Match]) -> None:
    assert waiting_turns(player).undelivered == 0
    Seat.objects.filter(match__in=others, player=player).update(stopped=Seat.Stopped.MAIL)
    assert waiting_turns(player).undelivered == 3


def test_nothing_waits_for_a_player_without_matches(stranger: User) -> None:
    assert waiting_turns(stranger) == WaitingTurns(None, 0, 0)


def test_after_a_turn_the_page_leads_to_the_next_match(ada: Client, match: Match, others: list[Match]) -> None:
    shown = ada.get(send(ada, match))
    assert shown.context["match"] == match
    assert f'href="{address(others[1])}"' in shown.content.decode()
    bar = shown.content.decode().split(" data-docked>")[1].split("data-next-match")[1]  # on a phone
    assert "Next match (3)" in bar.split("</p>")[0]


def test_the_page_of_a_turn_to_play_leads_nowhere_else(ada: Client, match: Match, others: list[Match]) -> None:
    shown = ada.get(address(match)).content.decode()
    assert "data-turn-form" in shown
    assert not any(f'href="{address(other)}"' in shown for other in others)


def test_a_bystander_is_led_nowhere(log_in: LogIn, stranger: User, match: Match) -> None:
    MatchFactory(players=[stranger, UserFactory()])
    assert "data-next-match" not in log_in(stranger).get(address(match)).content.decode()


def test_without_another_match_the_way_home_is_left(ada: Client, match: Match) -> None:
    shown = ada.get(send(ada, match)).content.decode()
    assert shown.count("data-next-match") == 1
    assert shown.index("data-next-match") < shown.rindex('class="button" href="/"')


class TestAutoAdvance:
    @pytest.fixture(autouse=True)
    def wished(self, player: User) -> None:
        User.objects.filter(pk=player.pk).update(auto_advance=True)

    def test_sending_leads_straight_to_the_next_match(self, ada: Client, match: Match, others: list[Match]) -> None:
        assert send(ada, match) == address(others[1])
        shown = ada.get(address(others[1])).content.decode()
        assert f'href="{address(match)}"' in shown

    @pytest.mark.usefixtures("others")
    def test_names_are_escaped_in_the_way_back(self, ada: Client, match: Match) -> None:
        User.objects.filter(seats__match=match, seats__index=1).update(display_name="<b>Ben")
        shown = ada.get(send(ada, match)).content.decode()
        assert "&lt;b&gt;Ben" in shown
        assert "<b>Ben" not in shown

    def test_without_another_match_the_match_itself_follows(self, ada: Client, match: Match) -> None:
        assert send(ada, match) == address(match)

    @pytest.mark.usefixtures("others")
    def test_a_match_that_asks_again_at_once_is_not_left(self, ada: Client, match: Match) -> None:
        set_lines(match.seats.get(index=1), "if T@b3 then T@c3", LogEntry.Via.SITE)
        assert send(ada, match) == address(match)
        assert match.seats.get(index=0).asked_turn == 3
