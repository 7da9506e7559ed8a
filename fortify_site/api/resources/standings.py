"""Tables, crosstables and brackets, as answers have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404
from ninja import Field, Schema

from competition.history import Code, Result
from competition.standings import StandingsRow, TieBreak
from tournaments.models import Event
from tournaments.standings import bracket
from tournaments.standings.result_words import ANNULLED, sign
from tournaments.standings.standings import EventStandings, standings_of

from .pairings import DrawnOut, EntryRef, drawn_out, ref


class TieBreakOut(Schema):
    code: str
    name: str


class NumberOut(Schema):
    """A number in a table: as it is shown, and as a floating-point number, which may be rounded."""

    code: str
    shown: str
    value: float | None


class StandingOut(Schema):
    rank: int
    entry: EntryRef
    team: str = Field(description="On an expedition: the name of the team, if it has one. `entry` is its captain.")
    members: list[EntryRef] = Field(description="On an expedition: all who play in the team, the captain first.")
    rating: int | None = Field(description="The rating used for seeding; null: unrated.")
    points: str | None = Field(description="Empty in a cup, which is not about points.")
    came_to: str | None = Field(description="How far they came in a cup: “semifinal”, “winner”, “still in”.")
    tie_breaks: list[NumberOut] = Field(
        description="One for each of the columns, in their order: the points are first."
    )
    decided_by: str = Field(description="The tie-break that puts the row below the one above, or empty.")
    status: str


class Standings(Schema):
    after: int = Field(description="The last round that counts.")
    is_final: bool
    columns: list[TieBreakOut] = Field(description="What the numbers in each row’s `tie_breaks` are; none in a cup.")
    rows: list[StandingOut]


class Cell(Schema):
    """What a round brought a player: the opponent’s pairing number (0: none, or a table of several), and a sign as a
    crosstable has it: 1, ½, 0, + and − for forfeits, a letter for a bye, × annulled, … running; at a table of several
    the place."""

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
    """One side of a match. Without an entry it stays empty, or its player is not known yet (``to_come``)."""

    entry: EntryRef | None
    sign: str = Field(description="What they scored: “1”, “½”, “0”, or empty.")
    goes_on: bool
    to_come: bool


class BracketMatch(Schema):
    """A match of the bracket: two sides, and what is known so far."""

    sides: list[BracketSide]
    board: int | None
    match: int | None
    result: str
    decided_by: str = Field(description="As in a pairing.")
    why: str
    drawn: list[DrawnOut]


class BracketRound(Schema):
    number: int
    name: str
    is_published: bool
    matches: list[BracketMatch] = Field(description="In the order of the bracket: the winners of two neighbours meet.")


class Bracket(Schema):
    """All rounds of a cup, with the players known so far."""

    rounds: list[BracketRound]
    third_place: BracketMatch | None
    winner: EntryRef | None


def standings_out(event: Event, standings: EventStandings) -> Standings:
    return Standings(
        after=standings.after,
        is_final=event.stage == Event.Stage.FINISHED and standings.after == standings.last,
        columns=[TieBreakOut(code=each.code, name=str(each.name)) for each in _columns(standings)],
        rows=[_standing(standings, row) for row in standings.rows],
    )


def brought(standings: EventStandings, row: StandingsRow) -> dict[str, Any]:
    """Return the points, or in a cup how far the player got."""
    if standings.rules.ranks_by_numbers:
        return {"points": standings.columns[0].show(row.points), "came_to": None}
    return {"points": None, "came_to": standings.rules.came_to(standings, row.number)}


def _columns(standings: EventStandings) -> Sequence[TieBreak]:
    """Return the columns of the standings. A cup has none."""
    return standings.columns if standings.rules.ranks_by_numbers else ()


def _standing(standings: EventStandings, row: StandingsRow) -> StandingOut:
    entry = standings.entries[row.number]
    numbers = [
        NumberOut(
            code=column.code,
            shown=column.show(value.number),
            value=None if value.number is None else float(value.number),
        )
        for column, value in zip(_columns(standings), row.values, strict=False)
    ]
    return StandingOut(
        rank=row.rank,
        entry=ref(entry),
        team=entry.team,
        members=[ref(each) for each in standings.rules.members(entry)],
        rating=entry.rating or None,
        **brought(standings, row),
        tie_breaks=numbers,
        decided_by=row.decided_by or "",
        status=entry.status,
    )


def crosstable_of(standings: EventStandings) -> Crosstable:
    return Crosstable(after=standings.after, rows=[_cross_row(standings, row) for row in standings.rows])


def _cross_row(standings: EventStandings, row: StandingsRow) -> CrossRow:
    results = standings.players[row.number].results[: standings.after]
    return CrossRow(
        rank=row.rank,
        entry=ref(standings.entries[row.number]),
        **brought(standings, row),
        cells=[_cell(standings, row.number, index, result) for index, result in enumerate(results, 1)],
    )


def _cell(standings: EventStandings, number: int, index: int, result: Result) -> Cell:
    pairing = standings.pairing_of.get((index, number))
    place = next((str(seat.place) for seat in result.table if seat.player == number), "")
    is_of_two = pairing is not None and len(pairing.pair) == 2
    return Cell(
        round=index,
        opponent=result.opponent or (sum(pairing.pair) - number if pairing and is_of_two else 0),
        sign=ANNULLED if pairing is not None and pairing.is_annulled else place or sign(Code(result.code)),
        match=pairing.match_id if pairing else None,
    )


def bracket_of(event: Event) -> Bracket:
    shown = event.rules.bracket(event, standings_of(event))
    if shown is None:
        raise Http404
    return Bracket(
        rounds=list(_rounds(shown)),
        third_place=_place(shown.third) if shown.third else None,
        winner=ref(shown.winner) if shown.winner else None,
    )


def _rounds(shown: bracket.ShownBracket) -> Iterator[BracketRound]:
    for number, each in enumerate(shown.rounds, 1):
        yield BracketRound(
            number=number,
            name=each.name,
            is_published=each.number > 0,
            matches=[_place(match) for match in each.matches],
        )


def _place(match: bracket.BracketMatch) -> BracketMatch:
    pairing = match.pairing
    return BracketMatch(
        sides=[
            BracketSide(
                entry=ref(side.entry) if side.entry else None,
                sign=side.sign,
                goes_on=side.won,
                to_come=side.waits,
            )
            for side in match.sides
        ],
        board=pairing.board if pairing else None,
        match=pairing.match_id if pairing else None,
        result=match.result,
        decided_by=match.how,
        why=match.why,
        drawn=[drawn_out(each) for each in match.drawn],
    )
