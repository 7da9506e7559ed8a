"""What only topscorers can bring about: pairs of two who must have the same colour (C10, C11).

Four topscorers are level before the fifth and last round, all of them must have black, and by their numbers 1 would
meet 3 and 2 would meet 4. Their opponents of before are not there any more.
"""

from __future__ import annotations

from competition.history import Colour, History
from competition.pairing.dutch import pair
from tests.support.tournament_notation import history as table_of

from .oracle import decide

FAR = "{0}w1 {0}w1 {0}b1 {0}w="  # two whites more, not with the last two
FAR_AND_LAST = "{0}w1 {0}b1 {0}w1 {0}w="  # two more, with the last two
LAST = "H {0}b1 {0}w1 {0}w1"  # one more, with the last two


def before_the_last_round(*players: str) -> History:
    gone = {"w1": "b0", "b1": "w0", "w=": "b="}
    rows = []
    for number, table in enumerate(players, 1):
        other = number + 10
        theirs = " ".join(f"{number}{gone[cell[-2:]]}" if cell[0] == "{" else "Z" for cell in table.split())
        rows += [(number, table.format(other)), (other, theirs + " Z")]
    return table_of("\n".join(f"{number}: {cells}" for number, cells in sorted(rows)), 5, initial_colour=Colour.WHITE)


def opponents(history: History) -> set[frozenset[int]]:
    assert decide(history) == {tuple(each) for each in pair(history)}
    return {frozenset(each) for each in pair(history)}


NATURAL = {frozenset({1, 3}), frozenset({2, 4})}
OTHERWISE = {frozenset({1, 4}), frozenset({2, 3})}


def test_two_with_large_differences_are_kept_apart() -> None:
    assert opponents(before_the_last_round(FAR, LAST, FAR, LAST)) == OTHERWISE


def test_it_does_not_matter_who_of_two_has_the_large_difference() -> None:
    assert opponents(before_the_last_round(FAR, FAR, LAST, LAST)) == NATURAL


def test_nobody_gets_a_colour_for_the_third_time_running_without_need() -> None:
    """1 and 3 have the same difference, and both had white twice running: one of them would get it again."""
    assert opponents(before_the_last_round(FAR_AND_LAST, FAR, FAR_AND_LAST, FAR)) == OTHERWISE


def test_one_of_two_with_the_same_difference_may_have_had_it_twice() -> None:
    assert opponents(before_the_last_round(FAR_AND_LAST, FAR_AND_LAST, FAR, FAR)) == NATURAL


def test_only_the_one_who_is_refused_counts() -> None:
    """Of 1 and 2, with a larger difference, and 3 and 4 with white twice running, 3 and 4 are refused in any case."""
    assert opponents(before_the_last_round(FAR_AND_LAST, FAR, LAST, LAST)) == NATURAL
