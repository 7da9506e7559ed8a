"""Events to try the site with: one that is over, three running ones of different games, and one open for entries.

They are played on a simulated clock, up to the present.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from random import Random

from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches.time_control.time_control import DAY, HOUR
from tournaments.entries import teams
from tournaments.events import organisers
from tournaments.models import Event, Round
from tournaments.ratings import close_month
from tournaments.simulation.clock import MovedClock, moved
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.habits import WELL_BEHAVED
from tournaments.simulation.people import make_up
from tournaments.simulation.setup import open_event

from .players import HOST, NAMES, address

SEED = 7
HABITS = replace(WELL_BEHAVED, answer=17 * HOUR, turns=8)
IN_SHORT = replace(HABITS, turns=4)  # few people look at old turns, and each takes time to make
# At random a team destroys no diamond. Two whole matches, of forty turns at most, take less than the days until now.
TO_THE_END = replace(HABITS, answer=2 * HOUR, turns=0, strength="easy")
LEAGUE, SWISS, FORTAC, CUP = "Club Championship", "Autumn Swiss", "Fortac for Eight", "Winter Cup"
EXPEDITION = "Into the Woods"
LEAGUE_BEGAN, SWISS_BEGAN, FORTAC_BEGAN, CUP_MADE, CUP_BEGINS = -85 * DAY, -24 * DAY, -13 * DAY, -4 * DAY, 10 * DAY
EXPEDITION_BEGAN, LONG = -12 * DAY, 14  # days for a turn: nobody runs out of time until now


def create_events() -> None:
    """Make the demo's events with the demo's players and some made-up ones."""
    now = timezone.now()
    with moved(now + LEAGUE_BEGAN - 3 * DAY) as clock:
        random = Random(SEED)
        User.objects.filter(joined_at__gt=clock.at).update(joined_at=clock.at)
        known = [_somebody(name) for name in NAMES]
        others = make_up(8, random, clock.at)
        _league([*known, *others[:2]], clock, random)
        _swiss([*known, *others], clock, random, now)
        _fortac([*known, *others[:4]], now)
        _expedition([*known, others[4]], now)
        _cup([*known[1:3], *others[2:]], now)
        clock.move_to(now)
        close_month.close_months(now)
        waiting = OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED)
        waiting.update(next_try_at=now)  # no one could have sent them earlier


def _somebody(name: str) -> User:
    return User.objects.get(email=address(name))


def _league(players: list[User], clock: MovedClock, random: Random) -> None:
    """Play a round robin that is over, with rated results."""
    host = _somebody(HOST)
    event = open_event(
        host,
        LEAGUE,
        event_format="round_robin",
        description="Everyone meets everyone once. The first in the table is our champion of the year.",
    )
    season = SimulatedEvent(event, host, clock, random, IN_SHORT)
    season.enter(players, 3 * DAY)
    season.play()


def _swiss(players: list[User], clock: MovedClock, random: Random, now: datetime) -> None:
    """Make a Swiss that is under way, with the emails of the last days."""
    host = _somebody(HOST)
    clock.move_to(now + SWISS_BEGAN - 3 * DAY)
    close_month.close_months(clock.at)
    event = open_event(
        host,
        SWISS,
        rounds=5,
        late_until=2,
        initial_colour="w",
        description="Five rounds, each as long as its longest match. Losers play on.",
    )
    for name in NAMES[1:3]:  # they run the club, too
        organisers.add(event, name, by=host)
    season = SimulatedEvent(event, host, clock, random, HABITS, keep_mails=now - 2 * DAY)
    season.enter(players, 3 * DAY)
    season.play(until=now)


def _fortac(players: list[User], now: datetime) -> None:
    """Make a small event in another game, which runs beside the Swiss and so has its own clock."""
    host = _somebody(HOST)
    with moved(now + FORTAC_BEGAN - 2 * DAY) as clock:
        event = open_event(
            host,
            FORTAC,
            game_slug="fortac",
            rounds=3,
            initial_colour="w",
            description="Three rounds for eight players, to get to know the cards.",
        )
        season = SimulatedEvent(event, host, clock, Random(SEED), HABITS, keep_mails=now - 2 * DAY)
        season.enter(players, 2 * DAY)
        season.play(until=now)


def _expedition(players: list[User], now: datetime) -> None:
    """Make a small event of teams. All have finished the first forest, so it is open; one is missing in the next."""
    host = _somebody(HOST)
    with moved(now + EXPEDITION_BEGAN - 2 * DAY) as clock:
        event = open_event(
            host,
            EXPEDITION,
            game_slug="fairytale",
            options={"level": "easy", "tiles": "plain"},
            event_format="expedition",
            days=LONG,
            rounds=3,
            description="Three forests, the same for every team. Come alone or together.",
        )
        season = SimulatedEvent(event, host, clock, Random(SEED), TO_THE_END, keep_mails=now - 2 * DAY)
        season.enter(players, 2 * DAY)
        first, second, third, fourth = event.entries.order_by("pk")[:4]
        teams.rename(first, "The Foxes")
        for captain, mate in ((first, second), (third, fourth)):
            teams.join(mate, captain, by=mate.player)
        season.begin()
        while not event.round_set.filter(stage=Round.Stage.CLOSED).exists() and (season.next_at or now) < now:
            season.step()
        season.absent.add(players[0].pk)
        season.play(until=now)


def _cup(players: Iterable[User], now: datetime) -> None:
    """Make an event that a player organises and that is open for entries.

    Others played on while players entered, so it has its own clock.
    """
    organiser = _somebody(NAMES[0])
    with moved(now + CUP_MADE) as clock:
        event = _open_cup(organiser, now)
        season = SimulatedEvent(event, organiser, clock, Random(SEED), HABITS, keep_mails=now + CUP_MADE)
        season.enter(list(players), 3 * DAY)


def _open_cup(organiser: User, now: datetime) -> Event:
    return open_event(
        organiser,
        CUP,
        rounds=4,
        places=16,
        starts_at=now + CUP_BEGINS,
        check_in=True,
        late_until=2,
        round_days=14,
        unfinished=Event.Unfinished.EXTEND,
        description="Four rounds of two weeks each, to begin the winter with. Everyone is welcome.",
    )
