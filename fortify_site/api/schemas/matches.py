"""Matches, their turns and records, and what is sent to play them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Field, Schema

from .common import Player


class SeatOut(Schema):
    seat: int
    player: Player
    label: str = Field(description="What the board calls this seat now: “Red”.")
    score: int
    share: float | None = Field(description="1 won, 0.5 drawn, 0 lost; empty while it runs, or annulled.")
    is_asked: bool


class MatchOut(Schema):
    id: int
    url: str
    game: str
    status: str = Field(description="running or finished")
    occasion: str = Field(description="What it is played for.")
    players: list[Player]
    started_at: datetime
    finished_at: datetime | None
    result: str


class MatchDetail(MatchOut):
    terms: str = Field(description="The game’s options in words.")
    seats: list[SeatOut]
    lines: int = Field(description="How long its log is.")
    board: str = Field(description="The board in plain text.")
    view: dict[str, Any] = Field(description="What you may see of it, as the game gives it.")
    seed_sha256: str
    seed: str | None = Field(description="The source of all chance in it, once it is over.")


class TurnOut(Schema):
    """A line of a match’s log."""

    index: int
    kind: str = Field(description="play, resignation, time, default, draw_offer, agreement, ruling …")
    number: int | None
    seat: int | None
    words: str
    text: str = Field(description="The notation, as far as you may know it.")
    notes: list[str]
    message: str = Field(description="The line to the others, for the match’s players alone.")
    taken_back: bool
    at: datetime


class RecordOut(Schema):
    match: int
    text: str = Field(description="The match’s record, as “python -m engine replay” reads it.")


class StepOut(Schema):
    text: str
    label: str
    next: str = Field(description="The turn so far with this step added.")


class TurnAsked(Schema):
    """What you are asked for, and what you may do."""

    match: int
    number: int
    kind: str = Field(description="turn, or another decision of the game’s")
    ask: str
    deadline: datetime | None
    text: str = Field(description="What was understood of the turn so far.")
    words: str
    may_send: bool = Field(description="Whether the turn so far may be sent as it is.")
    steps: list[StepOut] = Field(description="All possible next steps.")
    examples: list[str] = Field(description="Some whole turns that are legal now.")


class TurnIn(Schema):
    number: int = Field(ge=1, le=2_147_483_647, description="Of the turn that is answered.")
    text: str = Field(max_length=1000, description="The turn in the game’s notation.")
    message: str = Field("", max_length=500, description="A line to the others.")


class TurnTaken(Schema):
    """What was understood. Sending the same again answers the same and plays nothing."""

    match: int
    number: int | None
    index: int
    text: str
    words: str
    notes: list[str]
    at: datetime
    match_status: str


class DrawIn(Schema):
    action: str = Field(pattern="^(offer|accept|decline)$", description="offer, accept or decline")
