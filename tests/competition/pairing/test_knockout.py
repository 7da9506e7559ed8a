"""Single elimination: brackets of any size, played to their end."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.history import Colour, Pair
from competition.pairing import knockout
from competition.pairing.knockout import Couple, Tie

COUNTS = st.integers(2, 128)
FORM = st.randoms(use_true_random=False)


def played(count: int, random: Random, *, nobody: float = 0.0) -> list[list[Tie]]:
    """All rounds of a cup of ``count``, in which now and then both forfeit."""
    couples = knockout.first_round(range(1, count + 1))
    rounds = []
    for _ in range(knockout.rounds_of(count)):
        rounds.append([_decided(couple, random, nobody) for couple in couples])
        couples = knockout.next_round(rounds[-1])
    return rounds


def _decided(couple: Couple, random: Random, nobody: float) -> Tie:
    winner = random.choice(couple.players) if couple.players else 0
    is_lost_by_both = len(couple.players) == 2 and random.random() < nobody
    return Tie(couple, 0 if is_lost_by_both else winner, is_decided=True)


@pytest.mark.parametrize(
    ("count", "pairs"),
    [
        (2, [(1, 2)]),
        (3, [(1, 0), (3, 2)]),
        (4, [(1, 4), (3, 2)]),
        (6, [(1, 0), (5, 4), (3, 6), (2, 0)]),
        (8, [(1, 8), (5, 4), (3, 6), (7, 2)]),
    ],
)
def test_the_best_meet_the_last_and_the_halves_are_even(count: int, pairs: list[tuple[int, int]]) -> None:
    assert list(knockout.first_round(range(1, count + 1))) == pairs


@given(COUNTS)
def test_everybody_is_in_the_first_round_once_and_the_best_have_its_byes(count: int) -> None:
    couples = knockout.first_round(range(1, count + 1))
    size = knockout.size_of(count)
    assert size // 2 < count <= size
    assert size & (size - 1) == 0
    assert len(couples) == size // 2
    assert Counter(number for couple in couples for number in couple.players) == Counter(range(1, count + 1))
    byes = sorted(couple.one for couple in couples if not couple.other)
    assert byes == list(range(1, size - count + 1))


@given(COUNTS, FORM)
def test_whoever_loses_is_out_and_one_is_left(count: int, random: Random) -> None:
    rounds = played(count, random)
    losses = Counter(number for round in rounds for tie in round for number in tie.losers)
    [final] = rounds[-1]
    assert losses == Counter(number for number in range(1, count + 1) if number != final.winner)
    assert all(tie.couple.other for round in rounds[1:] for tie in round)
    lost: set[int] = set()
    for round in rounds:
        assert not lost & {number for tie in round for number in tie.couple.players}
        lost |= {number for tie in round for number in tie.losers}


@given(COUNTS)
def test_where_the_better_seed_always_wins_the_best_meet_as_late_as_can_be(count: int) -> None:
    couples = knockout.first_round(range(1, count + 1))
    left = knockout.size_of(count)
    while left > 1:
        expected = {
            frozenset((seed, left + 1 - seed if left + 1 - seed <= count else 0)) for seed in range(1, left // 2 + 1)
        }
        assert {frozenset(couple) for couple in couples} == expected
        couples = knockout.next_round([Tie(couple, min(couple.players), is_decided=True) for couple in couples])
        left //= 2


@given(COUNTS, FORM)
def test_both_may_forfeit_and_it_goes_on(count: int, random: Random) -> None:
    rounds = played(count, random, nobody=0.3)
    places = knockout.knockout_places(range(1, count + 1), rounds, last=len(rounds))
    [final] = rounds[-1]
    went_on = {number for number, place in places.items() if place.lost_in == 0}
    assert went_on == ({final.winner} if final.winner else set())
    assert sorted(places) == list(range(1, count + 1))


@given(COUNTS, FORM)
def test_places_are_shared_by_those_who_came_as_far(count: int, random: Random) -> None:
    rounds = played(count, random)
    places = knockout.knockout_places(range(1, count + 1), rounds, last=len(rounds))
    [final] = rounds[-1]
    assert places[final.winner].rank == 1
    assert [places[number].rank for number in final.losers] == [2]
    for index, round in enumerate(rounds, 1):
        left = len(rounds) - index
        assert all(places[number].rank == (1 << left) + 1 for tie in round for number in tie.losers), (
            "as many are above"
        )


def test_where_nobody_wins_nobody_is_first() -> None:
    final = [Tie(Couple(1, 2), 0, is_decided=True)]
    semifinals = [Tie(Couple(1, 4), 1, is_decided=True), Tie(Couple(2, 3), 2, is_decided=True)]
    places = knockout.knockout_places((1, 2, 3, 4), [semifinals, final], last=2)
    assert {number: place.rank for number, place in places.items()} == {1: 2, 2: 2, 3: 4, 4: 4}
    semifinals = [tie._replace(winner=0) for tie in semifinals]
    empty = [Tie(Couple(0, 0), is_decided=True)]
    for rounds in ([semifinals], [semifinals, empty]):
        places = knockout.knockout_places((1, 2, 3, 4), rounds, last=2)
        assert {place.rank for place in places.values()} == {3}


def test_a_match_for_third_place_tells_the_two_apart() -> None:
    semifinals = [Tie(Couple(1, 4), 1, is_decided=True), Tie(Couple(2, 3), 2, is_decided=True)]
    assert knockout.for_third_place(semifinals) == (4, 3)
    final = [Tie(Couple(1, 2), 2, is_decided=True)]
    third = Tie(Couple(4, 3), 4, is_decided=True)
    places = knockout.knockout_places((1, 2, 3, 4), [semifinals, final], third, last=2)
    assert {number: place.rank for number, place in places.items()} == {2: 1, 1: 2, 4: 3, 3: 4}


@pytest.mark.parametrize(
    "semifinals",
    [
        [Tie(Couple(1, 0), 1, is_decided=True), Tie(Couple(2, 3), 2, is_decided=True)],
        [Tie(Couple(1, 4), 0, is_decided=True), Tie(Couple(2, 3), 2, is_decided=True)],
        [Tie(Couple(1, 2), 2, is_decided=True)],
    ],
    ids=["a bye", "both out", "a final"],
)
def test_nobody_plays_for_third_place_without_two_who_lost(semifinals: list[Tie]) -> None:
    assert knockout.for_third_place(semifinals) is None


class TestColours:
    def test_the_better_seed_has_what_was_drawn_and_the_next_place_the_other(self) -> None:
        couple = Couple(8, 1)
        assert knockout.coloured(couple, 0, {}, Colour.WHITE) == Pair(1, 8)
        assert knockout.coloured(couple, 1, {}, Colour.WHITE) == Pair(8, 1)
        assert knockout.coloured(couple, 0, {}, Colour.BLACK) == Pair(8, 1)

    def test_who_had_white_less_often_has_it(self) -> None:
        had = {1: [Colour.WHITE], 2: []}
        assert knockout.coloured(Couple(1, 2), 0, had, Colour.WHITE) == Pair(2, 1)

    def test_then_who_had_black_last(self) -> None:
        had = {1: [Colour.BLACK, Colour.WHITE], 2: [Colour.WHITE, Colour.BLACK]}
        assert knockout.coloured(Couple(1, 2), 0, had, Colour.WHITE) == Pair(2, 1)

    def test_a_bye_has_no_colour(self) -> None:
        assert knockout.coloured(Couple(1, 0), 0, {}, Colour.BLACK) == Pair(1, 0)
