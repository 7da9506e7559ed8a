"""Browsers for the pages of matches: one logged in as anyone, and one that is logged in as no one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from django.utils import timezone

from matches.gate.turns import submit_turn
from matches.models import LogEntry, Match, Seat

PlayOn = Callable[[Match, int], Match]


@pytest.fixture(autouse=True)
def utc() -> Iterator[None]:
    with timezone.override("UTC"):
        yield


@pytest.fixture
def play_on() -> PlayOn:
    def play_on(match: Match, turns: int) -> Match:
        """Legal turns at random, by whoever is asked."""
        luck = Random(3)
        for _ in range(turns):
            match.refresh_from_db()
            seat = match.seats.filter(asked_turn__isnull=False).first()
            if seat is not None:
                submit_turn(seat, number_of(seat), sample(match, seat, luck), LogEntry.Via.SITE)
        match.refresh_from_db()
        return match

    return play_on


def sample(match: Match, seat: Seat, luck: Random) -> str:
    return match.game.sample(match.loaded_state, seat.index, luck)


def number_of(seat: Seat) -> int:
    assert seat.asked_turn is not None
    return seat.asked_turn
