from __future__ import annotations

from fractions import Fraction

from competition.history import Code, Colour, History, Pair, Result
from competition.pair_again import Difference, before, differences, pairs_of
from competition.pairing.dutch import NoLegalPairing
from tests.support.tournament_notation import FILES, history, reference

TABLE = history(
    "1: 2w1 4b1 H\n2: 1b0 Z 4w1\n3: 4w0 U Z\n4: 3b1 1w0 2b0", rounds=4, virtual_points={(1, 1): Fraction(1)}
)


def test_the_engine_pairs_every_round_of_reference_files_as_they_stand() -> None:
    """Of a third of them: the rounds of all of them are paired in tests/tournaments/pairing/dutch."""
    assert {file: found for file in FILES[::3] if (found := list(differences(reference(file).history)))} == {}


def test_a_history_before_a_round_has_the_byes_granted_for_it_and_nothing_later() -> None:
    early = before(TABLE, 2)
    assert early.paired_rounds == 1
    assert [len(player.results) for player in early.players] == [1, 2, 1, 1]
    assert early.players[1].results[1] == Result(Code.ZERO_BYE)
    assert (early.rounds, early.virtual_points) == (TABLE.rounds, TABLE.virtual_points)


def test_the_initial_colour_is_known_before_the_first_round() -> None:
    assert before(TABLE, 1).initial_colour is Colour.WHITE
    turned = history("1: 2b1 \n2: 1w0")
    assert before(turned, 1).initial_colour is Colour.BLACK


def test_the_pairs_of_a_round() -> None:
    assert set(pairs_of(TABLE, 1)) == {Pair(1, 2), Pair(3, 4)}
    assert set(pairs_of(TABLE, 2)) == {Pair(4, 1), Pair(3, 0)}
    assert set(pairs_of(TABLE, 3)) == {Pair(2, 4)}


def expecting(*pairs: Pair) -> list[Difference]:
    """What differs in the one round of a tournament if the engine answers so."""
    return list(differences(history("1: 2w1\n2: 1b0\n3: 4+\n4: 3-\n5: U"), lambda _: pairs))


def test_what_is_the_same_is_no_difference() -> None:
    assert expecting(Pair(1, 2), Pair(3, 4), Pair(5, 0)) == []


def test_a_forfeit_without_colours_is_right_either_way() -> None:
    assert expecting(Pair(4, 3), Pair(1, 2), Pair(5, 0)) == []


def test_colours_the_wrong_way_round_are_a_difference() -> None:
    (difference,) = expecting(Pair(2, 1), Pair(3, 4), Pair(5, 0))
    assert difference == Difference(1, (Pair(2, 1),), (Pair(1, 2),))


def test_another_bye_is_a_difference() -> None:
    (difference,) = expecting(Pair(1, 5), Pair(3, 4), Pair(2, 0))
    assert (difference.expected, difference.found) == ((Pair(1, 5), Pair(2, 0)), (Pair(1, 2), Pair(5, 0)))


def test_a_round_the_engine_cannot_pair_differs() -> None:
    def refuse(_: History) -> tuple[Pair, ...]:
        raise NoLegalPairing("They all have met.")

    (difference,) = differences(history("1: 2w1\n2: 1b0"), refuse)
    assert (difference.expected, difference.found, difference.why) == ((), (Pair(1, 2),), "They all have met.")


def test_a_round_in_which_nobody_was_paired_is_none() -> None:
    assert list(differences(history("1: H\n2: Z"))) == []
