"""The order of things: start the servers, play the event, look at what was written, ask for the pages."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from bench.service import servers

if TYPE_CHECKING:
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

    from . import mails, pages

    call_command("migrate", verbosity=0)
    make_counters()
    call_command("createcachetable", verbosity=0)
    season = _played(players, rounds)
    print(f"\nan event: {players:,} players, {rounds} rounds; {head(season)}\n", flush=True)
    print("\n".join(stages(season.watch)), flush=True)
    print(f"\n{mails.table()}", flush=True)
    _make_club(season)
    servers.serve(ports)
    print(f"\n{pages.table(ports, season.event)}", flush=True)


def _make_club(season: SimulatedEvent) -> None:
    """The event's, of which all its players are members."""
    from tournaments.models import Club, Membership

    event = season.event
    event.refresh_from_db()
    event.club = Club.objects.create(name="Bench Club", slug="bench-club", made_by=season.organiser)
    event.save(update_fields=["club"])
    players = event.entries.exclude(player=None).values_list("player", flat=True)
    Membership.objects.bulk_create(
        Membership(club=event.club, player_id=player, status=Membership.Status.MEMBER) for player in players
    )


def _played(players: int, rounds: int) -> SimulatedEvent:
    from django.utils import timezone

    from matches.clocks.time_control import DAY
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
