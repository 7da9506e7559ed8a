"""Leagues of a club in a test: its members, a season that was played, and one that is open."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from competition.pairing import berger
from engine.games import game
from tournaments.events.settings.save import VacationTerms
from tournaments.models import Club, Division, Event, League, Membership, Season, SeasonEntry
from tournaments.permissions import clubs
from tournaments.seasons import edit
from tournaments.seasons import register as registering
from tournaments.seasons.edit import Plan
from tournaments.seasons.line_up import propose as proposing

from .factories import UserFactory
from .stored_events import stored

TERMS: dict[str, Any] = {
    "name": "Spring",
    "format": "round_robin",
    "tie_breaks": ["DE", "SB"],
    "up": 1,
    "down": 1,
    "vacancies": Season.Vacancies.NEXT_BEST,
    "newcomers": Season.Newcomers.BOTTOM,
    "keeps": 1,
}
# Four players each: the first won all, the last lost all.
IN_ORDER = """
1: 4w1 3w1 2w1
2: 3w1 4w1 1b0
3: 2b0 1b0 4w1
4: 1b0 2b0 3b0
"""
# The same, but the second and the third drew with each other.
TIED = """
1: 4w1 3w1 2w1
2: 3w= 4w1 1b0
3: 2b= 1b0 4w1
4: 1b0 2b0 3b0
"""


def club(name: str = "Northside") -> Club:
    """Make a club that Olga organises."""
    made = Club.objects.create(name=name, slug=name.lower())
    join(made, [UserFactory(display_name=f"Olga of {name}")], Membership.Role.ORGANISER)
    return made


def organiser_of(club: Club) -> User:
    found = clubs.members_of(club).filter(role=Membership.Role.ORGANISER).first()
    assert found is not None
    assert found.player is not None
    return found.player


def join(club: Club, players: Iterable[User], role: str = Membership.Role.MEMBER) -> None:
    for player in players:
        Membership.objects.get_or_create(club=club, player=player, defaults={"role": role})


def league(club: Club, name: str = "Sunday League") -> League:
    return edit.make_league(club, name, "", by=organiser_of(club))


def set_up(league: League, sizes: tuple[int, ...] = (4, 4), **settings: Any) -> Season:
    slug = settings.pop("slug", "fortify")
    plan = Plan(TERMS | {"options": game(slug).clean_options({})} | settings, sizes, VacationTerms("none"))
    return edit.make_season(league, slug, plan, by=organiser_of(league.club))


def opened(league: League, sizes: tuple[int, ...] = (4, 4), **settings: Any) -> Season:
    season = set_up(league, sizes, **settings)
    return edit.open_registration(season, by=organiser_of(league.club))


def in_order(count: int) -> str:
    """Return a round robin of that many players in which the better one always wins, written like ``IN_ORDER``."""
    rows: dict[int, list[str]] = {number: [] for number in range(1, count + 1)}
    for white, black in (pair for pairs in berger.schedule(list(rows)) for pair in pairs):
        rows[white].append(f"{black}w{int(white < black)}")
        rows[black].append(f"{white}b{int(black < white)}")
    return "\n".join(f"{number}: {' '.join(results)}" for number, results in rows.items())


def played(league: League, divisions: Iterable[str], tables: Iterable[str] | None = None, **terms: Any) -> Season:
    """Make a season that is over. ``divisions`` have the players' names, the best first; they become members."""
    count = league.seasons.count()
    fixed = {"up": 1, "down": 1, "options": game("fortify").clean_options({})}
    season = Season.objects.create(
        league=league,
        number=count + 1,
        name=f"Season {count + 1}",
        game_slug="fortify",
        stage=Season.Stage.FINISHED,
        ended_at=timezone.now() - timedelta(days=9),
        **fixed | terms,
    )
    names = list(divisions)
    for level, (players, table) in enumerate(zip(names, tables or [IN_ORDER] * len(names), strict=True), 1):
        members = [_of_that_name(name) for name in players.split()]
        event = stored(
            table,
            stage=Event.Stage.FINISHED,
            format="round_robin",
            club=league.club,
            tie_breaks=["DE", "SB"],
            players=members,
        )
        Division.objects.create(season=season, level=level, name=f"Division {level}", size=len(members), event=event)
        join(league.club, members)
    return season


def _of_that_name(name: str) -> User:
    """Return the player, who may have played in an earlier season, or make one."""
    found: User = User.objects.filter(display_name=name).first() or UserFactory(display_name=name)
    return found


def register(season: Season, names: str) -> list[SeasonEntry]:
    """Register members by their names; new names become members."""
    entries = []
    for name in names.split():
        player = _of_that_name(name)
        join(season.league.club, [player])
        entries.append(registering.register(season, player))
    return entries


def propose(season: Season) -> None:
    proposing.propose(season, by=organiser_of(season.league.club))
    season.refresh_from_db()


def line_up(season: Season) -> list[set[str]]:
    """Return the names by division, and last those who wait."""
    entries = season.entries.filter(status=SeasonEntry.Status.REGISTERED).select_related("player")
    by_division: dict[int | None, set[str]] = {}
    for entry in entries:
        by_division.setdefault(entry.division_id, set()).add(entry.shown_name)
    ids = [*season.divisions.order_by("level").values_list("pk", flat=True), None]
    return [by_division.get(pk, set()) for pk in ids]


def entry_of(season: Season, name: str) -> SeasonEntry:
    return season.entries.get(player__display_name=name)


def log_of(club: Club) -> list[str]:
    return [line.words for line in club.log.order_by("pk")]
