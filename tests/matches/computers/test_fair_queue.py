"""Who is next where many turns wait for the computer: everyone gets a fair share of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from accounts.computers import computer_player
from accounts.models import User
from matches.computers import better_turn, think, work
from matches.computers.fair_queue import turns_in_line
from matches.gate.refused import MatchRefused
from matches.lobby.cookie_guests import new_guest
from matches.models import BetterTurn, Match, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.rows import require

pytestmark = pytest.mark.django_db


def waits(player: User) -> Match:
    """A match in which the computer is asked for its first turn."""
    made: Match = MatchFactory(players=[computer_player("easy"), player], game_slug="fortac")
    return made


def line() -> list[str]:
    """Whom the computer plays next, and after that."""
    seats = (Seat.objects.get(pk=turn.seat) for turn in turns_in_line())
    others = (seat.match.seats.get(player__computer=None) for seat in seats)
    return [require(seat.player).display_name for seat in others]


def test_members_come_before_visitors_and_each_gets_one_before_anyone_gets_a_second() -> None:
    cache.clear()
    greedy, other, elsewhere = (new_guest(peer) for peer in ("192.0.2.1", "192.0.2.1", "198.51.100.7"))
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name="Ben")
    for player in (greedy, greedy, other, elsewhere, ann, ann, ben):
        waits(player)
    assert line() == [
        "Ann",
        "Ben",
        "Ann",
        greedy.display_name,
        elsewhere.display_name,
        greedy.display_name,
        other.display_name,  # who comes from where the greedy one does
    ]


def test_whoever_has_just_been_served_comes_after_those_who_came_later() -> None:
    cache.clear()
    greedy, later = UserFactory(display_name="Greedy"), UserFactory(display_name="Later")
    for player in (greedy, greedy, greedy, later):
        waits(player)
    served = []
    for _ in range(4):
        turn = require(think.think_next())
        served.append(require(turn.match.seats.get(player__computer=None).player).display_name)
    assert served == ["Greedy", "Later", "Greedy", "Greedy"]


def test_matches_without_people_are_played_too() -> None:
    match = MatchFactory(players=[computer_player("easy"), computer_player("hard")], game_slug="fortac")
    assert [turn.seat for turn in turns_in_line()] == [match.seats.get(index=0).pk]


def test_the_line_takes_no_more_queries_for_more_players(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    waits(new_guest("192.0.2.1"))
    with django_assert_max_num_queries(4) as few:
        turns_in_line()
    for number in range(3):
        waits(new_guest(f"192.0.2.{number + 2}"))
    with django_assert_max_num_queries(len(few)):
        assert len(turns_in_line()) == 4


def test_a_worker_looks_for_better_turns_once_no_turn_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []

    def play(*turn: int) -> tuple[int, ...] | None:
        done.append(turn)
        return turn if len(done) < 3 else None

    monkeypatch.setattr(think, "think", play)
    monkeypatch.setattr(work, "look_next", lambda: done.append("look"))
    match = waits(UserFactory())
    for _ in range(3):
        work.do_next()
    turn = (match.seats.get(index=0).pk, 1)
    assert done == [turn, turn, turn, "look"]


def test_a_turn_at_which_another_worker_is_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, free = waits(UserFactory()), waits(UserFactory())
    cache.add(f"thinking:{taken.seats.get(index=0).pk}:1", 1, 60)
    turn = think.think_next()
    assert turn is not None
    assert turn.match == free


@pytest.mark.parametrize("how_many", [better_turn.AT_ONCE])
def test_a_reader_has_few_positions_looked_at_at_once(how_many: int, player: User) -> None:
    ended = [waits(UserFactory()) for _ in range(how_many + 1)]
    Match.objects.update(status=Match.Status.FINISHED)
    looked = [better_turn.ask(Match.objects.get(pk=match.pk), 2, 0, player) for match in ended[:how_many]]
    with pytest.raises(MatchRefused, match="still looking"):
        better_turn.ask(Match.objects.get(pk=ended[-1].pk), 2, 0, player)
    BetterTurn.objects.filter(pk=looked[0].pk).update(done_at=looked[0].asked_at)
    assert better_turn.ask(Match.objects.get(pk=ended[-1].pk), 2, 0, player).done_at is None
