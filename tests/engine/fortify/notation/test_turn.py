from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import MistypedTurn, UnreadableTurn
from engine.fortify.board.maps import Map
from engine.fortify.notation.turn import format_turn, parse_step, parse_turn
from engine.fortify.rules.actions import END
from engine.fortify.rules.legal import steps
from tests.engine.fortify.boards import MAPS, chance_position


@given(st.integers(0, 2**32))
def test_every_legal_step_is_read_back_from_its_text_in_any_case(seed: int) -> None:
    random = Random(seed)
    for step in steps(chance_position(random.choice(MAPS), random)):
        assert parse_step(str(step)) == parse_step(str(step).upper()) == parse_step(f" {str(step).lower()} ") == step


@given(st.integers(0, 2**32), st.sampled_from([" ", "  ", ",", ", ", ";", " ; ", "\t", "\n"]))
def test_a_turn_is_read_back_whatever_stands_between_its_actions(seed: int, between: str) -> None:
    random = Random(seed)
    found = [step for step in steps(chance_position(random.choice(MAPS), random)) if step != END]
    actions = random.choices(found, k=2) if found else []
    text = format_turn(actions)
    assert parse_turn(text) == actions
    assert parse_turn(between.join(text.split())) == actions


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("T@b3 b3+", "T@b3 b3+"),
        ("t@B3,B3+", "T@b3 b3+"),
        (" t @ b3 ;; b3 + ", "T@b3 b3+"),
        ("b3 +; c3+", "b3+ c3+"),
        ("i@c3 & +i@b3", "+I@b3&I@c3"),
        ("I@a2&I@d1", "I@d1&I@a2"),
        ("b3 - c3", "b3-c3"),
        ("b3–c3", "b3-c3"),
        ("B3 X B3", "b3xb3"),
        ("a3×a4", "a3xa4"),
        ("pass", "pass"),
        (" PASS;", "pass"),
        ("end", "pass"),
        ("b3+ End", "b3+"),
    ],
)
def test_it_forgives_what_cannot_be_misread(text: str, canonical: str) -> None:
    assert format_turn(parse_turn(text)) == canonical


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The turn is empty. Write its actions, such as T@b3 b3+, or pass."),
        (" ,; ", "The turn is empty. Write its actions, such as T@b3 b3+, or pass."),
        ("b3+ pass", "“pass” can’t be combined with actions. Write only the actions, or only pass."),
        ("end b3+", "“end” can come only once, after the last action of the turn. You can leave it out."),
        ("b3+ end end", "“end” can come only once, after the last action of the turn. You can leave it out."),
        ("b3c3", "Action 1, “b3c3”: it could be the Move b3-c3 or the Attack b3xc3; write one of them."),
        (
            "T@b3 b3",
            "Action 2, “b3”: it does not say what to do: a Fortify is b3+, a Move b3-c3, an Attack b3xc3.",
        ),
        ("c3", "Action 1, “c3”: it does not say what to do: a Fortify is c3+, a Move c3-c4, an Attack c3xc4."),
        ("b3-", "Action 1, “b3-”: it does not say where to; write b3-c3, for example."),
        ("B3x", "Action 1, “B3x”: it does not say where to; write b3xc3, for example."),
        ("T@", "Action 1, “T@”: it does not say on which space: an Enlist is T@b3."),
        ("+i", "Action 1, “+i”: it does not say on which space: an Enlist is +I@b3."),
        ("I@b3&c3", "Action 1, “I@b3&c3”: it does not say which unit goes onto c3."),
        ("@b3", "Action 1, “@b3”: it does not say which unit: an Enlist is T@b3."),
        ("Tb3", "Action 1, “Tb3”: an Enlist is written T@b3."),
        ("X@b3", "Action 1, “X@b3”: there is no unit X; the units are I, T, B, C and A."),
        ("b9-b2", "Action 1, “b9-b2”: no map has a space b9: columns go from a to h, rows from 1 to 8, as in b3."),
        ("T@k3", "Action 1, “T@k3”: no map has a space k3: columns go from a to h, rows from 1 to 8, as in b3."),
        (
            "I@a1&I@b1&I@c1",
            "Action 1, “I@a1&I@b1&I@c1”: no more than two Infantry can be enlisted in one action, as in I@b3&I@c3.",
        ),
        ("x" * 201, "A turn has at most 200 characters."),
    ],
)
def test_it_says_what_it_did_not_understand(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableTurn) as refused:
        parse_turn(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "text",
    ["b3 +I@c3", "T@b3+", "b3-c3-d3", "b3-c3+", "I@b3&", "&", "+", "b3 + c3", "b3++", "T@b3T@c3", "b3=c3"],
)
def test_it_never_guesses(text: str) -> None:
    with pytest.raises(UnreadableTurn, match=re.escape("Action 1, “")):
        parse_turn(text)


@given(st.text(alphabet="abchi138+-x@&TIpas ,;", max_size=24))
def test_a_text_is_refused_or_has_a_canonical_form_that_means_the_same(text: str) -> None:
    try:
        actions = parse_turn(text)
    except UnreadableTurn:
        return
    assert parse_turn(format_turn(actions)) == actions


@pytest.mark.parametrize("text", ["", "pass", "b3+ c3+", "b3"])
def test_a_step_is_one_action_or_end(text: str) -> None:
    with pytest.raises(UnreadableTurn):
        parse_step(text)
    assert parse_step("END") == END


@pytest.mark.parametrize(
    "text",
    [
        *("A@z1", "Tb3", "b3c3", "b3-", "T@", "@b3", "I@a2&", "I@a2&b2", "b9-b2", "T@k33", "X@b3", "b3", "b3+ c9+"),
        *("b3+ pass", "b3+ end end", "i@b3; z9+", "T@b3+", "b3x", "+i@k1"),
    ],
)
def test_a_slip_is_told_from_a_sentence(text: str) -> None:
    with pytest.raises(MistypedTurn):
        parse_turn(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "hello?", "b3+ please", "my turn: b3+", "1. b3+", "ada@players.example", "Ben10", "@ben", "B52s"),
        *("pass pass", "10:30", "*b3+*", "see you at 5", "-", "+", "x" * 201),
    ],
)
def test_and_a_sentence_from_a_slip(text: str) -> None:
    with pytest.raises(UnreadableTurn) as refused:
        parse_turn(text)
    assert not isinstance(refused.value, MistypedTurn)


@pytest.mark.parametrize(("text", "space"), [("A@z1", "z1"), ("b3-b9", "b9"), ("c2+ I@a2&I@k2", "k2")])
def test_the_limits_are_those_of_the_map_it_is_played_on(text: str, space: str) -> None:
    small = Map.from_text("name: Small\nslots: 2\nSSSS\nLLLL\nSSSS")
    with pytest.raises(UnreadableTurn) as refused:
        parse_turn(text, small)
    limits = f"this map has no space {space}: its columns go from a to d, its rows from 1 to 3."
    assert str(refused.value).endswith(limits)
