"""A match of the toy game in which a turn was just played, and taking it back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from engine.fortify.game import Fortify
from matches.gate import takeback
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Outage, Seat
from matches.time_control.time_control import DAY, TimeControl
from matches.verify.replay import differences
from tests.matches.verify.test_random_matches import replayed, stored
from tests.support.factories import MatchFactory
from tests.support.matches import SITE, submit
from tests.support.toy_game import Toy

BEGIN = datetime(2026, 6, 1, 12, tzinfo=UTC)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
BANKED = TimeControl(10 * DAY, DAY, 20 * DAY)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """There are two games here."""
    game = Toy()
    monkeypatch.setattr("engine.games.games", lambda: (game, Fortify()))
    return game


@pytest.fixture
def clock() -> Any:
    with time_machine.travel(BEGIN, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(clock: Any, toy: Toy, player: User, opponent: User) -> Match:
    """Both have picked, and a day later the first has added 4: the second is asked."""
    made: Match = MatchFactory(game_slug="toy", players=[player, opponent], control=BANKED)
    one, two = made.seats.all()
    submit(one, "pick 1")
    submit(two, "pick 2")
    clock.shift(DAY)
    submit(one, "add 4", message="Have a look!")
    return made


@pytest.fixture
def one(match: Match) -> Seat:
    return match.seats.select_related("match", "player").get(index=0)


@pytest.fixture
def two(match: Match) -> Seat:
    return match.seats.select_related("match", "player").get(index=1)


def take_back(seat: Seat, **more: Any) -> LogEntry:
    return takeback.take_back(seat, SITE, **more)


def refused(seat: Seat, **more: Any) -> MatchRefused:
    before = Match.objects.get(pk=seat.match_id)
    with pytest.raises(MatchRefused) as caught:
        take_back(seat, **more)
    after = Match.objects.get(pk=seat.match_id)
    assert (after.log_length, after.state) == (before.log_length, before.state)
    return caught.value


def look(seat: Seat) -> None:
    """The holder of the seat opens the page of the match."""
    Seat.objects.filter(pk=seat.pk).update(seen_length=Match.objects.get(pk=seat.match_id).log_length)


def check(match: Match) -> None:
    """It is what its log says, clocks and all."""
    again = Match.objects.get(pk=match.pk)
    assert differences(again, Outage.objects.order_by("ended_at")) == []
    assert replayed(again) == stored(again)
