from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import MistypedTurn, UnreadableTurn
from engine.fortac.notation.step import parse_step
from engine.fortac.rules.steps import STEPS

ALL_STEPS = [step for card in STEPS for row in card for step in row]
SPELT = {str(step) for step in ALL_STEPS}


@given(st.sampled_from(ALL_STEPS))
def test_every_step_is_read_as_it_is_written(step: object) -> None:
    assert parse_step(str(step)) == step


@pytest.mark.parametrize(
    "text",
    ["HOP A3-A2", "  hop   a3 - a2 ", "hop a3–a2", "hop a3 a2", "hop a3a2", "hopa3-a2", "h a3-a2", "H: a3→a2",
     "hop a3 to a2", "hop, a3-a2.", "Hop a3->a2!", "hop\u00a0a3-a2", "hop a3\n-a2"],
)  # fmt: skip
def test_what_cannot_be_misread_is_read(text: str) -> None:
    assert str(parse_step(text)) == "hop a3-a2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hop", "“hop” doesn’t say from where to where. Write it like this: hop a3-a2."),
        ("hop a3", "“hop a3” doesn’t say from where to where. Write it like this: hop a3-a2."),
        ("a3-a2", "“a3-a2” doesn’t say which card. Write it like this: hop a3-a2."),
        ("leap a3-a2", "There is no card “leap”: the cards are hop, skip, jump, trade, switch, rook, king, horse,"),
        ("x a3-a2", "There is no card “x”"),
        ("hop a5-a2", "There is no space a5: columns go from a to d, rows from 1 to 4."),
        ("hop a3-e2", "There is no space e2: columns go from a to d, rows from 1 to 4."),
        ("hop a3-a22", "There is no space a22"),
    ],
)
def test_a_turn_with_a_slip_is_mistyped(text: str, sentence: str) -> None:
    with pytest.raises(MistypedTurn) as refused:
        parse_step(text)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    "text",
    ["", " . ", "Good luck!", "pass", "see you at b2", "hop to it", "1 2 3", "a", "hop a3-a2 hop a2-a1", "x" * 300,
     "hop ａ3-a2"],
)  # fmt: skip
def test_what_is_no_turn_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableTurn, match=r"\.$") as refused:
        parse_step(text)
    assert not isinstance(refused.value, MistypedTurn)


@given(st.text())
def test_any_text_is_a_step_or_is_refused_in_a_sentence(text: str) -> None:
    try:
        found = str(parse_step(text))
    except UnreadableTurn as error:
        found = str(error)
    assert found in SPELT or found.endswith(".")
