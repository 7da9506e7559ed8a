"""Weekly forests: a week in the middle, its players, and what they have reached."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine

from accounts.models import User
from engine.games import game
from matches.gate import turns
from matches.models import LogEntry, Match
from timekeeping import clock
from tournaments.models import WeeklyAttempt, WeeklyForest
from tournaments.weekly import play, results, weeks

FAIRYTALE = game("fairytale")
MONDAY, NEXT_MONDAY = date(2026, 11, 23), date(2026, 11, 30)
WEDNESDAY = datetime(2026, 11, 25, 12, tzinfo=UTC)
ENDS_AT = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def forest(db: None, time_machine: time_machine.TimeMachineFixture) -> WeeklyForest:
    """The week's forest, on a Wednesday; it was fixed a week before it began."""
    time_machine.move_to(WEDNESDAY, tick=False)
    weeks.fix_coming(clock.now())
    return WeeklyForest.objects.get(begins_on=MONDAY)


def begin(forest: WeeklyForest, player: User, level: str = "easy") -> Match:
    return play.play(forest, FAIRYTALE, level, player)


def end(match: Match, *measured: int) -> WeeklyAttempt:
    """Have the player resign, and store the result as if they had reached ``measured``."""
    turns.resign(match.seats.get(), LogEntry.Via.SITE)
    results.take_missed()
    attempt = WeeklyAttempt.objects.get(match=match)
    if measured:
        attempt.measured, attempt.rank_key = list(measured), results.rank_key(FAIRYTALE, list(measured))
        attempt.save()
    return attempt
