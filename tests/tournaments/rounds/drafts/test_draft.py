"""A draft changed by hand, as values."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.history import Code
from tournaments.rounds.drafts.draft import Slot, Slots, paired, slot_of, swapped, turned, with_bye

BYE = Slot(7, None, "U")
DRAFT: Slots = (Slot(1, 4), Slot(5, 2), Slot(3, 6), BYE, Slot(8, None, "H"))


def couples(slots: Slots) -> list[tuple[int, int | str]]:
    return [(slot.white, slot.code if slot.black is None else slot.black) for slot in slots]


def test_two_players_change_places_with_opponent_and_colour() -> None:
    assert couples(swapped(DRAFT, 1, 2)) == [(2, 4), (5, 1), (3, 6), (7, "U"), (8, "H")]


def test_a_player_changes_places_with_one_who_has_the_bye() -> None:
    assert couples(swapped(DRAFT, 4, 7)) == [(1, 7), (5, 2), (3, 6), (4, "U"), (8, "H")]


def test_those_who_lose_their_opponents_meet_each_other() -> None:
    after = paired(DRAFT, 1, 2)
    assert couples(after) == [(1, 2), (3, 6), (5, 4), (7, "U"), (8, "H")]
    assert [slot.by_hand for slot in after] == [True, False, False, False, False]


def test_who_loses_the_opponent_to_the_bye_gets_it() -> None:
    assert couples(paired(DRAFT, 7, 1)) == [(7, 1), (5, 2), (3, 6), (8, "H"), (4, "U")]


def test_who_loses_the_opponent_plays_who_had_the_bye() -> None:
    assert couples(paired(DRAFT, 8, 1)) == [(8, 1), (5, 2), (3, 6), (7, 4)]


def test_a_bye_leaves_an_opponent_who_plays_who_had_the_other() -> None:
    assert couples(with_bye(DRAFT, 4, Code.ZERO_BYE)) == [(5, 2), (3, 6), (1, 7), (8, "H"), (4, "Z")]


def test_a_newcomer_can_be_put_in() -> None:
    assert couples(paired(DRAFT, 9, 7)) == [(1, 4), (5, 2), (3, 6), (9, 7), (8, "H")]


def test_colours_are_turned() -> None:
    assert couples(turned(DRAFT, 2))[1] == (2, 5)
    with pytest.raises(ValueError, match="have colours"):
        turned(DRAFT, 7)


def test_there_is_one_pairing_allocated_bye_whoever_gets_it() -> None:
    assert couples(with_bye(DRAFT, 4, Code.PAIRING_BYE)) == [(5, 2), (3, 6), (1, 7), (8, "H"), (4, "U")]
    by_hand = with_bye(DRAFT, 7, Code.PAIRING_BYE)
    assert couples(with_bye(by_hand, 4, Code.ZERO_BYE)) == [(5, 2), (3, 6), (1, 7), (8, "H"), (4, "Z")]
    with pytest.raises(ValueError, match="would be even"):
        with_bye(DRAFT, 8, Code.PAIRING_BYE)


@given(st.lists(st.tuples(st.sampled_from("spbh"), st.integers(1, 8), st.integers(1, 8)), max_size=8))
def test_nobody_is_lost_or_seated_twice_and_one_has_the_bye(acts: list[tuple[str, int, int]]) -> None:
    slots = DRAFT
    for act, one, other in acts:
        with suppress(ValueError):
            if act in "bh":
                slots = with_bye(slots, one, Code.PAIRING_BYE if act == "b" else Code.HALF_BYE)
            elif one != other:
                slots = swapped(slots, one, other) if act == "s" else paired(slots, one, other)
        assert sum(slot.is_allocated_bye for slot in slots) <= 1
        assert sorted(player for slot in slots for player in slot.players) == list(range(1, 9))
        assert all(slot_of(slots, player) for player in range(1, 9))
