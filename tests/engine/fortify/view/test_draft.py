from __future__ import annotations

import random

import pytest

from engine.errors import IllegalTurn, UnreadableTurn
from engine.fortify.match.state import MatchState
from engine.values import Draft, Step
from tests.engine.fortify.matches import FORTIFY, QUIET, RED_WINS, at, played, started

CHOPPER_FIGHT = "4/4/[+Ct]3/4/3T r 7/2 I3T3B2i4t3b2 - 0"  # Red’s fortified Chopper over Green’s Tank on a3
MIXED = "4/4/T3/4/3i r 7/2 I1T3B4+I2i3t4b4 - 0"  # Red has Infantry of both faces in supply


def drafted(state: MatchState, text: str = "") -> Draft:
    return FORTIFY.draft(state, FORTIFY.to_act(state)[0], text)


def step(draft: Draft, text: str) -> Step:
    return next(step for step in draft.steps if step.text == text)


def test_a_draft_begins_with_every_legal_step() -> None:
    """52 steps, by the perft figures of map 4x5; nothing can be sent yet."""
    draft = drafted(started())
    assert len(draft.steps) == 52
    assert (draft.text, draft.words, draft.may_send) == ("", "", False)


def test_steps_come_in_the_order_of_the_rules() -> None:
    kinds = [step.kind for step in drafted(at(started(), CHOPPER_FIGHT)).steps]
    assert list(dict.fromkeys(kinds)) == ["enlist", "move", "attack", "end"]


def test_a_first_action_leaves_a_second_or_the_end() -> None:
    draft = drafted(played(started(), "T@b3"), "i@A1")
    assert (draft.text, draft.words, draft.may_send) == ("I@a1", "Infantry enlisted on a1", True)
    assert step(draft, "a1-b1").next == "I@a1 a1-b1"
    assert step(draft, "end").next == "I@a1 end"
    assert draft.view["to_act"] == [1]
    assert draft.view["actions_left"] == 1


@pytest.mark.parametrize("text", ["I@a1 end", "I@a1, a1-b1", "I@a1;T@b1"])
def test_a_turn_that_is_complete_has_no_more_steps(text: str) -> None:
    draft = drafted(played(started(), "T@b3"), text)
    assert draft.steps == ()
    assert draft.may_send
    assert draft.view["to_act"] == [1]
    assert draft.view["title"] == "Volley 1 of 2, turn 2"


def test_a_pass_must_be_said() -> None:
    state = played(started(), "T@b3", "I@a1")
    assert not drafted(state).may_send
    passed = drafted(state, step(drafted(state), "end").next)
    assert (passed.text, passed.words, passed.may_send, passed.steps) == ("pass", "Passed", True, ())


@pytest.mark.parametrize("text", ["pass", "a1-a2", "T@b3 b3-b2"])
def test_a_draft_is_refused_as_the_turn_would_be(text: str) -> None:
    with pytest.raises(IllegalTurn) as by_draft:
        drafted(started(), text)
    with pytest.raises(IllegalTurn) as by_play:
        FORTIFY.play(started(), 0, text)
    assert str(by_draft.value) == str(by_play.value)


def test_a_draft_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(UnreadableTurn):
        drafted(started(), "hello")


def test_a_draft_shows_its_own_marks_and_leaves_the_match_alone() -> None:
    state = played(started(), "T@b3")
    marks = {space["ref"]: space["marks"] for space in drafted(state, "I@a1 a1-b1").view["spaces"] if space["marks"]}
    assert marks == {"a1": ["moved-from"], "b1": ["moved"]}
    assert FORTIFY.view(state)["position"] == "4/4/1T2/4/4 g 2/2 I4T3B4i4t4b4 - 1"


def test_an_empty_draft_still_shows_the_opponents_turn() -> None:
    view = drafted(played(started(), "T@b3")).view
    assert [space["ref"] for space in view["spaces"] if space["marks"]] == ["b3"]


# -- paths -------------------------------------------------------------------------------------------------------


def test_two_alike_infantry_are_pointed_at_in_any_order_and_briefly() -> None:
    draft = drafted(started())
    assert set(step(draft, "I@b3&I@c3").paths) == {
        ("supply:I", "b3", "supply:I", "c3"),
        ("supply:I", "c3", "supply:I", "b3"),
        ("supply:I", "b3", "c3"),
        ("supply:I", "c3", "b3"),
    }


def test_two_infantry_of_two_faces_are_pointed_at_each_with_its_own() -> None:
    draft = drafted(at(started(), MIXED))
    assert set(step(draft, "I@a2&+I@b3").paths) == {
        ("supply:I", "a2", "supply:+I", "b3"),
        ("supply:+I", "b3", "supply:I", "a2"),
    }


def test_every_other_step_has_one_path() -> None:
    fight = drafted(at(started(), CHOPPER_FIGHT))
    assert step(fight, "a3xa3").paths == (("a3", "a3"),)
    assert step(fight, "d1-a1").paths == (("d1", "a1"),)
    assert step(fight, "T@c1").paths == (("supply:T", "c1"),)
    assert step(fight, "end").paths == ()
    assert step(drafted(at(started(), "4/4/B3/4/3i r 7/2 I4T4B3i3t4b4 - 0")), "a3+").paths == (("a3", "a3"),)


@pytest.mark.parametrize("position", [CHOPPER_FIGHT, MIXED, "4/4/[C+B]3/4/3i r 7/2 I3T3B1A1i3t4b2 - 0"])
def test_no_two_steps_are_pointed_at_alike(position: str) -> None:
    paths = [path for step in drafted(at(started(), position)).steps for path in step.paths]
    assert len(set(paths)) == len(paths)


def test_labels_and_groups_read_as_words() -> None:
    fight = drafted(at(started(), CHOPPER_FIGHT))
    attack, move = step(fight, "a3xa3"), step(fight, "d1-a1")
    assert attack.label == "Attack Green’s Tank below fortified Chopper on a3"
    assert attack.group == "Attack"
    assert (move.label, move.group) == ("Move Tank from d1 to a1", "Move Tank from d1")
    assert step(fight, "a3-d1").label == "Move fortified Chopper from a3 to d1, above Red’s Tank"
    assert step(fight, "end").label == "Pass: end the turn without an action"


# -- the end of a volley -----------------------------------------------------------------------------------------


def test_a_draft_that_ends_the_volley_says_so_and_shows_the_board() -> None:
    state = played(started(), *RED_WINS[:-1])
    draft = drafted(state, "d4+ end")
    assert draft.words == "Battleship on d4 fortified. This ends the volley: Red wins volley 1 by a 2x2."
    assert {space["ref"] for space in draft.view["spaces"] if space["winning"]} == {"c3", "d3", "c4", "d4"}
    assert (draft.view["phase"], draft.view["volley"], draft.view["scores"]) == ("turn", 1, [0, 0])


def test_a_draft_says_what_ending_the_turn_now_would_do() -> None:
    draft = drafted(played(started(), *RED_WINS[:-1]), "d4+")
    assert draft.words == "Battleship on d4 fortified. If the turn ends here: Red wins volley 1 by a 2x2."
    assert draft.steps
    state = played(started(), *QUIET[:-1])
    assert drafted(state).words == "If the turn ends here: Volley 1 is drawn after 60 turns without a Fortify."


# -- other decisions ---------------------------------------------------------------------------------------------


def test_a_colour_is_chosen_by_a_step_or_typed() -> None:
    state = played(started(), *RED_WINS)
    draft = drafted(state)
    assert [(step.text, step.label, step.paths) for step in draft.steps] == [
        ("red", "Play Red, moving first", (("colour:red",),)),
        ("green", "Play Green, moving second", (("colour:green",),)),
    ]
    assert not draft.may_send
    chosen = drafted(state, "RED")
    assert (chosen.text, chosen.words, chosen.may_send) == ("red", "Plays Red in volley 2", True)


def test_an_army_is_picked_with_limits_and_no_steps() -> None:
    draft = drafted(started(special="on"))
    assert draft.steps == ()
    assert not draft.may_send
    assert draft.view["pick"]["size"] == 10
    assert {row["type"]: row["limit"] for row in draft.view["pick"]["limits"]} == {
        "I": 4,
        "T": 4,
        "B": 4,
        "C": 1,
        "A": 1,
    }
    picked = drafted(started(special="on"), "t4 i4 b2")
    assert (picked.text, picked.words) == ("I4T4B2", "4 Infantry, 4 Tanks and 2 Battleships")
    assert picked.may_send


def test_samples_follow_the_generator_alone() -> None:
    state = started(special="on")
    assert FORTIFY.sample(state, 0, random.Random(3)) == FORTIFY.sample(state, 0, random.Random(3))
    for seed in range(30):
        FORTIFY.play(state, 0, FORTIFY.sample(state, 0, random.Random(seed)))
