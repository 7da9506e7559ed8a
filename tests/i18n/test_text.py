"""Sentences that can be said again."""

from __future__ import annotations

import pytest

from i18n.text import (
    Text,
    begun,
    english,
    in_one_language,
    joined,
    listed,
    pgettext,
    say,
    say_many,
    source_of,
    translate,
)
from tests.support.foreign_language import ENGLISH


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
    assert listed(names) == translate(listed(names).kept) == said


def test_a_sentence_in_a_sentence_is_said_again_with_it() -> None:
    turns = joined([say_many("%(number)s turn", "%(number)s turns", number) for number in (1, 2)], "; ")
    sentence = begun(say("played %(turns)s by %(name)s", turns=turns, name="Ann"))
    assert sentence == translate(sentence.kept) == "Played 1 turn; 2 turns by Ann"


def _everything() -> Text:
    turns = joined([say_many("%(number)s turn", "%(number)s turns", number) for number in (1, 2)], "; ")
    return begun(say("%(what)s of %(who)s: %(turns)s", what=pgettext("accusative", "Tank"), who="A1", turns=turns))


def test_what_was_said_in_one_language_is_said_again_in_another(request: pytest.FixtureRequest) -> None:
    sentence = _everything()
    assert sentence == "Tank of A1: 1 turn; 2 turns"
    request.getfixturevalue("abroad")
    assert translate(sentence.kept) == _everything() == "Жжжж жж A1: 1 жжжж; 2 жжжжж"


def test_what_was_said_in_another_language_is_said_in_english(abroad: None) -> None:
    assert not ENGLISH.search(_everything())
    assert english(_everything()) == "Tank of A1: 1 turn; 2 turns"
    assert english("plain") == "plain"


def test_what_was_looked_up_for_one_call_is_forgotten_for_the_next(request: pytest.FixtureRequest) -> None:
    spoken = in_one_language(_everything)
    assert spoken() == "Tank of A1: 1 turn; 2 turns"
    request.getfixturevalue("abroad")
    assert spoken() == "Жжжж жж A1: 1 жжжж; 2 жжжжж"


def test_the_message_of_an_error_is_a_sentence_still() -> None:
    message = str(ValueError(say("%(name)s cannot do that.", name="Ann")))
    assert message == "Ann cannot do that."
    assert source_of(message) == ["say", "%(name)s cannot do that.", {"name": "Ann"}]


def test_a_number_below_nothing_has_a_minus_sign_in_every_language_and_when_it_is_said_again() -> None:
    said = say("%(name)s %(points)s", name=say("Red"), points=-2)
    assert said == "Red −2"
    assert translate(source_of(said)) == "Red −2"
    assert source_of(said) == ["say", "%(name)s %(points)s", {"name": ["say", "Red", {}], "points": -2}]
    assert say_many("%(number)s point", "%(number)s points", -3) == "−3 points"
