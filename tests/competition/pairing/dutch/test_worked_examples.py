"""Rounds worked through by hand, article by article; two pairing programs agree on each."""

from __future__ import annotations

from competition.history import Colour, History
from competition.pairing.dutch import pair
from tests.support.tournament_notation import history as table_of


def pairs(history: History) -> str:
    return " ".join(f"{white}-{black}" for white, black in pair(history))


FIRST_ROUND = """
    1:
    2: Z
    3:
    4:
    5:
    6:
    7:
    8:
"""


def test_the_first_round_counts_only_those_who_are_there_for_its_colours() -> None:
    """Numbers 1, 3 and 4 are first, second and third to be paired, so 1 and 4 get the colour drawn (E.5)."""
    assert pairs(table_of(FIRST_ROUND, 5, initial_colour=Colour.BLACK)) == "5-1 3-6 7-4 8-0"


def test_the_first_round_pairs_the_top_half_against_the_bottom_half() -> None:
    assert pairs(table_of(FIRST_ROUND.replace("Z", ""), 5, initial_colour=Colour.BLACK)) == "5-1 2-6 7-3 4-8"


def test_the_bye_goes_to_whom_fewer_rounds_passed_without_a_game() -> None:
    """C5 leaves 4 and 6, who have least; C9 takes 6, who played twice. 7 goes down rather than 5, who went down in the
    last round (C14); a forfeit loss is no downfloat."""
    history = table_of(
        """
        1: 4b= 6w1
        2: 5w1 7b+
        3: 6b= 4w+
        4: 1w= 3b-
        5: 2b0 U
        6: 3w= 1b0
        7: U 2w-
        """,
        4,
        initial_colour=Colour.BLACK,
    )
    assert sorted(pair(history)) == [(3, 2), (5, 1), (6, 0), (7, 4)]


def test_nobody_goes_up_twice_running_without_need_and_equals_leave_the_choice_to_the_higher_ranked() -> None:
    """1 meets 8 and not 6, who met a higher one in the last round (C15). Both want black mildly after the same colours,
    and 1 is ranked higher (E.4)."""
    history = table_of(
        """
        1: 5b1 2w0
        2: 6w1 1b1
        3: 7b1 6w1
        4: 8w1 H
        5: 1w0 Z
        6: 2b0 3b0
        7: 3w0 8b1
        8: 4b0 7w0
        """,
        6,
        initial_colour=Colour.BLACK,
    )
    assert sorted(pair(history)) == [(2, 3), (6, 5), (7, 4), (8, 1)]


def test_an_exchange_lets_another_one_go_down_when_colours_ask_for_it() -> None:
    """1 meets the first of the residents, 2. Of 3, 5 and 6 those who can both have their colour are 5 and 6, so 3, of
    the top half, leaves it (C12 before the order of generation)."""
    history = table_of(
        """
        1: 4w1
        2: 5b=
        3: 6w=
        4: 1b0
        5: 2w=
        6: 3b=
        """,
        4,
    )
    assert sorted(pair(history)) == [(2, 1), (4, 3), (6, 5)]


def test_a_topscorer_may_meet_one_who_must_have_the_same_colour_in_the_last_round() -> None:
    """2 has only 4 and 7 left; 2 and 4 must both have white (C3). More than half of what can be had makes 2 a
    topscorer, and the higher ranked of two equals gets the colour (E.4)."""
    history = table_of(
        """
        1: 4b1 8w+ 3w1 2w0 H
        2: 6w1 3b= 5w1 1b1 8b1
        3: 7b1 2w= 1b0 6w1 5b1
        4: 1w0 6b- 7b1 5w- 6b1
        5: Z 7w1 2b0 4b+ 3w0
        6: 2b0 4w+ 8w= 3b0 4w0
        7: 3w0 5b0 4w0 8b- U
        8: U 1b- 6b= 7w+ 2w0
        """,
        6,
        initial_colour=Colour.BLACK,
    )
    assert sorted(pair(history)) == [(2, 4), (3, 8), (5, 1), (6, 7)]
