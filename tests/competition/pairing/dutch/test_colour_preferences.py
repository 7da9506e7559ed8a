from __future__ import annotations

import pytest

from competition.history import Colour
from competition.pairing.dutch.colour_preferences import Strength, difference, preference

ABSOLUTE, STRONG, MILD = Strength.ABSOLUTE, Strength.STRONG, Strength.MILD


def colours(text: str) -> tuple[Colour, ...]:
    return tuple(Colour(letter) for letter in text)


@pytest.mark.parametrize(
    ("played", "colour", "strength"),
    [
        ("w", "b", STRONG),
        ("b", "w", STRONG),
        ("wb", "w", MILD),
        ("bw", "b", MILD),
        ("ww", "b", ABSOLUTE),  # both the difference and the last two
        ("wwbw", "b", ABSOLUTE),  # the difference alone
        ("bww", "b", ABSOLUTE),  # the last two, with a difference of 1
        ("wwbb", "w", ABSOLUTE),  # the last two, with none
        ("wbb", "w", ABSOLUTE),
        ("wbw", "b", STRONG),
        ("wwb", "b", STRONG),
    ],
)
def test_what_a_player_is_due(played: str, colour: str, strength: Strength) -> None:
    assert preference(colours(played)) == (Colour(colour), strength)


def test_who_has_not_played_is_due_nothing() -> None:
    assert preference(()) == (None, Strength.NONE)


def test_the_difference_is_whites_less_blacks() -> None:
    assert difference(colours("wbbb")) == -2
