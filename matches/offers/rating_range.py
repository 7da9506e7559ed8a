"""The ratings of the opponents that an open challenge or a wish in the lobby is for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from accounts.models import User
from competition.ratings.glicko import START
from i18n.text import Text, say
from matches import hooks


class ForRatings(Protocol):
    """An offer or seek for players rated from ``least`` to ``most``, or for all if they are ``None``."""

    least: int | None
    most: int | None


def rating_of(player: User, game_slug: str) -> int:
    """Return the player's rating in the game, or a new player's if there is none."""
    return ratings_of(player, {game_slug})[game_slug]


def ratings_of(player: User, game_slugs: Collection[str]) -> dict[str, int]:
    """Return the player's rating in each of the games, or a new player's, in one query."""
    known = hooks.player_ratings.first(player, game_slugs) or {}
    return {slug: known.get(slug) or round(START.value) for slug in game_slugs}


def wants(offer: ForRatings, rating: int) -> bool:
    return (offer.least is None or offer.least <= rating) and (offer.most is None or rating <= offer.most)


def why_out_of_range(offer: ForRatings, rating: int) -> Text:
    """Return why a player of that rating, which is out of range, can't take it."""
    return say(
        "This is for players rated %(least)s to %(most)s, and your rating is %(rating)s.",
        least=offer.least or 0,
        most=offer.most or 0,
        rating=rating,
    )
