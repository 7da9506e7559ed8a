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


class Part(Schema, Generic[T]):
    """A part of a long list, which nobody counts. ``next`` is the address of the part after it."""

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
    url: str = Field(description="Its page on this site.")
    about: str
    joining: str = Field(description="open, request or invitation")
    events: int = Field(description="How many of its events you may see.")


class ClubDetail(ClubOut):
    members: int = Field(description="How many they are; who they are is for themselves.")
    organisers: list[Player] = Field(description="Who runs it: its owners, then its organisers.")


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
    closes_at: datetime | None = Field(description="When registration closes by itself.")
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
    vacancies: str = Field(description="Who gets a free place: next_best, spare or open.")
    newcomers: str = Field(description="Where they start: bottom or rating.")
    keeps: int = Field(description="For how many seasons missed a player keeps their division.")
    at_end: str = Field(description="What becomes of unfinished matches: settle, extend, draw or annul.")
    more_days: int = Field(description="How many days they get, where they are extended.")
    rated: bool
    registered: int = Field(description="How many players are.")
    settings: list[SettingOut]
    divisions: list[DivisionOut]


class SeasonPlayer(Schema):
    """Until the line-up is published nobody has a division."""

    player: Player
    division: int | None = Field(description="The level of theirs; empty for who waits for a place.")
    why: str = Field(description="Why they are there.")


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
    division: DivisionRef | None = Field(description="Which division of a season it is, if it is one.")


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
    goes_on: EntryRef | None = Field(description="In a cup: who goes on, once that is decided.")
    decided_by: str = Field(
        description="What decided that: match, further_match, points, seed, forfeit or bye; empty where nobody goes on."
    )
    why: str = Field(description="The same in words, where the result does not say it: “by volley points, 31–28”.")
    drawn: list[DrawnOut] = Field(description="In a cup: the matches that the two drew before this one.")


class RoundOut(Schema):
    number: int
    name: str = Field(description="What it is called in a cup: “Semifinals”; else empty.")
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
    points: str | None = Field(description="Empty in a cup, which is not about points.")
    came_to: str | None = Field(description="How far they came in a cup: “semifinal”, “winner”, “still in”.")
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
    points: str | None = Field(description="Empty in a cup.")
    came_to: str | None = Field(description="How far they came in a cup.")
    cells: list[Cell]


class Crosstable(Schema):
    after: int
    rows: list[CrossRow]


class BracketSide(Schema):
    """Without an entry it is nobody’s, or ``to_come``: somebody is still to be found."""

    entry: EntryRef | None
    sign: str = Field(description="What they have of the match: “1”, “½”, “0”, or empty.")
    goes_on: bool
    to_come: bool


class BracketMatch(Schema):
    """A place of the bracket: two sides, and what is known of their match."""

    sides: list[BracketSide]
    board: int | None
    match: int | None
    result: str
    decided_by: str = Field(description="As of a pairing.")
    why: str
    drawn: list[DrawnOut]


class BracketRound(Schema):
    number: int
    name: str
    is_published: bool
    matches: list[BracketMatch] = Field(description="In the order of the places: two side by side lead to one.")


class Bracket(Schema):
    """All rounds of a cup, with whoever has come so far."""

    rounds: list[BracketRound]
    third_place: BracketMatch | None
    winner: EntryRef | None


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
