"""Players of a season with the ratings that they would be seeded by."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from tournaments.models import Season, SeasonEntry
from tournaments.ratings.seed_rating import seed_ratings


class RatedEntry(NamedTuple):
    """An entry with its player's rating, 0 for none."""

    entry: SeasonEntry
    rating: int


def rated(season: Season, entries: Collection[SeasonEntry]) -> list[RatedEntry]:
    """Return entries with ratings, in the same order. One query, if the players are loaded with the entries."""
    known = seed_ratings([entry.player for entry in entries if entry.player is not None], season.game_slug)
    return [RatedEntry(entry, known.get(entry.player_id or 0, 0)) for entry in entries]
