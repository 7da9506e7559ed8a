"""A change of leave or night after a clock has run out brings no time back: the deadline stays where it was."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest
import time_machine

from accounts.models import User
from matches import sweep
from matches.clocks.time_control import DAY, TimeControl
from matches.gate.refused import Refused
from matches.models import LeaveDay, Match, Seat
from matches.vacation import follow, pauses, plans
from matches.verify import replay
from tests.support.factories import MatchFactory
from tests.support.matches import fresh, kinds, refusal, told
from tests.support.toy_game import Toy

MONDAY = datetime(2026, 5, 4, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def start(player: User, **control: object) -> Match:
    """Ada alone, with three days of time, and with leave."""
    with time_machine.travel(MONDAY, tick=False):
        match: Match = MatchFactory(
            game_slug="toy",
            players=[player],
            control=TimeControl(3 * DAY, 3 * DAY, 3 * DAY, **control),  # type: ignore[arg-type]
            leave_pool=pauses.friendly_pool(),
        )
        return told(match)


@pytest.fixture
def seat(toy: Toy, player: User) -> Seat:
    return start(player).seats.select_related("match", "player").get()


def plan(player: User, at: datetime, ahead: int) -> None:
    """Plan a day of leave that many days ahead, and have the clocks follow."""
    day = (at + ahead * DAY).date()
    take(player, at, day, day)


def take(player: User, at: datetime, first_day: date | None, last_day: date) -> None:
    with time_machine.travel(at, tick=False):
        plans.take(player, first_day, last_day, at)
        follow.follow_player(player)


def test_planning_leave_again_and_again_puts_no_deadline_off(seat: Seat, player: User) -> None:
    deadline = MONDAY + 3 * DAY
    for after, days in zip(range(1, 120, 20), count(10), strict=False):
        plan(player, deadline + after * SECOND, days)
        assert fresh(seat).deadline in {deadline, None}
        with time_machine.travel(deadline + (after + 19) * SECOND, tick=False):
            sweep.sweep_deadlines()
    assert kinds(seat.match)[-1] == "time"


def test_leave_that_begins_after_the_deadline_saves_nobody(seat: Seat, player: User) -> None:
    late = MONDAY + 3 * DAY + 10 * SECOND
    take(player, late, None, late.date() + 2 * DAY)
    assert fresh(seat).deadline == MONDAY + 3 * DAY
    with time_machine.travel(late, tick=False):
        refused: Refused = refusal(fresh(seat), 1, "pick 1")
    assert refused.code == "late"


def test_a_day_used_up_at_zero_counts_from_the_deadline(toy: Toy, player: User) -> None:
    seat = start(player, at_zero="leave").seats.select_related("match").get()
    plan(player, MONDAY + 3 * DAY + 10 * SECOND, 10)
    with time_machine.travel(MONDAY + 3 * DAY + 45 * SECOND, tick=False):
        sweep.sweep_deadlines()
    assert LeaveDay.objects.count() == 1
    assert fresh(seat).deadline == MONDAY + 4 * DAY
    assert replay.differences(Match.objects.get(pk=seat.match_id)) == []
