"""Conditional turns, and a seat that another player takes over."""

from __future__ import annotations

import pytest

from matches import conditional
from matches.gate import handover
from matches.gate.refused import Refused
from matches.models import ConditionalTurns, Match, Seat, Turn
from matches.verify.replay import differences
from tests.support.factories import UserFactory
from tests.support.matches import fresh, submit

from .conftest import set_lines


def test_those_of_who_left_are_dropped(ada: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    handover.hand_over(ada, UserFactory())
    assert not ConditionalTurns.objects.exists()
    assert fresh(ada).ahead == ""


def test_those_of_the_opponent_wait_for_who_comes(ada: Seat, ben: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2")
    handover.hand_over(ben, UserFactory())
    submit(ben, "T@c3")
    assert Turn.objects.filter(match=ada.match_id, via=Turn.Via.CONDITIONAL, text="I@b2").exists()
    assert differences(Match.objects.get(pk=ada.match_id)) == []


def test_who_left_sets_none_any_more(ada: Seat) -> None:
    handover.hand_over(ada, UserFactory())
    with pytest.raises(Refused):
        conditional.set_lines(ada, "if T@c3 then I@b2", Turn.Via.SITE)
