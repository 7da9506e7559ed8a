"""Play a whole event, so that a host can see what a season will look like."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from engine.games import games
from jobs.models import Heartbeat
from matches.clocks.outages import GAP
from matches.time_control.time_control import DAY, HOUR
from matches.time_control.words import MINUTE, quantity
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.models.formats import all_formats, format_of, usual_format
from tournaments.ratings import close_month
from tournaments.simulation.clock import MovedClock, moved
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.habits import WELL_BEHAVED, WHOLE_MATCH, Habits
from tournaments.simulation.people import make_up
from tournaments.simulation.report import written_report
from tournaments.simulation.setup import open_event

REGISTRATION = 10 * DAY


class Command(BaseCommand):
    help = (
        "Play a whole event with players who choose their turns at random, with the clock moved forward: everything "
        "happens as in a real event, and you can look at its pages afterwards. Only for a site on your own machine, "
        "while it is not running; no emails are sent."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=16, help="how many (16)")
        parser.add_argument("--format", choices=[each.slug for each in all_formats()], default=usual_format())
        parser.add_argument("--rounds", type=int, default=5, help="if the format doesn't say how many (5)")
        parser.add_argument("--cycles", type=int, default=1, help="of a round robin (1)")
        parser.add_argument("--game", choices=[game.slug for game in games()], help="the first that the format is for")
        parser.add_argument("--days", type=float, default=3, help="for a turn (3)")
        parser.add_argument("--hours", type=float, default=9, help="that players take for a turn on average (9)")
        parser.add_argument(
            "--turns", type=int, default=30, help="after which a match is resigned or drawn; 0: play to the end (30)"
        )
        parser.add_argument("--well-behaved", action="store_true", help="nobody is away, late, silent or leaves")
        parser.add_argument("--ago", type=float, metavar="DAYS", help="begin this many days ago, and stop today")
        parser.add_argument(
            "--organiser", metavar="ADDRESS", help="who organises the event; otherwise a made-up player"
        )
        parser.add_argument("--name", default="Simulated Cup")
        parser.add_argument("--seed", type=int, default=1, help="for the same event again on another site (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        _refuse_unless_fit(options)
        random = Random(options["seed"])
        now = timezone.now()
        start = now - (DAY * options["ago"] if options["ago"] is not None else _whole_time(options))
        try:
            with moved(start - REGISTRATION) as clock:
                season = _season(clock, random, options)
                season.play(None if options["ago"] is None else now)
        except TournamentRefused as refused:
            raise CommandError(refused.message) from refused
        close_month.close_months()
        self.stdout.write(written_report(season))


def _season(clock: MovedClock, random: Random, options: dict[str, Any]) -> SimulatedEvent:
    players = make_up(options["players"], random, clock.at)
    event = open_event(
        _organiser(options["organiser"]) or make_up(1, random, clock.at)[0],
        options["name"],
        game_slug=options["game"] or _game_for(options["format"]),
        event_format=options["format"],
        days=options["days"],
        rounds=options["rounds"],
        cycles=options["cycles"],
        late_until=2 if options["rounds"] > 2 else 0,
    )
    assert event.made_by is not None
    season = SimulatedEvent(event, event.made_by, clock, random, _habits(options))
    season.enter(players, REGISTRATION)
    return season


def _game_for(format_slug: str) -> str:
    """Return the slug of the first game that can be played in the format."""
    return next(each.slug for each in games() if not format_of(format_slug).why_not_for(each))


def _habits(options: dict[str, Any]) -> Habits:
    pace = {"answer": timedelta(hours=options["hours"]), "turns": options["turns"]}
    usual = WELL_BEHAVED if options["well_behaved"] else Habits()
    return Habits(usual.no_shows, usual.absences, usual.leavers, usual.late, usual.lapses, **pace)


def _whole_time(options: dict[str, Any]) -> timedelta:
    """Return time enough for all rounds of the event, so that it is over by now."""
    event = Event(**{name: options[name] for name in ("format", "rounds", "cycles")})
    rounds = event.rules.rounds_for(event, options["players"]) * event.rules.matches_for_one(event)
    turns: int = options["turns"] or 2 * WHOLE_MATCH
    return rounds * (1.6 * turns * float(options["hours"]) * HOUR + float(options["days"]) * DAY) + REGISTRATION


def _organiser(address: str | None) -> User | None:
    if address is None:
        return None
    found = User.objects.filter(email__iexact=address, is_guest=False, is_active=True).first()
    if found is None:
        raise CommandError(f"Nobody here has the address {address}.")
    return found


def _refuse_unless_fit(options: dict[str, Any]) -> None:
    if not settings.LOCAL:
        raise CommandError("Others can reach this site; made-up players and events are for one of this machine alone.")
    now = timezone.now()
    if beat := Heartbeat.objects.filter(name=Heartbeat.Name.SWEEP, at__gt=now - GAP).first():
        left = quantity(1 + (beat.at + GAP - now) // MINUTE, "minute", "minutes")
        raise CommandError(
            "This site runs, or did a moment ago, and its workers have a clock of their own: stop it first. Where it "
            f"is stopped already, this can be done in {left}."
        )
    for name, least in (("players", 2), ("rounds", 1), ("turns", 0)):
        if options[name] < least:
            raise CommandError(f"--{name} is at least {least}.")
    for name in ("days", "hours"):
        if not options[name] > 0:
            raise CommandError(f"--{name} is more than nothing.")
