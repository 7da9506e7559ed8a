"""Leagues of a club, their seasons, and who plays in these."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema

from .common import Player


class LeagueOut(Schema):
    slug: str
    name: str
    club: str = Field(description="The slug of its club.")
    url: str
    about: str


class SeasonOut(Schema):
    number: int
    name: str
    league: str = Field(description="The slug of its league.")
    club: str = Field(description="The slug of its club.")
    url: str
    stage: str = Field(description="draft, registration, running, finished or cancelled")
    format: str = Field(description="How a division is played: swiss or round_robin.")
    game: str
    is_public: bool
    club_only: bool
    closes_at: datetime | None = Field(description="When registration closes automatically.")
    starts_at: datetime | None
    ends_at: datetime | None = Field(description="From then on no round begins.")
    published_at: datetime | None = Field(description="When the line-up was.")
    ended_at: datetime | None
    changed_at: datetime


class DivisionOut(Schema):
    """``level`` counts from 1, the top. Its table, rounds and matches are those of its event."""

    level: int
    name: str
    size: int
    event: int | None = Field(description="Its event, once the line-up is published.")


class SettingOut(Schema):
    name: str
    value: str


class SeasonDetail(SeasonOut):
    """What is set beforehand, as the page of the season says it: numbers for programs, ``settings`` for people."""

    up: int = Field(description="How many go up from each division.")
    down: int = Field(description="How many go down.")
    vacancies: str = Field(description="The player who gets a free place: next_best, spare or open.")
    newcomers: str = Field(description="Where they start: bottom or rating.")
    keeps: int = Field(description="For how many seasons missed a player keeps their division.")
    at_end: str = Field(description="What becomes of unfinished matches: settle, extend, draw or annul.")
    more_days: int = Field(description="How many days they get, where they are extended.")
    rated: bool
    registered: int = Field(description="How many players are.")
    settings: list[SettingOut]
    divisions: list[DivisionOut]


class SeasonPlayer(Schema):
    """Until the line-up is published no one has a division."""

    player: Player
    division: int | None = Field(description="The player’s division, by level; empty on the waiting list.")
    why: str = Field(description="Why they are there.")
