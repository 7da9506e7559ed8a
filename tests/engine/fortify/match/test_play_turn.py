"""Each rule's sentence to a player who breaks it."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.errors import IllegalTurn, UnreadableTurn
from engine.fortify.board.spaces import spaces_in
from engine.fortify.explain.illegal import why_illegal
from engine.fortify.match.play_turn import play_actions, play_step, play_turn
from engine.fortify.notation.position import format_position
from engine.fortify.notation.turn import parse_step
from engine.fortify.rules.actions import (
    ATTACK_ROWS,
    END,
    END_ROW,
    ENLIST_ROWS,
    FORTIFY_ROW,
    MOVE_ROWS,
    Action,
    pair_row,
)
from engine.fortify.rules.legal import steps
from engine.fortify.rules.scoring import VolleyEnding
from tests.engine.fortify.boards import LARGE, MAPS, at, chance_position
from tests.support.foreign_language import ENGLISH

START = "4/4/4/4/4 r 1/1 I4T4B4i4t4b4"
GREEN_STARTS = "4/4/B3/4/4 g 2/2 I4T4B3i4t4b4"
# Column a to d from the left; rows 5 and 4 are Water (c4, d4 Shore), 3 Shore, 2 Shore Shore Land Land, 1 Land.
OPEN = "4/4/T1b1/4/3i r 3/2 I2T1B1+T1i1"

TURN_REFUSALS = [
    # The two first turns.
    (START, "a3-a4", "Red’s first turn of a volley must be an Enlist onto Shore, such as T@a2"),
    (START, "T@a1", "Red’s first unit goes onto Shore, but a1 is not Shore"),
    (START, "B@a5", "Red’s first unit goes onto Shore, but a5 is not Shore"),
    (START, "I@a3&I@a1", "Red’s first unit goes onto Shore, but a1 is not Shore"),
    (START, "A@a1", "Red has no normal Artillery in supply"),
    (
        GREEN_STARTS,
        "b3+",
        "Green’s first turn of a volley must begin with an Enlist, onto any empty space that suits the unit",
    ),
    # Enlist.
    (START, "+T@a3", "Red has no fortified Tank in supply, only normal ones (written T)"),
    (OPEN, "A@d2", "Red has no normal Artillery in supply"),
    (OPEN, "T@a3", "a3 is not empty: Red’s Tank is on it"),
    (OPEN, "T@c3", "c3 is not empty: Green’s Battleship is on it"),
    (OPEN, "T@a4", "a4 is Water, but a Tank stands on Land or Shore"),
    (OPEN, "I@a5", "a5 is Water, but Infantry stand on Land or Shore"),
    (OPEN, "B@a1", "a1 is Land, but a Battleship stands on Water or Shore"),
    (OPEN, "T@d3", "d3 is not adjacent to one of Red’s functional units; a Tank can be enlisted on a2 and b3"),
    (OPEN, "I@d3&I@d2", "neither d2 nor d3 is adjacent to one of Red’s functional units"),
    (OPEN, "I@b3&I@d3", "d3 is adjacent neither to one of Red’s functional units nor to b3"),
    (OPEN, "I@b3&I@b3", "two Infantry must go onto different spaces, not both onto b3"),
    (OPEN, "T@b3&I@a2", "only Infantry can be enlisted two at once"),
    (OPEN, "+T@a2&+T@b3", "only Infantry can be enlisted two at once"),
    ("4/4/T3/4/3i r 3/2 I1i1", "I@b3&I@a2", "Red has only one normal Infantry in supply"),
    # Move.
    (OPEN, "b3-b2", "there is no unit on b3"),
    (OPEN, "c3-b3", "the Battleship on c3 is Green’s"),
    (OPEN, "a3-a3", "the Tank is on a3 already"),
    (OPEN, "a3-d1", "d1 is not empty: Green’s Infantry is on it"),
    (OPEN, "a3-a4", "a4 is Water, but a Tank stands on Land or Shore"),
    (
        "4/4/I3/4/3i r 3/2",
        "a3-d3",
        "d3 is adjacent neither to the Infantry nor to another of Red’s units; it can move to a2 and b3",
    ),
    (OPEN, "a3-h8", "there is no space h8 on map 4x5, which goes from a1 to d5"),
    ("4/4/4/4/A2i r 3/1", "a1-b1", "an Artillery’s Move takes both actions of a turn, and only one is left"),
    ("4/4/4/4/A2i r 3/2", "a1-a2", "a2 is Shore, but an Artillery stands on Land only"),
    ("4/4/C3/3c/3i r 3/2", "a3-d2", "d2 holds a Chopper, and a Chopper never sits on another"),
    # Fortify.
    (OPEN, "b3+", "there is no unit on b3"),
    (OPEN, "c3+", "the Battleship on c3 is Green’s"),
    ("4/4/+T3/4/3i r 3/2", "a3+", "the Tank on a3 is fortified already"),
    (
        OPEN,
        "a3+",
        "the Tank on a3 is not in formation (two adjacent Tanks in a line of three with another friendly unit)",
    ),
    (
        "4/4/II2/4/3i r 3/2",
        "a3+",
        "the Infantry on a3 is not in formation (two adjacent Infantry, one of them beside a third, fortified unit)",
    ),
    (
        "BB2/4/4/4/3i r 3/2",
        "a5+",
        "the Battleship on a5 is not in formation (a connected group of three Battleships), nor on Shore",
    ),
    ("4/4/[CB]3/4/3i r 3/2", "a3+", "the Chopper on a3 is not on top of a fortified Battleship of its own side"),
    ("4/4/[C+b]3/4/3i r 3/2", "a3+", "the Chopper on a3 is not on top of a fortified Battleship of its own side"),
    ("4/4/C3/4/3i r 3/2", "a3+", "the Chopper on a3 is not on top of a fortified Battleship of its own side"),
    ("4/4/4/4/A2i r 3/1", "a1+", "an Artillery’s Fortify takes both actions of a turn, and only one is left"),
    # Attack.
    ("4/4/Tb2/4/3i r 3/2", "a3xb3", "the Tank on a3 is neither fortified nor in formation"),
    ("4/4/+T+b2/4/3i r 3/2", "a3xb4", "there is no unit on b4 to attack"),
    ("4/4/+TT2/4/3i r 3/2", "a3xb3", "the Tank on b3 is Red’s own"),
    ("4/4/4/4/+Ta1i r 3/2", "a1xb1", "an Artillery is never a target"),
    ("4/4/+T1b1/4/3i r 3/2", "a3xc3", "c3 is not adjacent to a3"),
    ("4/4/+Tb1b/4/3i r 3/2", "a3xd3", "d3 is not adjacent to a3; the Tank can attack b3"),
    ("4/4/+T3/4/3i r 3/2", "a3xa3", "only a Chopper attacks its own space, the unit that it covers"),
    (
        "4/4/+bTTI/4/3i r 3/2",
        "b3xa3",
        "the Battleship on a3 is fortified, and the Tank on b3, which is not, cannot attack it",
    ),
    ("4/4/2b1/4/A2i r 3/2", "a1xc3", "c3 is neither in the row nor in the column of the Artillery on a1"),
    (
        "4/4/4/4/A2+i r 3/2",
        "a1xd1",
        "the Infantry on d1 is fortified, and the Artillery on a1, which is not, cannot attack it",
    ),
    ("4/4/Cb2/4/3i r 3/2", "a3xb3", "a Chopper attacks only the unit that it covers, written a3xa3"),
    ("4/4/C3/4/3i r 3/2", "a3xa3", "the Chopper on a3 covers no unit"),
    ("4/4/[CT]3/4/3i r 3/2", "a3xa3", "the Tank under the Chopper on a3 is on the same side"),
    ("4/4/4/4/[Ca]2i r 3/2", "a1xa1", "an Artillery is never a target"),
    (
        "4/4/[C+t]3/4/3i r 3/2",
        "a3xa3",
        "the Tank on a3 is fortified, and the Chopper on a3, which is not, cannot attack it",
    ),
    # R2, and what is covered does nothing.
    ("4/4/+T[Cb]2/4/3i r 3/2", "a3xb3", "the Battleship on b3 is covered, and only the Chopper above can attack it"),
    (
        "4/4/[cT]3/4/3i r 3/2",
        "a3-b3",
        "the Tank on a3 is covered by Green’s Chopper and can’t act until that leaves",
    ),
    # Chopper.
    (
        "4/4/B1b1/4/3i r 3/2 C1",
        "C@b3",
        "a Chopper can be enlisted only onto one of Red’s uncovered Battleships, but b3 is empty",
    ),
    (
        "4/4/B1b1/4/3i r 3/2 C1",
        "C@c3",
        "a Chopper can be enlisted only onto one of Red’s uncovered Battleships, but c3 holds Green’s Battleship",
    ),
    (
        "4/4/[cB]1b1/4/3i r 3/2 C1",
        "C@a3",
        "a Chopper can be enlisted only onto one of Red’s uncovered Battleships, but the unit on a3 is covered",
    ),
]


@pytest.mark.parametrize(("position", "step", "reason"), TURN_REFUSALS)
def test_it_says_which_action_where_and_why(position: str, step: str, reason: str) -> None:
    before = at(position)
    assert why_illegal(before, parse_step(step)) == f"{parse_step(step)}: {reason}"
    with pytest.raises(IllegalTurn) as refused:
        play_turn(before, step)
    assert str(refused.value) == f"Action 1, {parse_step(step)}: {reason}."


@pytest.mark.parametrize(("position", "step", "reason"), TURN_REFUSALS)
def test_it_says_so_in_the_language_of_the_player(position: str, step: str, reason: str, abroad: None) -> None:
    """Actions that it quotes or proposes are written alike in all languages."""
    why = why_illegal(at(position), parse_step(step))
    assert why is not None
    assert not ENGLISH.search(re.sub(rf"{re.escape(step)}|T@a2|\b([a-d])\d[x-]\1\d\b|4x5", "", why)), reason


def test_reds_first_unit_is_no_artillery() -> None:
    start = at("5/5/5/5/5 r 1/1 I3T4B1C1A1i4t4b4", LARGE)
    assert why_illegal(start, parse_step("A@a1")) == (
        "A@a1: Red’s first unit goes onto Shore, but an Artillery stands on Land only"
    )


def test_nobodys_first_unit_is_a_chopper() -> None:
    start = at("5/5/B4/5/5 g 2/2 I4T4B3i3t4b1c1a1", LARGE)
    assert why_illegal(start, parse_step("C@a3")) == (
        "C@a3: a Chopper can be enlisted only onto one of Green’s uncovered Battleships, but a3 holds Red’s Battleship"
    )
    strange = at("5/5/B1b2/5/5 g 2/2 I4T4B3i3t3b1c1a1", LARGE)  # no play leads to it, but it can be written
    assert why_illegal(strange, parse_step("C@c3")) == (
        "C@c3: Green’s first unit goes onto an empty space, but c3 holds Green’s Battleship"
    )


def test_the_second_action_is_judged_on_the_board_that_the_first_left() -> None:
    with pytest.raises(IllegalTurn) as refused:
        play_turn(at("4/3b/T3/4/3i r 3/2 I2"), "a3-d3 d3xd4")
    assert str(refused.value) == "Action 2, d3xd4: the Tank on d3 is neither fortified nor in formation."


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        (START, "T@a3 T@b3", "Action 2, T@b3: Red’s first turn of a volley has only one action."),
        (START, "pass", "pass: Red’s first turn of a volley must be an Enlist onto Shore, such as T@a2."),
        (
            GREEN_STARTS,
            "pass",
            "pass: Green’s first turn of a volley must begin with an Enlist, onto any empty space that suits the unit.",
        ),
        (OPEN, "a3-a2 a2-b3 b3-a3", "Action 3, b3-a3: a turn has no more than two actions."),
        ("4/4/4/4/A2i r 3/2", "a1-b1 b1xd1", "Action 2, b1xd1: the Artillery’s a1-b1 took both actions of the turn."),
        (
            "4/4/4/4/A2i r 3/2",
            "a1xd1 a1+",
            "Action 2, a1+: an Artillery’s Fortify takes both actions of a turn, and only one is left.",
        ),
    ],
)
def test_it_refuses_a_turn_of_the_wrong_length(position: str, text: str, sentence: str) -> None:
    with pytest.raises(IllegalTurn) as refused:
        play_turn(at(position), text)
    assert str(refused.value) == sentence


def test_a_turn_of_fewer_actions_is_ended_for_the_player() -> None:
    after, ending, actions = play_turn(at(OPEN), "A3-A2")
    assert format_position(after) == "4/4/2b1/T3/3i g 4/2 I2T1B1+T1i1 - 1"
    assert ending is None
    assert [str(action) for action in actions] == ["a3-a2"]


def test_a_turn_can_be_passed() -> None:
    after, _, actions = play_turn(at(OPEN), "pass")
    assert (after.turn, actions) == (4, [])


def test_a_turn_under_way_is_not_ended() -> None:
    played = play_actions(at(OPEN), [parse_step("a3-a2")])
    assert (played.position.turn, played.position.left) == (3, 1)


def test_a_turn_that_wins_says_so() -> None:
    _, ending, _ = play_turn(at("4/4/+B+B2/+T+T2/3i r 3/2 T1"), "pass")
    assert ending == VolleyEnding(0, "2x2")


def test_text_that_is_no_turn_is_another_error_than_a_turn_that_is_not_legal() -> None:
    with pytest.raises(UnreadableTurn):
        play_turn(at(OPEN), "a3a2")


def test_one_step_is_refused_without_a_number() -> None:
    with pytest.raises(IllegalTurn, match=r"^a3\+: the Tank on a3 is not in formation"):
        play_step(at(OPEN), "a3+")


def every_action() -> list[Action]:
    """Every action that can be written with the spaces up to e5, and one beyond."""
    spaces = [*spaces_in(LARGE.board), 61]
    rows = [*ENLIST_ROWS, FORTIFY_ROW]
    rows += [MOVE_ROWS[space] for space in spaces] + [ATTACK_ROWS[space] for space in spaces]
    pairs = [
        pair_row(first, *pieces)[second]
        for first in spaces[:6]
        for second in spaces
        for pieces in ((0, 0), (0, 5), (5, 5), (0, 1), (3, 3))
        if second >= first
    ]
    return [row[space] for row in rows for space in spaces] + pairs + list(END_ROW)


def test_whatever_is_not_a_legal_step_has_its_sentence_and_no_legal_step_has_one() -> None:
    random = Random("sentences")
    actions = every_action()
    for _ in range(60):
        position = chance_position(random.choice(MAPS), random)
        legal = set(steps(position))
        for action in [*random.sample(actions, 150), END]:
            refusal = why_illegal(position, action)
            assert (refusal is None) == (action in legal)
            assert refusal is None or (refusal.startswith(f"{action}: ") and "None" not in refusal)
