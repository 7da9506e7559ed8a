"""Players' current ratings: those that events seed by, and that pages show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from accounts.models import User
from competition.ratings.glicko import Rating as Strength
from competition.ratings.glicko import idle
from competition.ratings.months import Month
from tournaments.models import Rating


class CurrentRating(NamedTuple):
    """A player's rating at the end of a month, and after how many matches."""

    strength: Strength
    total: int


def seed_rating(player: User, game_slug: str) -> int:
    """Return the player's rating in the game at the end of the last month, rounded; 0 if there is none."""
    return seed_ratings([player], game_slug)[player.pk]


def seed_ratings(players: Iterable[User], game_slug: str) -> dict[int, int]:
    """Return players' ratings in the game at the end of the last month, rounded, by player id. One query.

    Players without one have 0.
    """
    ids = [player.pk for player in players]
    rows = Rating.objects.filter(player__in=ids, game_slug=game_slug).order_by("month")
    return dict.fromkeys(ids, 0) | {row.player_id: strength(row).points for row in rows}


def ratings_in(player: User, game_slugs: Collection[str]) -> dict[str, int]:
    """Return the player's rounded ratings at the end of the last month, by game, in those of these games that have one.

    One query.
    """
    rows = Rating.objects.filter(player=player, game_slug__in=game_slugs).order_by("month") if game_slugs else []
    return {row.game_slug: strength(row).points for row in rows}


def shown_rating() -> Subquery:
    """Return the unrounded rating of a seat's player in the game of its match, as an expression on seats.

    It is ``NULL`` for players without one, or who hide it.
    """
    rows = Rating.objects.filter(
        player=OuterRef("player"), player__shows_ratings=True, game_slug=OuterRef("match__game_slug")
    )
    return Subquery(rows.order_by("-month").values("rating")[:1])


def known_at(game_slug: str, month: Month, since: Month | None = None) -> dict[int, CurrentRating]:
    """Return ratings by player id, at the end of a month.

    With ``since``, only of players who have played in that month or later.
    """
    rows = Rating.objects.filter(game_slug=game_slug, month__lte=month.first_day).order_by("month")
    if since is not None:
        rows = rows.filter(month__gte=since.first_day)
    return {row.player_id: CurrentRating(_aged(row, month), row.total) for row in rows}


def by_month(rows: Sequence[Rating], through: Month) -> Mapping[Month, Strength]:
    """Return a player's ratings in one game, at the end of each month from the first to ``through``.

    ``rows`` are in order.
    """
    found: dict[Month, Strength] = {}
    for row, until in zip(rows, [*(Month.on(row.month) for row in rows[1:]), through.following], strict=True):
        for ordinal in range(Month.on(row.month).ordinal, until.ordinal):
            found[Month.at(ordinal)] = _aged(row, Month.at(ordinal))
    return found


def strength(row: Rating) -> Strength:
    return Strength(row.rating, row.deviation, row.volatility)


def _aged(row: Rating, month: Month) -> Strength:
    return idle(strength(row), month.ordinal - Month.on(row.month).ordinal)
