"""Events, who has entered, and their rounds."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema

from .common import Player
from .pairings import PairingOut


class DivisionRef(Schema):
    """Where an event belongs that is a division."""

    club: str
    league: str
    season: int
    level: int


class EventOut(Schema):
    id: int
    name: str
    url: str = Field(description="Its page on this site.")
    stage: str = Field(description="draft, registration, running, finished or cancelled")
    format: str = Field(description="swiss, round_robin or cup")
    game: str
    club: str | None = Field(description="The slug of the club whose event it is.")
    rounds: int
    is_public: bool
    club_only: bool
    rated: bool
    starts_at: datetime | None
    begun_at: datetime | None
    ends_at: datetime | None = Field(description="From then on no round begins.")
    ended_at: datetime | None
    changed_at: datetime


class EventDetail(EventOut):
    description: str
    terms: str = Field(description="The game’s options in words.")
    tie_breaks: list[str]
    players: int = Field(description="How many have entered.")
    organisers: list[str]
    division: DivisionRef | None = Field(description="Which division of a season it is, if it is one.")


class EntryOut(Schema):
    id: int
    number: int | None = Field(description="The pairing number, once the event has begun.")
    player: Player
    rating: int | None = Field(description="What it is seeded by; null: unrated.")
    status: str = Field(description="entered, withdrawn or refused")


class RoundOut(Schema):
    number: int
    name: str = Field(description="What it is called in a cup: “Semifinals”; else empty.")
    stage: str = Field(description="running or closed")
    published_at: datetime | None
    due_at: datetime | None
    closed_at: datetime | None


class RoundDetail(RoundOut):
    pairings: list[PairingOut]
