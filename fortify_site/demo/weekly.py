"""Weekly forests to try the site with: last week's, closed and with tables, and this week's, which some have played."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from engine.game import Game
from engine.games import games_for_one
from mail.models import OutboxMail
from matches.gate import turns
from matches.models import LogEntry, Match
from matches.time_control.time_control import DAY
from tournaments.models import WeeklyForest
from tournaments.models.weekly import WEEK
from tournaments.simulation.clock import moved
from tournaments.weekly import close, results, weeks
from tournaments.weekly.play import play

from .players import address

SEED = 5
MOST_TRIES = 40  # tries per player; the best one is played
OTHERS = 5  # made-up players, beside the demo's own
LAST_WEEK = {"Ann": (0, 1), "Ben": (0, 1, 2), "Cleo": (0,), "Dev": (1,)}
THIS_WEEK = {"Ben": (0,), "Cleo": (0, 1)}
"""The levels that each of them plays, as indexes into the game's levels."""


def create_weekly_forests() -> None:
    """Make weekly forests with the demo's players and some made-up ones; none if the site has switched them off."""
    if not weeks.is_on():
        return
    now, random = timezone.now(), Random(SEED)
    this_week = weeks.monday_of(now)
    others = list(User.objects.filter(computer=None, is_staff=False).order_by("pk")[len(LAST_WEEK) :][:OTHERS])
    with moved(WeeklyForest(begins_on=this_week - WEEK).begins_at + DAY) as clock:
        weeks.fix_coming(clock.at)
        _play(this_week - WEEK, {**_named(LAST_WEEK), **dict.fromkeys(others, (0,))}, random)
        clock.move_to(WeeklyForest(begins_on=this_week).begins_at)
        close.close_due(clock.at)
    weeks.fix_coming(now)
    _play(this_week, _named(THIS_WEEK), random)
    read = OutboxMail.objects.filter(match__weekly_attempt__isnull=False, status=OutboxMail.Status.QUEUED)
    read.update(status=OutboxMail.Status.SENT, sent_at=F("queued_at"))


def _named(levels: Mapping[str, tuple[int, ...]]) -> dict[User, tuple[int, ...]]:
    return {User.objects.get(email=address(name)): places for name, places in levels.items()}


def _play(begins_on: date, levels: Mapping[User, tuple[int, ...]], random: Random) -> None:
    forest = WeeklyForest.objects.get(begins_on=begins_on)
    for rules in games_for_one():
        known = [level.value for level in rules.levels()] or [""]
        for player, places in levels.items():
            for place in places:
                if place < len(known):
                    _play_out(play(forest, rules, known[place], player), rules, random)
    results.take_missed()


def _play_out(match: Match, rules: Game, random: Random) -> None:
    """Play the best of some random ways through the forest."""
    for text in min(_walk(rules, match.loaded_state, random) for _ in range(random.randint(1, MOST_TRIES)))[1]:
        seat = match.seats.get()
        turns.submit_turn(seat, seat.asked_turn, text, LogEntry.Via.SITE)


def _walk(rules: Game, state: object, random: Random) -> tuple[str, list[str]]:
    """Play through the forest at random; return the key by which the result ranks, and the turns."""
    texts: list[str] = []
    while rules.outcome(state) is None:
        texts.append(rules.sample(state, 0, random))
        state = rules.play(state, 0, texts[-1]).state
    return results.rank_key(rules, list(rules.measure(state))), texts
