"""Which colours a player has had in a cup, by which those of the next round are given."""

from __future__ import annotations

import pytest

from competition.history import Colour
from competition.pairing.knockout import Couple, Tie
from tournaments.formats.cup.bracket import Bracket, Standing
from tournaments.models import Pairing

WHITE, BLACK = Colour.WHITE, Colour.BLACK


@pytest.mark.parametrize(("further", "had"), [(0, [WHITE]), (1, [BLACK, WHITE]), (2, [WHITE, BLACK, WHITE])])
def test_further_matches_count_and_change_colours_each_time(further: int, had: list[Colour]) -> None:
    last = Standing(Tie(Couple(1, 2), 1, is_decided=True), Pairing(further=further))
    bracket = Bracket((1, 2, 3), ((last, Standing(Tie(Couple(3, 0), 3, is_decided=True))),), None, 2)
    assert bracket.had[1] == had
    assert bracket.had[2] == [WHITE if colour is BLACK else BLACK for colour in had]
    assert 3 not in bracket.had


@pytest.mark.parametrize(("further", "had"), [(0, []), (1, [BLACK]), (2, [WHITE, BLACK])])
@pytest.mark.parametrize("codes", [("+", "-"), ("-", "+"), ("-", "-")])
def test_a_match_that_was_forfeited_counts_as_no_colour(
    further: int, had: list[Colour], codes: tuple[str, str]
) -> None:
    pairing = Pairing(further=further, white_code=codes[0], black_code=codes[1])
    bracket = Bracket((1, 2), ((Standing(Tie(Couple(1, 2), 1, is_decided=True), pairing),),), None, 1)
    assert bracket.had.get(1, []) == had
