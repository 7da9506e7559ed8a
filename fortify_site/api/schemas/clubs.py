"""Clubs, their news, and who won what."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema

from .common import Player


class ClubOut(Schema):
    slug: str
    name: str
    url: str = Field(description="Its page on this site.")
    about: str
    joining: str = Field(description="open, request or invitation")
    events: int = Field(description="How many of its events you may see.")


class ClubDetail(ClubOut):
    members: int = Field(description="How many they are; who they are is for themselves.")
    organisers: list[Player] = Field(description="The people who run it: owners, then organisers.")


class NewsOut(Schema):
    """What the organisers told the members."""

    id: int
    at: datetime
    by: Player | None
    subject: str
    text: str


class WonPlace(Schema):
    rank: int
    player: Player


class HonourOut(Schema):
    """The first three of something that is over; more where they share a place."""

    title: str
    group: str = Field(description="What it belongs to, the name of a league, or empty.")
    url: str
    event: int = Field(description="The event that was won, for a season that of a division.")
    ended_at: datetime | None
    places: list[WonPlace]
