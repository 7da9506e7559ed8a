"""Setting orders, playing and resigning at the same moment, on real connections."""

from __future__ import annotations

from functools import partial

import pytest

from matches.conditional.orders import set_orders
from matches.gate.refused import MatchRefused
from matches.gate.turns import resign, submit_turn
from matches.models import Match, Seat
from matches.verify.replay import differences
from tests.support.concurrently import at_once
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, fresh, submit

from .conftest import log_of

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 6
FORTIFY = "fortify LLLLLLLL keep"


def begun() -> tuple[Match, list[Seat]]:
    """Three have fortified, and the first is asked."""
    options = {"length": "2", "pace": "whole"}
    people = [UserFactory() for _ in range(3)]
    match: Match = MatchFactory(game_slug="fortress", players=people, seed=bytes(range(32)).hex(), options=options)
    for seat in match.seats.order_by("index"):
        submit(seat, FORTIFY)
    return match, [fresh(seat) for seat in match.seats.order_by("index")]


def played(match: Match) -> list[tuple[int | None, str]]:
    assert differences(Match.objects.get(pk=match.pk)) == []
    return [(index, text) for index, text, _ in log_of(match)[3:]]


def test_an_order_set_while_the_one_before_plays_is_in_time_or_refused(db: None) -> None:
    for _ in range(ROUNDS):
        match, (one, two, _three) = begun()
        chosen, turn = at_once(
            partial(set_orders, two, ["pass"], SITE),
            partial(submit_turn, one, one.asked_turn, "pass", SITE),
        )
        assert turn.text == "pass"
        if isinstance(chosen, MatchRefused):
            assert chosen.code == "not_asked"
            assert (played(match), fresh(two).orders) == ([(0, "pass")], None)
        else:
            assert played(match) == [(0, "pass"), (1, "pass")]


def test_an_order_deleted_while_the_one_before_plays_is_played_once_or_not(db: None) -> None:
    for _ in range(ROUNDS):
        match, (one, two, _three) = begun()
        set_orders(two, ["pass"], SITE)
        at_once(partial(set_orders, two, [], SITE), partial(submit_turn, one, one.asked_turn, "pass", SITE))
        assert played(match) in ([(0, "pass")], [(0, "pass"), (1, "pass")])
        assert fresh(two).orders is None


def test_a_double_click_makes_an_order_due_once(db: None) -> None:
    for _ in range(ROUNDS):
        match, (one, two, three) = begun()
        for seat in (two, three):
            set_orders(seat, ["pass", "start 1"], SITE)
        turns = at_once(*[partial(submit_turn, one, one.asked_turn, "pass", SITE)] * 4)
        assert len({turn.pk for turn in turns}) == 1
        assert played(match)[:3] == [(0, "pass"), (1, "pass"), (2, "pass")]


def test_resigning_while_the_one_before_plays_leaves_no_order(db: None) -> None:
    for _ in range(ROUNDS):
        match, (one, two, _three) = begun()
        set_orders(two, ["pass"], SITE)
        at_once(partial(resign, two, SITE), partial(submit_turn, one, one.asked_turn, "pass", SITE))
        played(match)
        assert fresh(two).orders is None
