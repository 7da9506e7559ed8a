"""Sentences that can be said again."""

from __future__ import annotations

import pytest

from engine.said import again, begun, joined, listed, say, say_many


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Ben"], "Ann and Ben"),
        (["Ann", "Ben", "Cleo"], "Ann, Ben and Cleo"),
    ],
)
def test_a_list_ends_as_one_does_in_speech(names: list[str], said: str) -> None:
    assert listed(names) == again(listed(names).kept) == said


def test_a_sentence_in_a_sentence_is_said_again_with_it() -> None:
    turns = joined([say_many("%(number)s turn", "%(number)s turns", number) for number in (1, 2)], "; ")
    sentence = begun(say("played %(turns)s by %(name)s", turns=turns, name="Ann"))
    assert sentence == again(sentence.kept) == "Played 1 turn; 2 turns by Ann"
