from __future__ import annotations

from dataclasses import replace

import pytest

from competition.history import Forbidden, History
from competition.pairing.dutch import NoLegalPairing, pair, way_out
from tests.support.tournament_notation import history as table_of

RULED_OUT = "earlier matches, colours or forbidden pairs rule out all others"
LEAVE = "earlier matches, colours or forbidden pairs leave them"


def why(history: History) -> str:
    with pytest.raises(NoLegalPairing) as refused:
        pair(history)
    return str(refused.value)


def test_it_names_one_whom_nobody_is_left_for() -> None:
    history = table_of("1: 2w1\n2: 1b0", 5)
    assert why(history) == f"Player 1 (1) has no possible opponent left: {RULED_OUT}."
    nameless = replace(history, players=tuple(replace(player, name="") for player in history.players))
    assert why(nameless) == f"Player 1 has no possible opponent left: {RULED_OUT}."


def test_it_names_too_many_who_have_too_few_left() -> None:
    """1, 2 and 3 have met, and 4 is the only other one: two of them are enough to say why."""
    table = "1: 2w1 3b1 U\n2: 1b0 U 3w1\n3: U 1w0 2b0\n4: Z Z Z"
    assert why(table_of(table, 5)) == (
        f"Player 1 (1) and Player 2 (2) cannot all be paired: {LEAVE} only Player 4 (4)."
    )


def test_it_says_when_nobody_may_have_the_bye() -> None:
    table = "1: 2w1 3b1 U\n2: 1b0 U 3w1\n3: U 1w0 2b0"
    assert why(table_of(table, 5)) == (
        "The number of players is odd, and all of them have had a bye or won without playing."
    )


def test_it_says_when_one_and_the_bye_have_the_same_player_only() -> None:
    """Only 3 may have the bye, and 4 may meet only 3."""
    apart = tuple(Forbidden(frozenset({one, other}), 1, 5) for one in (1, 2, 5) for other in (3, 4))
    assert why(table_of("1: F\n2: F\n3: Z\n4: F\n5: F", 5, forbidden=apart)) == (
        f"Player 4 (4) and the bye cannot all be paired: {LEAVE} only Player 3 (3)."
    )


def test_it_says_when_an_odd_group_has_only_itself() -> None:
    apart = tuple(Forbidden(frozenset({one, other}), 1, 5) for one in (1, 2, 3) for other in (4, 5, 6))
    assert f"cannot all be paired: {LEAVE} only each other." in why(
        table_of("1:\n2:\n3:\n4:\n5:\n6:", 5, forbidden=apart)
    )


def test_pairs_are_forbidden_in_their_rounds_only() -> None:
    later = (Forbidden(frozenset({1, 2}), 2, 5),)
    assert [*pair(table_of("1:\n2:", 5, forbidden=later))] == [(1, 2)]


def test_the_bye_goes_higher_when_the_round_can_be_paired_in_no_other_way() -> None:
    """4 has the least points, but is the only one left for 3; so one with more gets the bye (C5)."""
    apart = tuple(Forbidden(frozenset({3, other}), 1, 5) for other in (1, 2, 5))
    byes = [each.white for each in pair(table_of("1: H\n2: H\n3: F\n4: Z\n5: H", 5, forbidden=apart)) if each.is_bye]
    assert byes == [5]


def out(table: str, *apart: tuple[int, ...]) -> str:
    forbidden = tuple(Forbidden(frozenset(players), 1, 5) for players in apart)
    return str(way_out(table_of(table, 5, forbidden=forbidden)) or "")


def test_it_says_which_forbidden_pair_would_have_to_meet() -> None:
    """Of four all are kept apart from 1; any one of these pairs is enough."""
    assert out("1:\n2:\n3:\n4:", (1, 2), (1, 3), (1, 4)) == (
        "The round can be paired if one of these pairs may meet: Player 1 (1) – Player 2 (2), "
        "Player 1 (1) – Player 3 (3) and Player 1 (1) – Player 4 (4)."
    )


def test_it_says_which_pairs_would_have_to_meet_where_one_is_too_few() -> None:
    """None of four may meet any other: the last two of a pairing that need each other."""
    assert out("1:\n2:\n3:\n4:", (1, 2, 3, 4)) == (
        "The round can be paired if all of these pairs may meet: Player 1 (1) – Player 4 (4) and "
        "Player 2 (2) – Player 3 (3)."
    )


def test_it_says_when_the_articles_alone_are_in_the_way() -> None:
    assert out("1: 2w1\n2: 1b0", (1, 2)) == "Even without the forbidden pairs the round could not be paired."
    assert out("1: 2w1\n2: 1b0") == ""
