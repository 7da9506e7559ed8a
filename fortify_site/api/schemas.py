"""What the API answers with; the descriptions stand in its OpenAPI document."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Generic, TypeVar

from ninja import Field, Schema

T = TypeVar("T")


class Error(Schema):
    """Why there is nothing else: a sentence for people and a word for programs."""

    error: str
    code: str
    fields: list[str] = Field([], description="What was wrong in the request, by name.")


class Page(Schema, Generic[T]):
    """A part of a list. ``next`` is the address of the part after it."""

    count: int
    next: str | None
    items: list[T]


class Named(Schema):
    id: int
    name: str


class Player(Schema):
    """``id`` is empty for somebody without an account, and for a former player."""

    id: int | None
    name: str


class ClubOut(Schema):
    slug: str
    name: str
    about: str
    joining: str = Field(description="open, request or invitation")
    events: int = Field(description="How many of its events you may see.")


class EventOut(Schema):
    id: int
    name: str
    url: str = Field(description="Its page on this site.")
    stage: str = Field(description="draft, registration, running, finished or cancelled")
    format: str = Field(description="swiss or round_robin, or another format of later")
    game: str
    club: str | None = Field(description="The slug of the club whose event it is.")
    rounds: int
    is_public: bool
    rated: bool
    starts_at: datetime | None
    begun_at: datetime | None
    ended_at: datetime | None
    changed_at: datetime


class EventDetail(EventOut):
    description: str
    terms: str = Field(description="The game’s options in words.")
    tie_breaks: list[str]
    players: int = Field(description="How many have entered.")
    organisers: list[str]


class EntryOut(Schema):
    id: int
    number: int | None = Field(description="The pairing number, once the event has begun.")
    player: Player
    rating: int | None = Field(description="What it was seeded by.")
    status: str = Field(description="entered, withdrawn or refused")


class EntryRef(Schema):
    entry: int
    number: int | None
    name: str


class PairingOut(Schema):
    """``white`` is the first of the pair, whatever the game calls its sides; ``black`` is empty for a bye."""

    board: int
    white: EntryRef
    black: EntryRef | None
    outcome: str = Field(description="running, decided, annulled or bye")
    white_code: str = Field(description="TRF’s letter for the result, empty while it runs.")
    black_code: str
    result: str = Field(description="“1–0”, “½–½”, “+ : −”, or empty.")
    white_points: int | None = Field(description="The game’s own points, such as volley points.")
    black_points: int | None
    match: int | None
    decided_at: datetime | None


class RoundOut(Schema):
    number: int
    stage: str = Field(description="running or closed")
    published_at: datetime | None
    due_at: datetime | None
    closed_at: datetime | None


class RoundDetail(RoundOut):
    pairings: list[PairingOut]


class TieBreakOut(Schema):
    code: str
    name: str


class NumberOut(Schema):
    """A number of a table: as it is shown, and as near as a floating number comes to it."""

    code: str
    shown: str
    value: float | None


class StandingOut(Schema):
    rank: int
    entry: EntryRef
    rating: int | None
    points: str
    tie_breaks: list[NumberOut]
    decided_by: str = Field(description="The tie-break that puts the row below the one above, or empty.")
    status: str


class Standings(Schema):
    after: int = Field(description="The last round that counts.")
    is_final: bool
    columns: list[TieBreakOut]
    rows: list[StandingOut]


class Cell(Schema):
    """What a round brought a player: the opponent’s pairing number (0: none), and a sign as a crosstable has it: 1, ½,
    0, + and − for forfeits, a letter for a bye, × annulled, … running."""

    round: int
    opponent: int
    sign: str
    match: int | None


class CrossRow(Schema):
    rank: int
    entry: EntryRef
    points: str
    cells: list[Cell]


class Crosstable(Schema):
    after: int
    rows: list[CrossRow]


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
    steps: list[StepOut] = Field(description="Everything by which it may go on.")
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
