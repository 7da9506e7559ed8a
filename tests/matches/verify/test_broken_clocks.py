"""A clock that cannot be worked out, as when its time zone is no longer known here, stops the clocks of no one else."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from mail.models import OutboxMail
from matches.clocks import outages
from matches.home import reminders
from matches.models import Match, Seat
from matches.time_control.time_control import DAY, TimeControl
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import fresh, later, told
from tests.support.toy_game import Toy
from timekeeping import clock


@pytest.fixture
def match(toy: Toy, player: User) -> Match:
    """Ada, whose clock is broken, and Eve, whose time runs out a minute later; ten days."""
    control = TimeControl(10 * DAY, 10 * DAY, 10 * DAY, weekends=True)
    match: Match = MatchFactory(
        game_slug="toy", players=[player, UserFactory(display_name="Eve", email="eve@x.example")], control=control
    )
    match.seats.filter(player=player).update(pauses={"zone": "Nowhere/Atlantis", "weekends": True})
    return told(match)


def test_the_others_are_reminded(match: Match) -> None:
    with later(match, days=15):
        due = clock.now() - timedelta(minutes=2)
        Seat.objects.update(remind_at=due)
        Seat.objects.filter(player__display_name="Ada").update(remind_at=due - DAY)
        assert reminders.send_due(clock.now()) == 1
    assert [str(mail.user) for mail in OutboxMail.objects.filter(kind="reminder")] == ["Eve"]


def test_the_others_get_the_time_of_an_outage_back(match: Match) -> None:
    outages.beat(match.started_at)
    ada, eve = match.seats.order_by("index")
    with time_machine.travel(match.started_at + 7 * DAY, tick=False):
        outage = outages.beat(clock.now())
    assert outage is not None
    assert outage.clocks == 1
    assert fresh(eve).bank > eve.bank
    assert fresh(ada).deadline == ada.deadline
