"""A half-played season of the event's club, whose page has the tables of all divisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from django.utils import timezone

from accounts.models import User
from engine.games import game
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tournaments.models import Club, Event, Season
from tournaments.seasons import edit, register
from tournaments.seasons.edit import Plan
from tournaments.seasons.line_up import propose, publish
from tournaments.settings.defaults import usual_tie_breaks
from tournaments.simulation.clock import moved
from tournaments.simulation.event import SimulatedEvent, play_together
from tournaments.simulation.habits import WELL_BEHAVED
from tournaments.simulation.setup import NO_VACATION

GAME: Final = "fortify"
DIVISIONS: Final = (10, 10, 10)
TURNS: Final = 6
DAYS_AGO: Final = 20
LASTS: Final = 60  # days


def play_half(club: Club, owner: User, players: Sequence[User]) -> Season:
    """Play half of a season, with as many of the players as it has places for."""
    random = Random(1)
    with moved(timezone.now() - (DAYS_AGO + 10) * DAY) as clock:
        season = _open(club, owner)
        for player in players[: sum(DIVISIONS)]:
            register.register(season, player)
        propose.propose(season, by=owner)
        publish.publish(season, by=owner)
        assert season.starts_at is not None
        clock.move_to(season.starts_at)
        habits = replace(WELL_BEHAVED, turns=TURNS, answer=20 * HOUR)
        events = Event.objects.filter(division__season=season).order_by("division__level")
        play_together([SimulatedEvent(event, owner, clock, random, habits) for event in events], timezone.now())
    season.refresh_from_db()
    return season


def _open(club: Club, owner: User) -> Season:
    event_format = "round_robin"
    settings = {
        "name": "Season 1",
        "options": game(GAME).clean_options({}),
        "format": event_format,
        "tie_breaks": usual_tie_breaks(event_format),
        "at_once": 3,
        "up": 2,
        "down": 2,
        "starts_at": timezone.now() + 10 * DAY,
        "ends_at": timezone.now() + (10 + LASTS) * DAY,
        **TimeControl.fixed(5).columns(),
    }
    league = edit.make_league(club, "Bench League", "", by=owner)
    season = edit.make_season(league, GAME, Plan(settings, DIVISIONS, NO_VACATION), by=owner)
    return edit.open_registration(season, by=owner)
