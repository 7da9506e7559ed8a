"""The ratings of the opponents whom an open challenge or a wish in the lobby is for."""

from __future__ import annotations

from typing import Protocol

from accounts.models import User
from competition.ratings.glicko import START
from i18n.text import Text, say
from matches import hooks


class ForRatings(Protocol):
    """What is for players rated from ``least`` to ``most``, or for all where they are ``None``."""

    least: int | None
    most: int | None


def rating_of(player: User, game_slug: str) -> int:
    """The player's rating, or what the ratings take a new player for."""
    return hooks.player_rating.first(player, game_slug) or round(START.value)


def wants(offer: ForRatings, rating: int) -> bool:
    return (offer.least is None or offer.least <= rating) and (offer.most is None or rating <= offer.most)


def refusal(offer: ForRatings, rating: int) -> Text:
    """Why a player of that rating, whom it does not want, cannot take it."""
    return say(
        "This is for players rated %(least)s to %(most)s, and your rating is %(rating)s.",
        least=offer.least or 0,
        most=offer.most or 0,
        rating=rating,
    )
