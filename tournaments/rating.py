"""Players' ratings as they are known now: what events seed by."""

from __future__ import annotations

from collections.abc import Iterable

from fortify_site.accounts.models import User

from .models import Rating
from .ratings.glicko import START
from .ratings.glicko import Rating as Strength


def seed_rating(player: User, game_slug: str) -> int:
    """The player's rating in the game at the end of the last month, rounded; 1500 of nobody known yet."""
    return seed_ratings([player], game_slug)[player.pk]


def seed_ratings(players: Iterable[User], game_slug: str) -> dict[int, int]:
    """As ``seed_rating``, by player id, in one query."""
    ids = [player.pk for player in players]
    known = Rating.objects.filter(player__in=ids, game_slug=game_slug).order_by("month")
    return dict.fromkeys(ids, START.points) | {row.player_id: strength(row).points for row in known}


def strength(row: Rating) -> Strength:
    return Strength(row.rating, row.deviation, row.volatility)
