"""A club that has played all four games in every format, at a fixed time and with fixed luck."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import pytest
import time_machine

from accounts.models import User
from engine.games import game
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support import clock
from tests.support.club_archives import old_club
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.running_events import work_off
from tests.support.twins import same_luck
from tournaments import sweep
from tournaments.entries import teams
from tournaments.events import start
from tournaments.models import Club, Event

NOON: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)
TURNS: Final = {"fortac": 4, "fortress": 60, "fairytale": 4}
"""How many are played of each match of these events."""
CARDS, WALLS, FOREST = "Karten für vier", "Walls of Five", "Into the Woods"
TEAM: Final = "The Foxes"


@contextmanager
def fixed_time_and_luck() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch, time_machine.travel(NOON, tick=False), same_luck():
        clock.take_the_database_along(patch)
        yield


def make() -> Club:
    """Within ``fixed_time_and_luck``."""
    club = old_club()
    _cards(club)
    _walls(club)
    _forest(club)
    return club


def _cards(club: Club) -> None:
    """A round robin of Fortac that is over: each player has won against all who come later."""
    terms = {"format": "round_robin", "rounds": 3, "tie_breaks": ["DE", "SB"]}
    event = _begun(club, CARDS, "fortac", ["Ada", "Bea", "Cem", "Dov"], terms)
    for _ in range(3):
        _play_what_runs(event)


def _walls(club: Club) -> None:
    """An event of one table of Fortress, which is over. All but the first in the alphabet resign, the last first."""
    terms = {"format": "tables", "rounds": 1, "half_byes": 0, "late_bye": "Z", "tie_breaks": ["TPS", "TWN"]}
    event = _begun(club, WALLS, "fortress", ["Ada", "Bea", "Cem", "Dov", "Edo"], terms | {"table_size": 5})
    _play_what_runs(event)


def _forest(club: Club) -> None:
    """An expedition of The Last Fairy Tale: a team of two and one who plays alone, both under way."""
    terms: dict[str, Any] = {"format": "expedition", "rounds": 1, "rated": False, "tie_breaks": []}
    terms |= {"half_byes": 0, "withdraws_no_shows": False}
    event = _open(club, FOREST, "fairytale", ["Ada", "Bea", "Cem"], terms)
    captain, mate, _alone = event.entries.order_by("pk")
    teams.rename(captain, TEAM)
    teams.join(mate, captain, by=None)
    start.begin(event)
    work_off()
    for match in _running(event):
        _play(match)


def _open(club: Club, name: str, slug: str, players: Sequence[str], terms: dict[str, Any]) -> Event:
    options = game(slug).clean_options({})
    event: Event = EventFactory(name=name, club=club, game_slug=slug, options=options, **terms)
    for place, called in enumerate(players):
        EntryFactory(event=event, player=_player(called), rating=2000 - 50 * place)
    return event


def _begun(club: Club, name: str, slug: str, players: Sequence[str], terms: dict[str, Any]) -> Event:
    event = start.begin(_open(club, name, slug, players, terms))
    work_off()
    return event


def _player(called: str) -> User:
    return User.objects.filter(display_name=called).first() or UserFactory(display_name=called)


def _running(event: Event) -> Iterable[Match]:
    return list(Match.objects.filter(pairing__round__event=event, status=Match.Status.RUNNING).order_by("pk"))


def _play_what_runs(event: Event) -> None:
    for match in _running(event):
        _play(match)
        for seat in list(match.seats.order_by("-player__display_name"))[:-1]:
            turns.resign(seat, LogEntry.Via.SITE)
    sweep.sweep_events()
    work_off()


def _play(match: Match) -> None:
    luck = random.Random(1)
    for _ in range(TURNS[match.game_slug]):
        match.refresh_from_db()
        seat = match.seats.filter(asked_turn__isnull=False).earliest("index")
        turns.submit_turn(
            seat, seat.asked_turn or 0, match.game.sample(match.loaded_state, seat.index, luck), LogEntry.Via.SITE
        )
