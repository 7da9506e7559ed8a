"""What is said of rounds paired by hand."""

from __future__ import annotations

from competition.history import Colour, Forbidden, History, Pair
from competition.pairing.dutch import broken_rules, pair
from tests.support.tournament_notation import history as table_of


def articles(history: History, *pairs: tuple[int, int]) -> list[tuple[str, tuple[int, ...]]]:
    return [(each.article, each.numbers) for each in broken_rules(history, [Pair(*each) for each in pairs])]


EVEN = "1:\n2:\n3:\n4:"


def test_the_engine_breaks_no_rule() -> None:
    history = table_of("1: 2w1\n2: 1b0\n3: 4w1\n4: 3b0\n5: U", 5)
    assert broken_rules(history, pair(history)) == ()


def test_who_is_left_out_who_is_there_twice_and_who_is_not_there() -> None:
    found = articles(table_of(EVEN + "\n5: Z\n6: Z", 5), (1, 2), (2, 5), (9, 3))
    assert found == [
        ("C.04.1", (2,)),
        ("C.04.1", (5,)),
        ("C.04.1", (9,)),
        ("C4", (4,)),
    ]


def test_a_player_against_themselves() -> None:
    assert ("C.04.1", (1,)) in articles(table_of(EVEN, 5), (1, 1), (2, 3), (4, 0))


def test_a_bye_too_many() -> None:
    assert articles(table_of(EVEN, 5), (1, 2), (3, 0), (4, 0)) == [("C.04.1", (3, 4))]
    assert ("C.04.1", (1, 2, 3)) in articles(table_of("1:\n2:\n3:", 5), (1, 0), (2, 0), (3, 0))


def test_those_who_have_met_and_those_who_are_kept_apart() -> None:
    history = table_of("1: 2w1\n2: 1b0\n3: 4w+\n4: 3b-", 5, forbidden=(Forbidden(frozenset({3, 4}), 2, 2),))
    assert articles(history, (2, 1), (3, 4)) == [("C1", (2, 1)), ("forbidden", (3, 4))]


ALIKE = "1: 5w1 6w1\n2: 6w1 5w1\n3: 7w1 8w0\n4: 8w0 7w1\n5: 1b0 2b0\n6: 2b0 1b0\n7: 3b0 4b0\n8: 4b1 3b1"


def test_two_who_must_have_the_same_colour() -> None:
    assert articles(table_of(ALIKE, 9), (1, 2), (5, 3), (6, 4), (7, 8))[:2] == [("C3", (1, 2)), ("C3", (7, 8))]


def test_topscorers_may_meet_them_in_the_last_round() -> None:
    """1, 2 and 8 have more than half of what can be had."""
    assert "C3" not in dict(articles(table_of(ALIKE, 3), (1, 2), (5, 3), (6, 4), (7, 8)))


def test_a_bye_for_one_who_had_one_and_a_bye_too_high() -> None:
    history = table_of("1: 2w1\n2: 1b0\n3: U", 5)
    assert articles(history, (1, 2), (3, 0))[:2] == [("C1", (1, 2)), ("C2", (3,))]
    assert articles(history, (2, 3), (1, 0)) == [("C5", (1,))]


def test_colours_the_wrong_way_round() -> None:
    (found,) = broken_rules(table_of(EVEN, 5), [Pair(3, 1), Pair(4, 2)])
    assert found == ("E.5", (3, 1), "Players 3 and 1 have their colours the wrong way round.")


def test_a_pair_across_groups_that_need_not_be() -> None:
    history = table_of("1: 5w1\n2: 6b1\n3: 7w1\n4: 8b1\n5: 1b0\n6: 2w0\n7: 3b0\n8: 4w0", 5)
    assert articles(history, (2, 1), (4, 7), (8, 3), (5, 6)) == [("C6", (1, 2, 3, 4))]


def test_a_preference_that_need_not_be_refused() -> None:
    """1 and 3 both had white, 2 and 4 black."""
    history = table_of("1: 5w1\n2: 6b1\n3: 7w1\n4: 8b1\n5: 1b0\n6: 2w0\n7: 3b0\n8: 4w0", 5)
    (found, *_) = broken_rules(history, [Pair(3, 1), Pair(2, 4), Pair(5, 8), Pair(7, 6)])
    assert found.article == "C12"
    assert found.numbers == (1, 2, 3, 4)
    assert found.text.startswith("Score group 1: ")


def test_a_pairing_as_good_as_the_engines_that_comes_later_in_the_order() -> None:
    assert articles(table_of(EVEN, 5), (1, 4), (3, 2)) == [("B", (1, 2, 3, 4))]


def test_the_bye_for_one_who_played_less() -> None:
    """Worked example B: 4 has one game, 6 has two (C9)."""
    table = "1: 4b= 6w1\n2: 5w1 7b+\n3: 6b= 4w+\n4: 1w= 3b-\n5: 2b0 U\n6: 3w= 1b0\n7: U 2w-"
    history = table_of(table, 4, initial_colour=Colour.BLACK)
    assert articles(history, (3, 2), (5, 1), (7, 6), (4, 0))[0] == ("C9", (4, 6, 7))


def test_another_one_going_down_by_whom_the_next_bracket_suffers() -> None:
    """Of 1, 2 and 3 one goes down to 4, whom 3 has met (C8)."""
    history = table_of("1: F Z\n2: F Z\n3: 4w1 Z\n4: 3b0 H\n5: Z Z\n6: Z Z", 9)
    assert articles(history, (1, 2), (5, 3), (4, 6))[0] == ("C8", (1, 2, 3))
    assert {frozenset(each) for each in pair(history)} == {frozenset({1, 3}), frozenset({2, 4}), frozenset({5, 6})}
