"""The engine beside the second opinion, and its quick way beside its thorough one, on tournaments played by chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.history import History, Pair
from competition.pairing.dutch import NoLegalPairing, brackets, broken_rules, pair

from . import oracle
from .random_rounds import before_each_round, some_plan


def agree(seeds: Iterable[int], smallest: int, largest: int, after: int = 0) -> None:
    """The engine and the second opinion, on every round that comes after the first ``after``."""
    for seed in seeds:
        for history in rounds(seed, smallest, largest):
            if history.paired_rounds >= after:
                assert decided(history) == oracle.decide(history), (seed, history.paired_rounds + 1)


def rounds(seed: int, smallest: int, largest: int) -> Iterator[History]:
    chance = Random(seed)
    return before_each_round(some_plan(chance, smallest, largest), chance, pair)


def decided(history: History) -> set[Pair] | None:
    try:
        return set(pair(history))
    except NoLegalPairing:
        return None


def test_it_pairs_small_tournaments_of_all_kinds_as_the_second_opinion_does() -> None:
    agree(range(60), 4, 9)


RARE = {
    "C11": (3252,),
    "C17": (2696,),
    "C18": (1023, 1086, 1312, 1489, 2140, 3380),
    "C19": (1125, 1335, 2046, 2758, 3031),
    "C20": (1351, 1453, 1862, 2118, 2669),
    "C21": (2011, 2049, 2966, 3093),
}


@pytest.mark.parametrize("criterion", RARE)
def test_it_does_so_where_a_rare_criterion_decides(criterion: str) -> None:
    agree(RARE[criterion], 5, 9)


def test_it_does_so_with_twelve_players() -> None:
    agree(range(1_000, 1_003), 12, 12, after=4)


def test_the_quick_way_to_pair_a_bracket_finds_what_the_thorough_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    histories = [(seed, history) for seed in range(2_000, 2_012) for history in rounds(seed, 14, 60)]
    quick = [decided(history) for _, history in histories]
    monkeypatch.setattr(brackets, "by_itself", lambda *_: None)
    for (seed, history), found in zip(histories, quick, strict=True):
        assert decided(history) == found, (seed, history.paired_rounds + 1)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_it_pairs_breaks_no_rule(seed: int) -> None:
    for history in rounds(seed, 4, 40):
        try:
            pairs = pair(history)
        except NoLegalPairing:
            return
        assert not broken_rules(history, pairs)
