from __future__ import annotations

from fractions import Fraction

from competition.history import History
from competition.pairing.dutch.field import RoundField, field_of
from tests.support.tournament_notation import history as table_of


def numbers(field: RoundField) -> list[int]:
    return [entrant.number for entrant in field.entrants]


def effective(history: History) -> dict[int, int]:
    return {entrant.number: entrant.effective for entrant in field_of(history).entrants}


def test_only_those_without_a_bye_for_the_round_are_in_it() -> None:
    assert numbers(field_of(table_of("1: 2w1\n2: 1b0 H\n3: U Z\n4: Z", 5))) == [1, 4]


def test_they_stand_in_rank_order_virtual_points_included() -> None:
    table = "1: 2w0\n2: 1b1\n3: 4w=\n4: 3b="
    assert numbers(field_of(table_of(table, 5))) == [2, 3, 4, 1]
    assert numbers(field_of(table_of(table, 5, virtual_points={(2, 4): Fraction(1)}))) == [4, 2, 3, 1]


def test_effective_numbers_leave_out_who_is_absent_and_never_was_paired() -> None:
    assert effective(table_of("1: Z Z\n2: 4w1\n3: U\n4: 2b0", 5)) == {2: 1, 3: 2, 4: 3}


def test_effective_numbers_keep_who_was_paired_once_and_left() -> None:
    assert effective(table_of("1: U Z\n2: 3w+ Z\n3: 2b- Z\n4: H\n5: H", 5)) == {4: 4, 5: 5}


def test_topscorers_have_more_than_half_and_only_before_the_last_round() -> None:
    table = "1: 2w1 3b1\n2: 1b0 4w1\n3: 4w= 1w0\n4: 3b= 2b0"
    assert [entrant.is_topscorer for entrant in field_of(table_of(table, 3)).entrants] == [True, False, False, False]
    assert not any(entrant.is_topscorer for entrant in field_of(table_of(table, 4)).entrants)


def test_forfeits_are_neither_meetings_nor_games() -> None:
    entrant = field_of(table_of("1: 2w+ 3b1\n2: 1b- U\n3: U 1w0", 5)).entrants[0]
    assert (entrant.number, entrant.met, entrant.unplayed, len(entrant.colours)) == (1, frozenset({3}), 1, 1)


def test_a_running_game_is_a_meeting_already() -> None:
    assert field_of(table_of("1: 2w*\n2: 1b*\n3: U", 5)).entrants[1].met == {2}
