"""C.07 Art. 6. Byes make everyone level on points, so that the games among them decide."""

from __future__ import annotations

from competition.history import History, System
from competition.standings import Encounter, Met, standings
from tests.support.tournament_notation import history


def places(table: History, code: str = "DE", system: System = System.SWISS) -> list[int]:
    found = {row.number: row.values[0].number for row in standings(table, [code], system)}
    return [int(number) for _, number in sorted(found.items()) if number is not None]


def test_who_won_stands_first() -> None:
    assert places(history("1: 2w0 U\n2: 1b1 Z")) == [2, 1]


def test_all_have_met() -> None:
    """1 beat 2 and drew with 3, 2 beat 3: 1½, 1, ½."""
    assert places(history("1: 2w1 Z 3w=\n2: 1b0 3w1 H\n3: F 2b0 1b=")) == [1, 2, 3]


def test_a_circle_decides_nothing() -> None:
    assert places(history("1: 2w1 Z 3b0\n2: 1b0 3w1 Z\n3: Z 2b0 1w1")) == [0, 0, 0]


def test_those_still_level_share_a_place_behind() -> None:
    """1 beat everyone, the others went round in a circle."""
    table = history(
        """
        1: 2w1 3b1 4w1 Z Z
        2: 1b0 4w0 3b1 F F
        3: 4b1 1w0 2w0 F F
        4: 3w0 2b1 1b0 F F
        """
    )
    assert places(table) == [1, 2, 2, 2]


def test_a_smaller_group_is_looked_at_by_itself() -> None:
    """1 and 4 have 2 points, 2 and 3 have 1: 1 beat 4, and 2 beat 3."""
    table = history(
        """
        1: 2w1 4w1 3b0 Z
        2: 1b0 3w1 4b0 F
        3: 4b0 2b0 1w1 F
        4: 3w1 1b0 2w1 Z
        """
    )
    assert places(table) == [1, 3, 4, 2]


def test_the_first_may_be_certain_though_not_all_have_met() -> None:
    """1 beat both others; whatever 2 against 3 would have brought, 1 is first."""
    assert places(history("1: 2w1 3b1 Z\n2: 1b0 F F\n3: F 1w0 F")) == [1, 2, 2]


def test_who_might_have_been_caught_is_not_first() -> None:
    """1 beat 2, and 3 met no one: with two wins 3 would have come first."""
    assert places(history("1: 2w1 Z\n2: 1b0 F\n3: Z F")) == [0, 0, 0]


def test_level_is_not_enough_to_be_certain() -> None:
    """1 drew with 2 and beat 3 (1½); 2 could still reach 1½ against 3."""
    assert places(history("1: 2w= 3b1 Z\n2: 1b= F Z\n3: F 1w0 H")) == [0, 0, 0]


def test_two_games_with_the_same_opponent_count_as_their_average() -> None:
    """1 beat 2 twice and lost to 3, who drew with 2: 1, ½ and 1½."""
    table = history(
        """
        1: 2w1 2b1 3w0 Z Z
        2: 1b0 1w0 F 3w= H
        3: Z H 1b1 2b= Z
        """
    )
    assert places(table) == [2, 3, 1]


def test_forfeits_count_only_where_the_event_says_so() -> None:
    table = history("1: 2w+ Z\n2: 1b- F")
    assert places(table) == [0, 0]
    assert places(table, "DE/P") == [1, 2]
    assert places(table, system=System.ROUND_ROBIN) == [1, 2]


def test_nobody_stands_alone_in_a_group() -> None:
    assert places(history("1: 2w1\n2: 1b0")) == [0, 0]


def test_it_looks_at_those_who_are_level_on_everything_before() -> None:
    """2 beat 1, and that is a win which 1 has not: they are not level any more."""
    table = history("1: 2w0 F Z\n2: 1b1 Z Z\n3: F Z Z")
    rows = standings(table, ["WON", "DE"])
    assert [row.number for row in rows] == [2, 1, 3]
    assert [row.values[1].number for row in rows] == [0, 0, 0]


def test_it_unfolds_to_the_games_of_the_group() -> None:
    value = standings(history("1: 2w1 Z\n2: 1b0 F"), ["DE"])[0].values[0]
    assert isinstance(value.basis, Encounter)
    first, second = value.basis.members
    assert (first.number, first.place, second.number, second.place) == (1, 1, 2, 2)
    (met,) = first.games
    assert isinstance(met, Met)
    assert [met.round, met.opponent, met.points] == [1, 2, 1]
