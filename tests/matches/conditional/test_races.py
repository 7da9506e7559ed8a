"""Setting, dropping and playing at the same moment, on real connections."""

from __future__ import annotations

from functools import partial

import pytest

from matches.conditional import edit
from matches.conditional.edit import drop
from matches.gate.refused import MatchRefused
from matches.gate.turns import resign, submit_turn
from matches.models import ConditionalTurns, Match, Seat
from matches.verify.replay import differences
from tests.support.concurrently import at_once
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, fresh, submit

from .conftest import log_of, set_lines, stored

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 8
LINES = "if T@c3 then I@b2 if pass then b3-a1"


def begun() -> tuple[Match, Seat, Seat]:
    """One has put a Tank on b3, and the other is asked for turn 2."""
    match: Match = MatchFactory(players=[UserFactory(), UserFactory()])
    one, two = match.seats.all()
    submit(one, "T@b3")
    return match, fresh(one), fresh(two)


def check(match: Match) -> None:
    """The log leads to what is stored, and there are lines exactly where a seat says so."""
    assert differences(Match.objects.get(pk=match.pk)) == []
    says_so = set(Seat.objects.filter(match=match, ahead="set").values_list("pk", flat=True))
    assert set(ConditionalTurns.objects.filter(seat__match=match).values_list("seat", flat=True)) == says_so


def test_setting_while_the_opponent_plays_is_in_time_or_refused(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, two = begun()
        lines, turn = at_once(partial(edit.set_lines, one, LINES, SITE), partial(submit_turn, two, 2, "T@c3", SITE))
        assert turn.text == "T@c3"
        if isinstance(lines, MatchRefused):
            assert lines.code == "not_asked"
            assert log_of(match)[-1] == (1, "T@c3", "site")
            assert stored(one) == ("", "")
        else:
            assert log_of(match)[-1] == (0, "I@b2", "ahead")
            assert stored(one) == ("set", "if pass then b3-a1")
        check(match)


def test_dropping_while_the_opponent_plays_is_in_time_or_too_late(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, two = begun()
        set_lines(one, LINES)
        was_set, _ = at_once(partial(drop, one), partial(submit_turn, two, 2, "T@c3", SITE))
        assert was_set  # what waits after the first answer is dropped at least
        assert stored(one)[0] == ""
        assert log_of(match)[2:] in ([], [(0, "I@b2", "ahead")])
        check(match)


def test_of_two_sets_of_lines_one_stays(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, _two = begun()
        others = ["if T@c3 then I@b2", "if I@c3 then pass"]
        at_once(*(partial(edit.set_lines, one, text, SITE) for text in others))
        assert stored(one)[1] in others
        check(match)


def test_a_double_click_is_answered_once(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, two = begun()
        set_lines(one, LINES)
        turns = at_once(*[partial(submit_turn, two, 2, "T@c3", SITE)] * 4)
        assert len({turn.pk for turn in turns}) == 1
        assert log_of(match) == [(0, "T@b3", "site"), (1, "T@c3", "site"), (0, "I@b2", "ahead")]
        check(match)


def test_resigning_while_the_opponent_plays_leaves_nothing_set(db: None) -> None:
    for _ in range(ROUNDS):
        match, one, two = begun()
        set_lines(one, LINES)
        at_once(partial(resign, one, SITE), partial(submit_turn, two, 2, "T@c3", SITE))
        assert Match.objects.get(pk=match.pk).is_over
        assert stored(one) == ("", "")
        check(match)
