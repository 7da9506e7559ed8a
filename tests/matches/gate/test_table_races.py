"""At a table of three: a turn, and another player who goes at the same moment, on real connections."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from mail.models import OutboxMail
from matches import sweep
from matches.gate import rulings, turns
from matches.gate.refused import MatchRefused
from matches.models import Match, Seat
from matches.verify.replay import differences
from tests.support.concurrently import at_once
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, fresh, submit, told

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 3
FORTIFY = "fortify LLLLLLLL keep"
Goes = Callable[[Seat], Any]


def table(*, fortified: int = 3) -> tuple[Match, list[Seat]]:
    """So many of the three have fortified; when all have, the first is asked for an attack."""
    options = {"length": "2", "pace": "whole"}
    players = [UserFactory() for _ in range(3)]
    match: Match = MatchFactory(game_slug="fortress", players=players, seed=bytes(range(32)).hex(), options=options)
    seats = list(match.seats.order_by("index"))
    for seat in seats[:fortified]:
        submit(seat, FORTIFY)
    return told(match), [fresh(seat) for seat in seats]


def kinds(match: Match) -> list[tuple[int, str]]:
    """The seat and the kind of each line since all had fortified."""
    lines = match.log.exclude(text=FORTIFY).order_by("index").values_list("seat__index", "kind")
    return [(index, str(kind)) for index, kind in lines]


def asked(match: Match, *, clocks: bool = True) -> list[int]:
    """The seats that are, each told once. The log has no gap and replays to the state, and to the ``clocks``."""
    match = Match.objects.get(pk=match.pk)
    assert [turn.index for turn in match.log.order_by("index")] == list(range(match.log_length))
    assert [each for each in differences(match) if clocks or "clock" not in each] == []
    seats = match.seats.filter(asked_turn__isnull=False).order_by("index")
    for seat in seats:
        assert OutboxMail.objects.filter(key=f"your_turn:{seat.pk}:{seat.asked_turn}").count() == 1
    return [seat.index for seat in seats]


def plays(seat: Seat, text: str = "pass") -> Callable[[], Any]:
    return partial(turns.submit_turn, seat, seat.asked_turn, text, SITE)


def resigns(seat: Seat) -> Any:
    return turns.resign(seat, SITE)


def is_forfeited(seat: Seat) -> Any:
    return rulings.forfeit(seat, "She moved away.")


WAYS: dict[Goes, str] = {resigns: "resignation", is_forfeited: "forfeit"}


@pytest.mark.parametrize("goes", WAYS)
def test_a_turn_counts_while_the_next_player_goes(goes: Goes) -> None:
    for _ in range(ROUNDS):
        match, (one, two, _three) = table()
        at_once(plays(one), partial(goes, two))
        assert sorted(kinds(match)) == [(0, "play"), (1, WAYS[goes])]
        assert asked(match) == [2]


@pytest.mark.parametrize("goes", WAYS)
def test_whoever_plays_and_goes_at_once_has_played_before_or_not(goes: Goes) -> None:
    for _ in range(ROUNDS):
        match, (one, *_others) = table()
        played, _gone = at_once(plays(one), partial(goes, one))
        left = (0, WAYS[goes])
        assert kinds(match) == ([left] if isinstance(played, MatchRefused) else [(0, "play"), left])
        assert asked(match) == [1]


def test_a_turn_counts_while_the_time_of_another_runs_out() -> None:
    for _ in range(ROUNDS):
        match, (one, two, _three) = table(fortified=0)
        Seat.objects.filter(pk=two.pk).update(deadline=timezone.now() - timedelta(minutes=1))
        at_once(plays(one, FORTIFY), sweep.sweep_deadlines)
        sweep.sweep_deadlines()  # which leaves a match alone at which someone is at work
        assert kinds(match) == [(1, "time")]
        assert match.log.filter(seat=one, text=FORTIFY).count() == 1
        assert asked(match, clocks=False) == [2]  # a deadline was put elsewhere


def test_when_both_others_go_at_once_the_match_is_won_once() -> None:
    for _ in range(ROUNDS):
        match, (one, two, three) = table()
        played, *_gone = at_once(plays(one), partial(resigns, two), partial(is_forfeited, three))
        assert {(1, "resignation"), (2, "forfeit")} <= set(kinds(match))
        assert isinstance(played, MatchRefused) == ((0, "play") not in kinds(match))
        assert asked(match) == []
        assert [seat.share for seat in match.seats.order_by("index")] == [1, 0, 0]
        assert OutboxMail.objects.filter(match=match, kind="match_over").count() == 3
