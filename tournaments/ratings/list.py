"""Every player's rating in a game, in order."""

from __future__ import annotations

from typing import NamedTuple

from django.core.cache import cache

from competition.ratings.glicko import Rating as Strength
from competition.ratings.months import Month
from tournaments.models import RatedMonth

from .seed_rating import known_at

LISTED_MONTHS = 12
SECONDS_KEPT = 24 * 3600


class Listed(NamedTuple):
    """A row of the list. Provisional ratings have no place in it (0)."""

    place: int
    player_id: int
    strength: Strength
    total: int


class RatingList(NamedTuple):
    """A game's rating list. ``month`` is the last that was rated, if any."""

    month: Month | None
    rows: list[Listed]


def rating_list(game_slug: str) -> RatingList:
    """Return everyone with a rated match in the last twelve rated months; worked out once after each month.

    Established ratings come first, then provisional ones.
    """
    rated = RatedMonth.objects.filter(game_slug=game_slug).order_by("-month").first()
    if rated is None:
        return RatingList(None, [])
    month = Month.on(rated.month)
    key = f"ratings-{game_slug}-{rated.pk}"
    rows: list[Listed] | None = cache.get(key)
    if rows is None:
        rows = _rows(game_slug, month)
        cache.set(key, rows, SECONDS_KEPT)
    return RatingList(month, rows)


def _rows(game_slug: str, month: Month) -> list[Listed]:
    known = known_at(game_slug, month, since=Month.at(month.ordinal - LISTED_MONTHS + 1))
    best_first = sorted(known.items(), key=lambda item: (-item[1].strength.value, item[0]))
    established = [item for item in best_first if item[1].strength.established]
    provisional = [item for item in best_first if not item[1].strength.established]
    return [
        *(Listed(place, player, *each) for place, (player, each) in enumerate(established, 1)),
        *(Listed(0, player, *each) for player, each in provisional),
    ]
