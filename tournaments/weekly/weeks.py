"""The weeks and their forests: Monday to Sunday, by UTC.

Each is fixed a week before it begins, so that its digest is known by then; one that was missed, since the site was
down, begins late.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.conf import settings

from engine.chance import mix_seed
from engine.game import Game
from engine.games import games_for_one
from tournaments.models.weekly import WEEK, WeeklyForest

PATH = "/weekly/"
NOTHING_GIVEN = ("",)  # all play from one seed, so nobody can contribute to it


def is_on() -> bool:
    """Return whether the host wants weekly forests, and there is a game for one."""
    return settings.WEEKLY_FOREST and bool(games_for_one())


def is_switched_off(path: str) -> bool:
    """Return whether the page at that path belongs to what the host has switched off; for ``matches.hooks``."""
    return path.startswith(PATH) and not is_on()


def monday_of(now: datetime) -> date:
    day = now.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


def offered(now: datetime) -> WeeklyForest | None:
    """Return this week's forest to link to, without a query; ``None`` if the host wants none."""
    return WeeklyForest(begins_on=monday_of(now), server="") if is_on() else None


def current(now: datetime) -> WeeklyForest | None:
    """Return this week's forest with its bytes; ``None`` before a sweep has fixed it."""
    return WeeklyForest.objects.filter(begins_on=monday_of(now)).first() if is_on() else None


def coming(now: datetime) -> WeeklyForest | None:
    return WeeklyForest.objects.filter(begins_on=monday_of(now) + WEEK).first()


def fix_coming(now: datetime) -> int:
    """Fix the forests of this week and the next, unless they are; return how many."""
    if not is_on():
        return 0
    wanted = {monday_of(now), monday_of(now) + WEEK}
    known = WeeklyForest.objects.filter(begins_on__in=wanted).values_list("begins_on", flat=True)
    made = [WeeklyForest.objects.get_or_create(begins_on=each)[1] for each in sorted(wanted.difference(known))]
    return sum(made)


def seed_of(forest: WeeklyForest, rules: Game, level: str) -> str:
    """Return the seed of a level: 64 hexadecimal digits.

    Each level has its own, so that playing one tells nothing of the next.
    """
    return mix_seed(bytes.fromhex(forest.server), forest.seed_label(rules.slug, level), NOTHING_GIVEN).hex()
