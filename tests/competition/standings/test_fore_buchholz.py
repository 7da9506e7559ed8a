"""C.07 Art. 8.3: Buchholz as if the last round had been drawn by all who were paired in it."""

from __future__ import annotations

from fractions import Fraction

from competition.standings import values
from tests.support.tournament_notation import history

HALF = Fraction(1, 2)


def test_it_is_known_as_soon_as_the_last_round_is_paired() -> None:
    running = history("1: 2w1 3b*\n2: 1b0 4w*\n3: 4b1 1w*\n4: 3w0 2b*")
    played = history("1: 2w1 3b0\n2: 1b0 4w1\n3: 4b1 1w1\n4: 3w0 2b0")
    expected = {
        1: HALF + Fraction("1.5"),
        2: Fraction("1.5") + HALF,
        3: HALF + Fraction("1.5"),
        4: Fraction("1.5") + HALF,
    }
    for table in (running, played):
        assert {number: row[0].number for number, row in values(table, ["FB"]).items()} == expected


def test_a_forfeit_of_the_last_round_counts_as_a_drawn_game() -> None:
    table = history("1: 2w1 3b-\n2: 1b0 Z\n3: U 1w+")
    terms = values(table, ["FB"])[1][0].terms
    assert [(term.value, term.dummy) for term in terms] == [(HALF, None), (Fraction("1.5"), None)]


def test_a_bye_before_it_is_not_at_the_end_any_more() -> None:
    """Player 2 was absent in round 2 and lost the last round by forfeit: both voluntary, so for Buchholz the absence is
    a draw. With the last round drawn it is not."""
    table = history("1: 2w1 Z 3b1\n2: 1b0 Z 4w-\n3: Z Z 1w0\n4: Z Z 2b+")
    buchholz, fore = values(table, ["BH", "FB"])[1]
    assert (buchholz.terms[0].value, fore.terms[0].value) == (HALF, HALF)
    assert [buchholz.terms[0].points, fore.terms[0].points] == [0, 0]


def test_who_was_not_paired_keeps_the_last_round() -> None:
    table = history("1: 2w1 3b1\n2: 1b0 F\n3: Z 1w0")
    assert values(table, ["FB"])[1][0].terms[0].value == 1


def test_the_own_last_round_counts_as_drawn_for_a_dummy() -> None:
    table = history("1: U 2w1\n2: Z 1b0", rounds=8)
    assert values(table, ["BH", "FB"])[1][0].terms[0].value == 2
    assert values(table, ["BH", "FB"])[1][1].terms[0].value == Fraction("1.5")
