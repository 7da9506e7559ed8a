"""Standings of an event at tables of several: the results and points of a round, and the rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from competition.history import ABSENT, Code, History, Result
from competition.standings import AtTable, StandingsRow, Term, TieBreak, TieBreakValue
from competition.tables import standings as at_tables
from competition.tables.points import FinishedTable, Scheme, Seated, table_points
from tournaments.models import Event, Pairing, TableSeat
from tournaments.standings.standings import EventStandings

if TYPE_CHECKING:
    from tournaments.models import EventTerms

RoundsMet = Mapping[frozenset[int], Sequence[int]]  # by two pairing numbers
OF_COLUMNS = {
    "TPS": at_tables.TieBreak.SHARE,
    "TWN": at_tables.TieBreak.WINS,
    "TOP": at_tables.TieBreak.OPPONENTS,
}


def code_of(seat: Seated[int], table: FinishedTable[int]) -> Code:
    """Return the code of a sole win, a shared one, or neither."""
    if seat.place > 1:
        return Code.LOSS
    return Code.WIN if sum(other.place == 1 for other in table) == 1 else Code.DRAW


def points_of(table: FinishedTable[int], terms: EventTerms) -> dict[int, Fraction]:
    """Return table points by pairing number."""
    found = table_points(table, Scheme(terms.table_points), even=terms.even_tables)
    return {seat.player: points for seat, points in zip(table, found, strict=True)}


def results_at_table(pairing: Pairing, numbers: Mapping[int, int]) -> dict[int, Result]:
    """Return each player's result at a table, by entry id; a player without a place has not played."""
    seats = list(pairing.table_seats.all())
    if pairing.is_annulled:
        return {seat.entry_id: ABSENT for seat in seats}
    if pairing.decided_at is None:
        return {seat.entry_id: Result(Code.RUNNING) for seat in seats}
    table = tuple(
        Seated(numbers[seat.entry_id], seat.place, seat.score or 0)
        for seat in seats
        if seat.place is not None and seat.entry_id in numbers
    )
    own = {seat.player: Result(code_of(seat, table), table=table) for seat in table}
    return {seat.entry_id: own.get(numbers.get(seat.entry_id, 0), Result(Code.FORFEIT_LOSS)) for seat in seats}


def points_of_rounds(history: History, terms: EventTerms, through: int) -> dict[tuple[int, int], Fraction]:
    """Return table points by round and pairing number."""
    return {
        (number, player): points
        for number, tables in enumerate(finished(history, through), 1)
        for table in tables
        for player, points in points_of(table, terms).items()
    }


def numbers_at_tables(event: Event, numbers: Mapping[int, int]) -> Mapping[int, tuple[int, ...]]:
    """Return the pairing numbers of the players at each table, by the pairing's id. One query."""
    found: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    seats = TableSeat.objects.filter(pairing__round__event=event).order_by("pairing", "index")
    for pairing, entry in seats.values_list("pairing", "entry"):
        found[pairing] += (numbers.get(entry, 0),)
    return found


def places_of(standings: EventStandings, number: int) -> list[int]:
    """Return a player's places at the tables that are over, round by round."""
    found = (seat for each in standings.results_of(number) for seat in each.table)
    return [seat.place for seat in found if seat.player == number]


def finished(history: History, through: int) -> list[list[FinishedTable[int]]]:
    """Return the finished tables of each round up to ``through``."""
    rounds: list[list[FinishedTable[int]]] = []
    for index in range(through):
        tables = dict.fromkeys(player.results[index].table for player in history.players if len(player.results) > index)
        rounds.append([table for table in tables if table])
    return rounds


def rounds_met(history: History, through: int) -> RoundsMet:
    """Return the numbers of the rounds in which two sat at the same table."""
    found: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for number, tables in enumerate(finished(history, through), 1):
        for table in tables:
            for one, other in combinations(table, 2):
                found[frozenset((one.player, other.player))].append(number)
    return found


def table_rows(
    history: History, columns: Sequence[TieBreak], terms: EventTerms, after: int
) -> tuple[StandingsRow, ...]:
    """Return the rows of an event at tables; ``columns`` begin with the points."""
    numbers = [player.number for player in history.players]
    results = {player.number: player.results for player in history.players}
    wanted = [OF_COLUMNS[column.kind.code] for column in columns[1:]]
    scheme = Scheme(terms.table_points)
    rows = at_tables.standings_at_tables(numbers, finished(history, after), scheme, wanted, even=terms.even_tables)
    return tuple(_shown(rows, columns, results))


def _shown(
    rows: Sequence[at_tables.TablesRow[int]], columns: Sequence[TieBreak], results: dict[int, tuple[Result, ...]]
) -> Iterator[StandingsRow]:
    above: tuple[Fraction, ...] = ()
    for row in rows:
        values = [row.points, *row.values]
        totals = tuple(value.total for value in values)
        lower = (column.code for column, one, other in zip(columns, above, totals, strict=False) if one != other)
        shown = tuple(TieBreakValue(value.total, tuple(_terms(value, results[row.player]))) for value in values)
        yield StandingsRow(row.rank, row.player, row.points.total, shown, next(lower, ""))
        above = totals


def _terms(value: at_tables.TablesValue[int], results: Sequence[Result]) -> Iterator[Term]:
    for term in value.terms:
        code, at_table = results[term.round - 1].code, AtTable(term.place, term.score, term.met)
        yield Term(term.round, code, 0, None, term.contribution, term.contribution, at_table=at_table)
