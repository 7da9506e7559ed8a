"""Leave that is taken while no sweep runs costs no one the time of the outage."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from matches import sweep
from matches.clocks.time_control import DAY, HOUR, TimeControl
from matches.models import Match, Outage
from matches.vacation import follow, pauses, plans
from matches.verify import replay
from tests.support.factories import MatchFactory
from tests.support.matches import fresh, told
from tests.support.toy_game import Toy

MONDAY = datetime(2026, 5, 4, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize("weekends", [False, True])
@pytest.mark.parametrize("taken_after", [5 * HOUR, 40 * HOUR])
def test_the_time_before_the_leave_is_given_back_too(
    toy: Toy, player: User, taken_after: timedelta, weekends: bool
) -> None:
    """A day of time, two days without a sweep, and leave until the end of Friday taken meanwhile."""
    with time_machine.travel(MONDAY, tick=False):
        control = TimeControl(DAY, DAY, DAY, weekends=weekends)
        pool = pauses.friendly_pool()
        match: Match = told(MatchFactory(game_slug="toy", players=[player], control=control, leave_pool=pool))
        sweep.sweep()
    now = MONDAY + taken_after
    with time_machine.travel(now, tick=False):
        plans.take(player, None, datetime(2026, 5, 8, tzinfo=UTC).date(), now)
        follow.follow_player(player)
    for minute in range(3):
        with time_machine.travel(MONDAY + 2 * DAY + minute * MINUTE, tick=False):
            sweep.sweep()
    seat = fresh(match.seats.get())
    saturday = datetime(2026, 5, 9, tzinfo=UTC)
    starts = saturday + 2 * DAY if weekends else saturday
    assert seat.pauses_changed_at is None
    assert seat.deadline is not None
    assert timedelta(0) <= seat.deadline - (starts + DAY) <= (2 * DAY - taken_after if weekends else timedelta(0))
    assert replay.differences(Match.objects.get(pk=match.pk), list(Outage.objects.all())) == []
