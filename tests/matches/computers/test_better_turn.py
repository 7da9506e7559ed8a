"""“Look for a better turn”: in matches that are over alone, once for each position."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from fortify_site.ops.status import matches as status
from jobs.broker import broker
from matches.computers import better_turn
from matches.gate import turns
from matches.models import BetterTurn, Match, Seat
from tests.support.matches import SITE, travel
from tests.support.people import LogIn
from timekeeping import clock


class Chosen(NamedTuple):
    text: str
    words: str
    value: float


@pytest.fixture(autouse=True)
def _computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "ask_soon", lambda *_, **__: True)
    monkeypatch.setattr(broker, "room", lambda _job, most: most)

    def choose(_rules: Any, _state: Any, _seat: int, strength: str, _seed: bytes) -> Chosen:
        assert strength == "hard"
        return Chosen("T@c1", "Enlisted a Tank on c1", 0.625)

    monkeypatch.setattr(better_turn, "choose", choose)


@pytest.fixture
def over(match: Match, player_seat: Seat, opponent_seat: Seat) -> Match:
    """Red has enlisted a Tank; then Green, whose turn it was, resigned."""
    turns.submit_turn(player_seat, 1, "T@b3", SITE)
    turns.resign(opponent_seat, SITE)
    return Match.objects.get(pk=match.pk)


def address(match: Match, at: int) -> str:
    return reverse("matches:better_turn", args=[match.pk, at])


def page(browser: Client, match: Match) -> str:
    return browser.get(reverse("matches:turn", args=[match.pk, 0])).content.decode()


def test_what_it_finds_is_shown_to_everyone_once_it_is_found(
    over: Match, stranger: User, log_in: LogIn, opponent: User
) -> None:
    asker = log_in(stranger)
    assert address(over, 1) in page(asker, over)
    assert asker.post(address(over, 1)).status_code == 303
    assert "data-better-pending" in page(asker, over)
    assert better_turn.look(over.better_turns.get().pk)
    shown = page(Client(), over)
    assert "data-better-pending" not in shown
    assert "Enlisted a Tank on c1" in shown
    assert "62%" in shown
    assert opponent.display_name in shown
    assert asker.post(address(over, 1)).status_code == 303
    assert BetterTurn.objects.count() == 1


def test_never_for_a_running_match(match: Match, player_seat: Seat, player: User, log_in: LogIn) -> None:
    turns.submit_turn(player_seat, 1, "T@b3", SITE)
    browser = log_in(player)
    assert browser.post(address(match, 1)).status_code == 409
    assert "data-better-turn" not in page(browser, match)
    assert not BetterTurn.objects.exists()


def test_after_the_end_there_is_nothing_to_look_for(over: Match, player: User, log_in: LogIn) -> None:
    assert log_in(player).post(address(over, 2)).status_code == 409
    assert log_in(player).post(address(over, 3)).status_code == 404


def test_a_player_asks_so_often_a_day(
    over: Match, player: User, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(better_turn, "A_DAY", 0)
    assert log_in(player).post(address(over, 1)).status_code == 409
    assert not BetterTurn.objects.exists()


def test_the_sweep_asks_again_and_gives_up_in_the_end(over: Match, player: User, log_in: LogIn) -> None:
    log_in(player).post(address(over, 1))
    assert better_turn.ask_again_for_better_turns(clock.now()) == 0
    with travel(minutes=1):
        assert better_turn.ask_again_for_better_turns(clock.now()) == 1
    with travel(hours=13):
        assert better_turn.ask_again_for_better_turns(clock.now()) == 0
    assert not BetterTurn.objects.exists()


def test_a_search_that_fails_is_an_error_that_readers_and_host_hear_of_and_can_be_asked_for_again(
    over: Match, player: User, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Chosen:
        raise ZeroDivisionError

    browser = log_in(player)
    browser.post(address(over, 1))
    with monkeypatch.context() as broken:
        broken.setattr(better_turn, "choose", fail)
        with pytest.raises(ZeroDivisionError):
            better_turn.look(over.better_turns.get().pk)
    assert status.computers(clock.now()).state == "warn"
    shown = page(browser, over)
    assert "data-better-pending" not in shown
    assert address(over, 1) in shown
    assert better_turn.look_due() == 0
    browser.post(address(over, 1))
    assert better_turn.look_due() == 1
    assert "Enlisted a Tank on c1" in page(browser, over)


def test_the_host_is_told_that_nobody_looks(over: Match, player: User, log_in: LogIn) -> None:
    browser = log_in(player)
    browser.post(address(over, 1))
    assert "is looking" in page(browser, over)
    with travel(minutes=4):
        assert "is busy" in page(browser, over)
    for minutes, state in ((9, "good"), (11, "warn")):
        with travel(minutes=minutes):
            assert status.computers(clock.now()).state == state
