"""The whole run: start the servers, play the event, look at what was written, request the pages."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from bench.service import servers

if TYPE_CHECKING:
    from accounts.models import User
    from tournaments.models import Club
    from tournaments.simulation.event import SimulatedEvent

PLAYERS: Final = 300
ROUNDS: Final = 9
TURNS: Final = 10
DAYS_AGO: Final = 120


def main(players: int = PLAYERS, rounds: int = ROUNDS) -> None:
    ports = servers.prepare(players * rounds)
    import django

    django.setup()
    _measure(ports, players, rounds)


def _measure(ports: servers.Ports, players: int, rounds: int) -> None:
    from django.core.management import call_command

    from bench.service.bare import make_counters
    from tournaments.simulation.report import head, stages

    from . import mails, pages, season

    call_command("migrate", verbosity=0)
    make_counters()
    played = _played(players, rounds)
    print(f"\nan event: {players:,} players, {rounds} rounds; {head(played)}\n", flush=True)
    print("\n".join(stages(played.watch)), flush=True)
    print(f"\n{mails.table()}", flush=True)
    half = season.play_half(*_make_club(played))
    servers.serve(ports)
    print(f"\n{pages.table(ports, played.event, half)}", flush=True)


def _make_club(played: SimulatedEvent) -> tuple[Club, User, list[User]]:
    """Make a club for the event, and return it with its owner and members: the event's organiser and its players."""
    from tournaments.clubs import edit
    from tournaments.models import Membership

    event = played.event
    event.refresh_from_db()
    event.club = edit.make(played.organiser, "Bench Club", "")
    event.save(update_fields=["club"])
    entries = event.entries.exclude(player=None).select_related("player").order_by("number")
    players = [entry.player for entry in entries if entry.player is not None]
    Membership.objects.bulk_create(
        Membership(club=event.club, player=player, status=Membership.Status.MEMBER) for player in players
    )
    return event.club, played.organiser, players


def _played(players: int, rounds: int) -> SimulatedEvent:
    from django.utils import timezone

    from matches.time_control.time_control import DAY
    from tournaments.ratings import close_month
    from tournaments.simulation.clock import moved
    from tournaments.simulation.event import SimulatedEvent
    from tournaments.simulation.habits import Habits
    from tournaments.simulation.people import make_up
    from tournaments.simulation.setup import open_event

    random = Random(1)
    with moved(timezone.now() - DAYS_AGO * DAY) as clock:
        organiser, *entrants = make_up(players + 1, random, clock.at)
        event = open_event(organiser, "Bench Open", rounds=rounds, late_until=2, publishes_itself=False)
        season = SimulatedEvent(event, organiser, clock, random, Habits(turns=TURNS))
        season.enter(entrants, 10 * DAY)
        season.play()
    with season.watch.stage("rating"):
        close_month.close_months()
    return season
