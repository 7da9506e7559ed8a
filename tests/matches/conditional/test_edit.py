"""Conditional turns are set, looked at and dropped."""

from __future__ import annotations

import pytest

from accounts.models import User
from engine.fortify.notation.position import format_position
from engine.game import Game
from mail.models import OutboxMail
from matches.conditional import edit
from matches.conditional.edit import drop, try_out
from matches.gate import turns
from matches.gate.refused import MatchRefused
from matches.models import ConditionalTurns, Match, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import SITE, submit
from tests.support.toy_game import Toy

from .conftest import refused, set_lines, stored


def test_they_are_kept_in_the_games_own_notation(ada: Seat) -> None:
    lines = set_lines(ada, "IF t@C3 , then i@b2 B3 – a1")
    assert lines.text == "if T@c3 then I@b2 b3-a1"
    assert stored(ada) == ("set", "if T@c3 then I@b2 b3-a1")


def test_they_are_told_in_words_with_the_board_after_them(ada: Seat) -> None:
    lines = set_lines(ada, "if T@c3 then I@b2 if pass then b3-a1; if T@c4 I@c3 then pass")
    assert lines.in_words() == [
        "If Ben plays T@c3 (Tank enlisted on c3), you play I@b2 (Infantry enlisted on b2).",
        "  Then, if Ben plays pass (Passed), you play b3-a1 (Tank from b3 to a1).",
        "If Ben plays T@c4 I@c3 (Tank enlisted on c4; Infantry enlisted on c3), you play pass (Passed).",
    ]
    first, after, _ = (format_position(line.state.position) for line in lines.lines)
    assert first.split()[:2] == ["4/4/1Tt1/1I2/4", "g"]
    assert after.split()[:2] == ["4/4/2t1/1I2/T3", "g"]


def test_branches_that_begin_alike_share_their_beginning(ada: Seat) -> None:
    set_lines(ada, "if T@c3 then I@b2 if pass then b3-a1; if t@c3 then i@b2 if c3-c2 then pass")
    (row,) = ConditionalTurns.objects.all()
    assert row.tree == [
        {
            "if": "T@c3",
            "then": "I@b2",
            "next": [
                {"if": "pass", "then": "b3-a1", "next": []},
                {"if": "c3-c2", "then": "pass", "next": []},
            ],
        }
    ]
    assert stored(ada)[1].splitlines() == [
        "if T@c3 then I@b2 if pass then b3-a1",
        "if T@c3 then I@b2 if c3-c2 then pass",
    ]


def test_what_is_set_takes_the_place_of_what_was_and_can_be_dropped_twice(ada: Seat) -> None:
    set_lines(ada, "if T@c3 then pass")
    set_lines(ada, "if I@c3 then pass")
    assert stored(ada) == ("set", "if I@c3 then pass")
    assert ConditionalTurns.objects.count() == 1
    assert drop(ada)
    assert not drop(ada)
    assert stored(ada) == ("", "")
    assert not ConditionalTurns.objects.exists()


def test_nothing_of_the_match_changes_and_nobody_is_told(ada: Seat, ben: Seat) -> None:
    match = Match.objects.filter(pk=ada.match_id).values().get()
    clocks = list(Seat.objects.filter(match=ada.match_id).order_by("index").defer("ahead").values_list("deadline"))
    mails = OutboxMail.objects.count()
    set_lines(ada, "if T@c3 then pass")
    drop(ada)
    set_lines(ada, "if T@c3 then pass")
    assert Match.objects.filter(pk=ada.match_id).values().get() == match
    assert list(Seat.objects.filter(match=ada.match_id).order_by("index").values_list("deadline")) == clocks
    assert OutboxMail.objects.count() == mails
    ben.refresh_from_db()
    assert ben.ahead == ""


def test_trying_them_out_keeps_nothing(ada: Seat) -> None:
    match = Match.objects.get(pk=ada.match_id)
    lines = try_out(match, list(match.seats.select_related("player")), ada, "if t@c3 then pass")
    assert lines.text == "if T@c3 then pass"
    assert stored(ada) == ("", "")


class TestRefusals:
    """Worked out by hand on 4x5: row 3 is Shore, b3 has Red's Tank, and Green's turn 2 begins with an Enlist."""

    def test_a_turn_that_the_opponent_cannot_play(self, ada: Seat) -> None:
        refusal = refused(ada, "if pass then b3+")
        assert refusal.code == "illegal"
        assert refusal.message.startswith("“if pass”: Ben can’t play that. pass: ")
        assert " Legal turns there begin with " in refusal.message

    def test_a_turn_that_cannot_be_read(self, ada: Seat) -> None:
        refusal = refused(ada, "if T@c3 then b3")
        assert refusal.code == "unreadable"
        assert refusal.message.startswith("“then b3”: you can’t play that. Action 1, “b3”: it does not say what to do")

    def test_a_turn_of_ones_own_that_is_not_legal_after_the_opponents(self, ada: Seat) -> None:
        refusal = refused(ada, "if T@c4 then pass; if T@c3 then T@c3")
        assert refusal.code == "illegal"
        assert refusal.message.startswith("Branch 2: “then T@c3”: you can’t play that. Action 1, T@c3: ")

    def test_a_turn_further_along_the_chain(self, ada: Seat) -> None:
        refusal = refused(ada, "if T@c3 then I@b2 if T@c3 then pass")
        assert refusal.message.startswith("“if T@c3”: Ben can’t play that. Action 1, T@c3: ")

    def test_two_answers_to_one_turn(self, ada: Seat) -> None:
        refusal = refused(ada, "if I@c3&I@c4 then pass; if T@c3 then pass; if i@c4&i@c3 then b3-a1")
        assert refusal.message == (
            "Branch 3: your answer to “I@c3&I@c4” is “b3-a1” here, but “pass” in branch 1. Choose one."
        )

    @pytest.mark.parametrize("again", ["if t@c3 then pass", "if T@c3 then pass if pass then pass"])
    def test_a_branch_that_says_nothing_new(self, ada: Seat, again: str) -> None:
        refusal = refused(ada, f"if T@c3 then pass if pass then pass; {again}")
        assert refusal.message == "Branch 2: it adds nothing to branch 1."

    def test_what_is_no_list_of_branches(self, ada: Seat) -> None:
        set_lines(ada, "if T@c3 then pass")
        refusal = refused(ada, "b3+")
        assert refusal.code == "unreadable"
        assert "“b3+” comes before the first “if”" in refusal.message

    def test_while_it_is_ones_own_turn(self, match: Match) -> None:
        refusal = refused(match.seats.get(index=0), "if pass then pass")
        assert refusal.code == "not_asked"
        assert "It’s your turn. Play it first" in refusal.message

    def test_once_the_match_is_over(self, ada: Seat, ben: Seat) -> None:
        turns.resign(ben, SITE)
        assert refused(ada, "if T@c3 then pass").code == "over"

    def test_for_a_turn_that_is_played_already(self, ada: Seat, ben: Seat) -> None:
        submit(ben, "T@c3")
        submit(ada, "pass")
        with pytest.raises(MatchRefused, match="Your opponent has played") as caught:
            edit.set_lines(ada, "if pass then pass", SITE, number=2)
        assert caught.value.code == "stale"
        ben.refresh_from_db()
        edit.set_lines(ada, "if pass then pass", SITE, number=ben.asked_turn)

    @pytest.mark.usefixtures("db", "toy")
    def test_in_a_match_of_more_than_two(self) -> None:
        match = MatchFactory(game_slug="toy", players=[UserFactory() for _ in range(3)])
        for seat in match.seats.all():
            submit(seat, "pick 4")
        assert "matches between two players" in refused(match.seats.get(index=1), "if add 1 then add 2").message


def test_nothing_can_be_learnt_of_a_secret_army(player: User, opponent: User) -> None:
    """While armies are picked every line is refused by the same sentence, whatever was or will be picked."""
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on", "map": "5x5"})
    ada, ben = match.seats.all()
    submit(ada, "I4T4B2")
    texts = ["if I4T4B2 then pass", "if I4T4B1A1 then pass", "if A@a1 then pass", "nonsense", ""]
    refusals = [refused(ada, text) for text in texts]
    assert {(refusal.code, refusal.message) for refusal in refusals} == {
        ("not_asked", "You can add conditional turns once Ben has to play a turn with nothing secret in it.")
    }
    submit(ben, "I3T4B2A1")
    submit(ada, "I@b3")
    assert set_lines(ada, "if A@a1 then pass").text == "if A@a1 then pass"


@pytest.mark.usefixtures("toy")
def test_a_game_that_does_not_say_it_may_be_judged_ahead_is_not(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "may_judge_ahead", Game.may_judge_ahead)
    match = MatchFactory(game_slug="toy", players=[UserFactory(), UserFactory()])
    for seat in match.seats.all():
        submit(seat, "pick 4")
    assert refused(match.seats.get(index=1), "if add 1 then add 2").code == "not_asked"


def test_setting_and_dropping_wakes_no_open_page(ada: Seat, ben: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[int] = []
    announce = "matches.gate.lock.announce_change"
    monkeypatch.setattr(announce, lambda match_id, _players: woken.append(match_id))
    set_lines(ada, "if T@c3 then pass")
    set_lines(ada, "if I@c3 then pass")
    drop(ada)
    assert woken == []
    submit(ben, "T@c3")
    assert woken == [ada.match_id]
