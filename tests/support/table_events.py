"""Events at tables of three to five, of the toy game, played as a test wants it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from accounts.models import User
from matches.gate import turns
from matches.models import LogEntry, Match
from tournaments.events import start
from tournaments.models import Event, Pairing, played_by

from .factories import EntryFactory, EventFactory, UserFactory
from .running_events import work_off

NAMES = "Ada Ben Cleo Dora Emil Fay Gus Hal Ida Jan Kim Leo Mia Nils Olaf Pia".split()
Standing = Callable[[Sequence[str]], Sequence[str]]
"""A function that sorts the names at a table, the best first."""


def open_event(count: int, **fields: Any) -> Event:
    """Make an open event with the first players of these names, who may be in other events."""
    usual = {"game_slug": "toy", "format": "tables", "rounds": 4, "half_byes": 0, "late_bye": "Z"}
    usual |= {"tie_breaks": ["TPS", "TWN", "TOP"]}
    event: Event = EventFactory(**usual | fields)
    for place, name in enumerate(NAMES[:count]):
        known = User.objects.filter(display_name=name).first()
        player = known or UserFactory(display_name=name, email=f"{name.lower()}{event.pk}@players.example")
        EntryFactory(event=event, player=player, rating=2000 - 50 * place)
    return event


def begun(count: int, **fields: Any) -> Event:
    event = start.begin(open_event(count, **fields))
    work_off()
    return event


def tables(event: Event, number: int) -> list[Pairing]:
    rows = Pairing.objects.filter(round__event=event, round__number=number, size__gt=0)
    people = rows.select_related("round", "match").prefetch_related("table_seats__entry__player")
    return list(people.order_by("board"))


def names_at(table: Pairing) -> list[str]:
    """Return the names at a table in the order of the seats."""
    return [entry.shown_name for entry in table.entries]


def table_of(event: Event, number: int, name: str) -> Pairing:
    found = Pairing.objects.filter(played_by(name, "__player__display_name"), round__event=event, round__number=number)
    return found.select_related("round", "match").get()


def submit(match: Match, name: str, text: str) -> None:
    seat = match.seats.get(player__display_name=name)
    assert seat.asked_turn is not None, (name, text)
    turns.submit_turn(seat, seat.asked_turn, text, LogEntry.Via.SITE)


def resign(match: Match, name: str) -> None:
    turns.resign(match.seats.get(player__display_name=name), LogEntry.Via.SITE)


def play(match: Match, best_first: Sequence[str]) -> None:
    """Play a match so that its players finish in this order, a point apart.

    Everyone who hasn't left picks, and adds enough to make up for the bonus of the seed (0 to 3 points).
    """
    for name in best_first:
        submit(match, name, "pick 1")
    match.refresh_from_db()
    bonus = match.state["bonus"]
    playing = match.seats.filter(player__display_name__in=best_first)
    for seat in playing.select_related("player").order_by("index"):
        wanted = 9 - best_first.index(seat.name)
        submit(match, seat.name, f"add {wanted - bonus[seat.index]}")


def play_round(event: Event, number: int, standing: Standing = sorted) -> None:
    """Play every table of the round, by default with winners in alphabetical order."""
    for table in tables(event, number):
        assert table.match is not None
        if not table.match.is_over:
            play(table.match, list(standing(names_at(table))))
    work_off()
