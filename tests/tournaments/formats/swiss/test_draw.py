"""The Swiss rules around what was made by hand."""

from __future__ import annotations

import pytest

from competition.history import Code, Colour, History, Player
from tournaments.formats.swiss.draw import pairs_for
from tournaments.rounds.drafts.draft import Slot

IDS = {number: 100 + number for number in range(1, 9)}


def others(count: int, kept: Slot) -> set[tuple[int, int | None]]:
    """Pairs of round 1, the first of whom was drawn White, beside the slot that is kept; by pairing numbers."""
    history = History(tuple(map(Player, range(1, count + 1))), rounds=5, initial_colour=Colour.WHITE)
    slots, _ = pairs_for(history, 1, (kept,), IDS, lambda _share: None)
    return {(slot.white - 100, slot.black - 100 if slot.black else None) for slot in slots if slot != kept}


@pytest.mark.parametrize(
    ("count", "kept", "expected"),
    [
        (8, Slot(101, 105, by_hand=True), {(6, 2), (3, 7), (8, 4)}),
        (7, Slot(101, None, Code.PAIRING_BYE.value, by_hand=True), {(5, 2), (3, 6), (7, 4)}),
    ],
    ids=["a pair", "the bye of the pairing"],
)
def test_those_with_a_place_by_hand_still_count_for_the_colours_of_the_others(
    count: int, kept: Slot, expected: set[tuple[int, int | None]]
) -> None:
    """E.5: in round 1 odd numbers of the upper half have the colour that was drawn, and even ones the other."""
    assert others(count, kept) == expected


def test_who_is_given_a_bye_apart_from_the_pairing_does_not_count() -> None:
    """C.04.2: numbers are counted again without those who are absent and never were paired."""
    assert others(7, Slot(101, None, Code.HALF_BYE.value, by_hand=True)) == {(2, 5), (6, 3), (4, 7)}
