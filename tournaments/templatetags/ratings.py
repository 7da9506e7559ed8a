"""Ratings on a player's page."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import User
from tournaments.ratings import player as player_ratings

register = template.Library()


@register.inclusion_tag("ratings/_of_player.html")
def ratings_of(player: User) -> dict[str, Any]:
    """The player's rating in each game, as a graph with a table."""
    return {"rated": player_ratings.ratings_of(player)}
