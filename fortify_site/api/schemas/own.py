"""What is the token's owner's own."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema


class Me(Schema):
    id: int
    name: str
    language: str
    time_zone: str
    scope: str = Field(description="What this token may do: read or play.")
    waiting: int = Field(description="How many matches wait for your turn.")


class OwnMatch(Schema):
    match: int
    url: str
    game: str
    against: list[str]
    seat: int
    status: str
    is_asked: bool
    number: int | None = Field(description="Of the turn that you are asked for.")
    deadline: datetime | None
    title: str = Field(description="Where the match stands.")
    share: float | None
