"""Tables, crosstables, and brackets of cups."""

from __future__ import annotations

from ninja import Field, Schema

from .pairings import DrawnOut, EntryRef


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
    rating: int | None = Field(description="What they were seeded by; null: unrated.")
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
    """Without an entry it is no one’s, or ``to_come``: someone is still to be found."""

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
