"""Players and their ratings."""

from __future__ import annotations

from datetime import date

from ninja import Field, Schema

from .common import Player


class RatingOut(Schema):
    game: str
    month: date
    rating: int
    deviation: int
    is_provisional: bool
    matches: int


class PlayerOut(Schema):
    id: int
    name: str
    ratings: list[RatingOut]


class RankedOut(Schema):
    place: int = Field(description="0 for a rating that is provisional still.")
    player: Player
    rating: int
    deviation: int
    matches: int
