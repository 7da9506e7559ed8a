from __future__ import annotations

import pytest

from competition.history import Colour
from competition.pairing.dutch.colour_allocation import allocate, initial_colour
from competition.pairing.dutch.colour_preferences import preference
from competition.pairing.dutch.field import Entrant
from competition.pairing.dutch.scores_and_floats import Float
from tests.support.tournament_notation import history as table_of

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def player(colours: str, effective: int = 1) -> Entrant:
    played = tuple(Colour(letter) for letter in colours)
    floats = Float.NONE, Float.NONE
    return Entrant(1, effective, 0, played, preference(played), floats, 0, True, False, frozenset())


@pytest.mark.parametrize(
    ("higher", "lower", "colour", "rule"),
    [
        ("wb", "bw", WHITE, "E.1"),
        ("", "b", BLACK, "E.1"),
        ("wbw", "", BLACK, "E.1"),
        ("bw", "w", WHITE, "E.2"),  # strong before mild
        ("wbw", "ww", WHITE, "E.2"),  # absolute before strong
        ("bww", "wwbw", WHITE, "E.2"),  # both absolute: the larger difference
        ("bwwb", "wbwb", BLACK, "E.3"),  # third from the end: w and b
        ("wbbw", "bwbw", WHITE, "E.3"),
        ("wbwb", "wb", WHITE, "E.4"),  # alike until the shorter ends
        ("bw", "bw", BLACK, "E.4"),
    ],
)
def test_the_first_rule_that_applies_decides(higher: str, lower: str, colour: Colour, rule: str) -> None:
    assert allocate(player(higher), player(lower), WHITE) == (colour, rule)


@pytest.mark.parametrize(("effective", "colour"), [(1, BLACK), (2, WHITE), (7, BLACK)])
def test_who_never_played_gets_the_colour_drawn_by_odd_numbers(effective: int, colour: Colour) -> None:
    assert allocate(player("", effective), player(""), BLACK) == (colour, "E.5")


def test_the_colour_drawn_is_taken_from_the_history_if_it_says() -> None:
    assert initial_colour(table_of("1: 2w1\n2: 1b0", 5, initial_colour=BLACK)) is BLACK


def test_or_from_the_first_in_the_first_round() -> None:
    assert initial_colour(table_of("1: Z\n2: 3b1\n3: 2w0", 5)) is BLACK


def test_or_from_the_next_one_the_other_way_round_if_that_one_had_the_bye() -> None:
    assert initial_colour(table_of("1: U\n2: 3b1\n3: 2w0", 5)) is WHITE


def test_or_from_the_first_round_that_had_colours() -> None:
    assert initial_colour(table_of("1: H 2b1\n2: H 1w0", 5)) is BLACK


def test_it_is_white_if_nothing_was_played() -> None:
    assert initial_colour(table_of("1:\n2:", 5)) is WHITE
