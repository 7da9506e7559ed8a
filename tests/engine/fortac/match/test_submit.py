"""Turns as players send them, and what comes of a match."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.errors import IllegalTurn
from engine.fortac.game import Fortac
from engine.fortac.match import json_state
from engine.fortac.match.state import MatchState
from engine.values import Decision
from tests.engine.fortac.positions import SEED, START, at

FORTAC = Fortac()
WON, LOST = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
"""The shares of a match that Red has won, or lost."""
RED_WINS = at("1B1R/1RB1/2B1/R1BR", red="KHS", turn=7, combos="center/corner", quiet=1)


def started() -> MatchState:
    return FORTAC.start({}, 2, SEED)


def test_it_asks_for_a_turn() -> None:
    asked = Decision("turn", "Your turn: play a card and move one of your men.")
    assert (FORTAC.to_act(started()), FORTAC.decision(started(), 0)) == ((0,), asked)


def test_a_turn_is_said_and_what_followed_noted() -> None:
    played = FORTAC.play(started(), 0, "TRADE  b4 a3")
    assert played.text == "trade a3-b4"
    assert played.words == played.public_words == "Trade of a3 and b4"
    assert played.notes == ("Red drew Bishop.",)
    assert (played.reveals, played.secret) == (True, False)
    assert FORTAC.to_act(played.state) == (1,)


@pytest.mark.parametrize(
    ("board", "hand", "text", "words"),
    [
        (START, "HST", "hop a3-a2", "Hop from a3 to a2"),
        (START, "JST", "jump a4-a2", "Jump from a4 over a3 to a2"),
        (START, "JST", "jump a4-c4", "Jump from a4 over b4 to c4"),
        (START, "HSW", "switch a4-d1", "Switch of a4 and d1"),
        ("B3/4/RBB1/RRRB", "PST", "push a1-a2", "Push from a1 to a2, pushing 1 man"),
        ("B3/4/RBB1/RRRB", "PST", "push a2-b2", "Push from a2 to b2, pushing 2 men"),
    ],
)
def test_each_card_is_said_in_its_own_way(board: str, hand: str, text: str, words: str) -> None:
    assert FORTAC.play(MatchState(at(board, red=hand)), 0, text).words == words


def test_a_combo_a_new_deck_and_the_end_are_noted() -> None:
    made = FORTAC.play(MatchState(at("4/RRR1/3R/BBBB", red="HSS", turn=3)), 0, "hop d2-d3")
    assert made.notes[0] == "Red made a combo: orthogonal."
    drawn = FORTAC.play(MatchState(at(START, turn=34)), 1, "hop c2-b2")
    assert drawn.notes[1] == "The deck was empty, so the discard pile was shuffled into a new one."
    won = FORTAC.play(MatchState(RED_WINS), 0, "king b3-a4")
    assert won.notes == (
        "Red made a combo: corner.",
        "Red wins with a second combo (combos: Red 2, Black 1).",
    )


def test_the_winning_turn_draws_nothing_and_so_can_be_taken_back() -> None:
    assert not FORTAC.play(MatchState(RED_WINS), 0, "king b3-a4").reveals


def test_a_seat_that_is_not_asked_cannot_play() -> None:
    with pytest.raises(IllegalTurn, match="It isn’t your turn"):
        FORTAC.play(started(), 1, "hop c2-b2")
    with pytest.raises(IllegalTurn, match="The match is over"):
        FORTAC.play(FORTAC.agree_draw(started()), 0, "jump a4-a2")


def test_how_a_match_ends() -> None:
    won = FORTAC.outcome(FORTAC.play(MatchState(RED_WINS), 0, "king b3-a4").state)
    assert won is not None
    assert (won.shares, won.scores, won.how) == (WON, (2, 1), "combos")
    stuck_soon = at("R1BR/1B2/1BB1/R2R", red="IIP", black="HSS", turn=2)
    stuck = FORTAC.outcome(FORTAC.play(MatchState(stuck_soon), 1, "hop c4-c3").state)
    assert stuck is not None
    assert (stuck.shares, stuck.scores, stuck.how) == (LOST, (0, 1), "stuck")
    assert stuck.words == "Red can’t move with any card, so Black wins (combos: Red 0, Black 1)."
    quiet = FORTAC.outcome(FORTAC.play(MatchState(at(START, turn=100)), 1, "hop c2-b2").state)
    assert quiet is not None
    assert (quiet.shares, quiet.how) == ((Fraction(1, 2), Fraction(1, 2)), "quiet")
    assert quiet.words == "The match is drawn: 100 turns without a new combo (combos: Red 0, Black 0)."


def test_resigning_or_losing_on_time_loses_whatever_the_score_r15_r16() -> None:
    ahead = MatchState(at(START, turn=5, combos="corner/-", quiet=1))
    for how, words in (("resignation", "Red resigned"), ("time", "Red ran out of time")):
        outcome = FORTAC.outcome(FORTAC.forfeit(ahead, 0, how))  # type: ignore[arg-type]
        assert outcome is not None
        assert (outcome.shares, outcome.scores, outcome.how) == (LOST, (1, 0), how)
        assert outcome.words == f"{words}, so Black wins the match (combos: Red 1, Black 0)."


def test_an_agreed_draw_is_shared_whatever_the_score_r15_r16() -> None:
    outcome = FORTAC.outcome(FORTAC.agree_draw(MatchState(at(START, turn=5, combos="corner/-", quiet=1))))
    assert outcome is not None
    assert (outcome.shares, outcome.scores) == ((Fraction(1, 2), Fraction(1, 2)), (1, 0))


def test_no_turn_can_be_left_out() -> None:
    assert not FORTAC.can_idle
    assert FORTAC.idle_turn(started(), 0) is None


def test_the_turn_that_ends_a_match_is_stored_too() -> None:
    for state in (
        FORTAC.play(MatchState(RED_WINS), 0, "king b3-a4").state,
        FORTAC.play(MatchState(at(START, turn=100)), 1, "hop c2-b2").state,
        FORTAC.play(MatchState(at(START, turn=34)), 1, "hop c2-b2").state,
    ):
        assert json_state.load(json.loads(json.dumps(json_state.dump(state)))) == state


def test_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="no version 2"):
        json_state.load({**json_state.dump(started()), "version": 2})


# -- what nobody knows ---------------------------------------------------------------------------------------------


def with_other_deck(state: MatchState) -> MatchState:
    position = state.position
    return replace(state, position=position._replace(deck=position.deck[::-1], seed=bytes(32)))


def test_turns_tried_out_know_nothing_of_the_deck_however_long_the_chain() -> None:
    one, other = MatchState(at(START, turn=33)), MatchState(at(START, turn=33))
    other = with_other_deck(other)
    assert one != other
    for seat, text in ((0, "hop b3-b2"), (1, "hop d2-d3"), (0, "trade a3-a4")):
        assert FORTAC.draft(one, seat, text) == FORTAC.draft(other, seat, text)
        assert FORTAC.view(one) == FORTAC.view(other)
        known = [FORTAC.play(FORTAC.as_known(state), seat, text) for state in (one, other)]
        assert known[0] == known[1]
        one, other = (played.state for played in known)
    assert FORTAC.view(one)["hands"][0]["words"] == "Red’s hand: Skip, face down and face down"


def test_a_drafts_card_is_a_back_and_the_rest_as_it_will_be() -> None:
    draft = FORTAC.draft(started(), 0, "trade b4-a3")
    assert draft.may_send
    assert (draft.text, draft.words) == ("trade a3-b4", "Trade of a3 and b4")
    assert [card["word"] for card in draft.view["hands"][0]["cards"]] == ["jump", "horse", "back"]
    assert draft.view["deck"] == 33
    assert draft.view["turn"] == 2


def test_a_draft_says_what_the_turn_makes_and_ends() -> None:
    draft = FORTAC.draft(MatchState(RED_WINS), 0, "king b3-a4")
    assert draft.words == (
        "King from b3 to a4. This makes a combo: corner. This ends the match: Red wins with a second combo."
    )


def test_steps_are_pointed_at_by_card_and_man_in_any_order_and_by_the_man_alone_where_one_card_fits() -> None:
    draft = FORTAC.draft(MatchState(at(START, red="HKT")), 0)
    paths = {step.text: step.paths for step in draft.steps}
    assert paths["hop a3-a2"] == (("card:hop", "a3", "a2"), ("a3", "card:hop", "a2"))
    assert paths["trade b3-c2"] == (("card:trade", "b3", "c2"), ("b3", "card:trade", "c2"), ("b3", "c2"))
    assert paths["king a3-b2"][-1] == ("a3", "b2")
    every = [path for each in paths.values() for path in each]
    assert len(set(every)) == len(every)
    assert not draft.may_send
    assert {step.group for step in draft.steps} == {"Hop", "King", "Trade"}
