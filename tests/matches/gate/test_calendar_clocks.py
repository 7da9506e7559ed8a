"""What the log says of a player whose vacation, time zone or night has changed."""

from __future__ import annotations

from datetime import time, timedelta

import pytest

from matches.gate.calendar_clocks import still_ahead, what_changed
from matches.time_control.time_control import Pauses, Span
from tests.support.vacation import MONDAY, may

GONE, NOW, LATER = (may(1), may(2)), (may(3), may(9, hour=10)), (may(20), may(22))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ((), (NOW,), "Went on vacation: the clock is paused for 5 days."),
        ((LATER,), (NOW, LATER), "Went on vacation: the clock is paused for 5 days."),
        ((NOW,), (), "Back from vacation: the clock is running again."),
        ((NOW, LATER), (LATER,), "Back from vacation: the clock is running again."),
        ((NOW,), ((may(3), may(10, hour=10)),), "Changed the vacation: the clock is paused for 6 days."),
        ((), (LATER,), "Planned a vacation: the clock will be paused for 2 days."),
        ((NOW,), (NOW, LATER), "Planned a vacation: the clock will be paused for 2 days."),
        ((LATER,), (), "Cancelled the planned vacation."),
        ((NOW, LATER), (NOW,), "Cancelled the planned vacation."),
    ],
)
def test_the_log_says_what_a_player_did(before: tuple[Span, ...], after: tuple[Span, ...], words: str) -> None:
    assert what_changed(Pauses(vacation=before), Pauses(vacation=after), MONDAY) == words


def test_another_zone_or_night_is_told_from_vacation() -> None:
    moved = Pauses("Asia/Tokyo", night=time(23), vacation=(NOW,))
    assert (
        what_changed(Pauses(vacation=(NOW,)), moved, MONDAY)
        == "Changed the time zone or night hours; the clock follows."
    )


def test_vacation_that_is_over_does_not_lie_ahead() -> None:
    pauses = Pauses("Asia/Tokyo", weekends=True, vacation=(GONE, NOW, LATER))
    assert still_ahead(pauses, MONDAY) == Pauses("Asia/Tokyo", weekends=True, vacation=(NOW, LATER))
    assert still_ahead(pauses, NOW[1]).vacation == (LATER,)
    assert still_ahead(pauses, NOW[1] - timedelta(microseconds=1)).vacation == (NOW, LATER)
