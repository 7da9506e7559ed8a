"""Pairings of a round, their results, and in a cup who advances."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema


class EntryRef(Schema):
    entry: int
    number: int | None
    name: str


class DrawnOut(Schema):
    """A match of a cup that was drawn, and after which the two played on. ``white`` and ``black`` are entries."""

    match: int | None
    white: int
    black: int
    white_points: int | None
    black_points: int | None


class PairingOut(Schema):
    """``white`` is the first of the pair, whatever the game calls its sides; ``black`` is empty for a bye. In a cup
    ``goes_on`` says for whom the round was won, whatever the result of the match was."""

    board: int
    white: EntryRef
    black: EntryRef | None
    outcome: str = Field(description="running, waits (the match has not begun), decided, annulled or bye")
    white_code: str = Field(description="TRF’s letter for the result, empty while it runs.")
    black_code: str
    result: str = Field(description="“1–0”, “½–½”, “+ : −”, or empty.")
    white_points: int | None = Field(description="The game’s own points, such as volley points.")
    black_points: int | None
    match: int | None
    decided_at: datetime | None
    goes_on: EntryRef | None = Field(description="In a cup: who advances, once that is decided.")
    decided_by: str = Field(
        description="What decided that: match, further_match, points, seed, organiser, forfeit, bye, or empty."
    )
    why: str = Field(description="The same in words, where the result does not say it: “by volley points, 31–28”.")
    drawn: list[DrawnOut] = Field(description="In a cup: the matches that the two drew before this one.")
