"""Tables, crosstables and brackets, as answers have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404

from competition.history import Code, Result
from competition.standings import Row, TieBreak
from fortify_site.api.schemas import tables as out
from tournaments.cups.shown_bracket import BracketMatch, ShownBracket, shown_bracket
from tournaments.cups.tie_breaker import how_of
from tournaments.cups.words import reached_in
from tournaments.models import Event
from tournaments.standings.result_words import ANNULLED, sign
from tournaments.standings.standings import EventTable, table_of

from .pairings import drawn_out, ref


def standings_of(event: Event, table: EventTable) -> out.Standings:
    return out.Standings(
        after=table.after,
        is_final=event.stage == Event.Stage.FINISHED and table.after == table.last,
        columns=[out.TieBreakOut(code=each.code, name=str(each.name)) for each in _columns(table)],
        rows=[_standing(table, row) for row in table.rows],
    )


def brought(table: EventTable, row: Row) -> dict[str, Any]:
    """The points, or in a cup how far it went."""
    if table.bracket is not None:
        return {"points": None, "came_to": reached_in(table, row.number)}
    return {"points": table.columns[0].show(row.points), "came_to": None}


def _columns(table: EventTable) -> Sequence[TieBreak]:
    """A cup has none."""
    return () if table.bracket is not None else table.columns


def _standing(table: EventTable, row: Row) -> out.StandingOut:
    entry = table.entries[row.number]
    numbers = [
        out.NumberOut(
            code=column.code,
            shown=column.show(value.number),
            value=None if value.number is None else float(value.number),
        )
        for column, value in zip(table.columns, row.values, strict=True)
    ]
    return out.StandingOut(
        rank=row.rank,
        entry=ref(entry),
        rating=entry.rating or None,
        **brought(table, row),
        tie_breaks=numbers[1:],
        decided_by=row.decided_by or "",
        status=entry.status,
    )


def crosstable_of(table: EventTable) -> out.Crosstable:
    return out.Crosstable(after=table.after, rows=[_cross_row(table, row) for row in table.rows])


def _cross_row(table: EventTable, row: Row) -> out.CrossRow:
    results = table.players[row.number].results[: table.after]
    return out.CrossRow(
        rank=row.rank,
        entry=ref(table.entries[row.number]),
        **brought(table, row),
        cells=[_cell(table, row.number, index, result) for index, result in enumerate(results, 1)],
    )


def _cell(table: EventTable, number: int, index: int, result: Result) -> out.Cell:
    pairing = table.pairing_of.get((index, number))
    return out.Cell(
        round=index,
        opponent=result.opponent or (sum(pairing.pair) - number if pairing else 0),
        sign=ANNULLED if pairing is not None and pairing.is_annulled else sign(Code(result.code)),
        match=pairing.match_id if pairing else None,
    )


def bracket_of(event: Event) -> out.Bracket:
    shown = shown_bracket(event, table_of(event))
    if shown is None:
        raise Http404
    return out.Bracket(
        rounds=list(_rounds(event, shown)),
        third_place=_place(event, shown.third) if shown.third else None,
        winner=ref(shown.winner) if shown.winner else None,
    )


def _rounds(event: Event, shown: ShownBracket) -> Iterator[out.BracketRound]:
    for number, each in enumerate(shown.rounds, 1):
        yield out.BracketRound(
            number=number,
            name=each.name,
            is_published=each.number > 0,
            matches=[_place(event, match) for match in each.matches],
        )


def _place(event: Event, match: BracketMatch) -> out.BracketMatch:
    pairing = match.pairing
    return out.BracketMatch(
        sides=[
            out.BracketSide(
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
        decided_by=(how_of(event, pairing, match.drawn) or "") if pairing else "",
        why=match.why,
        drawn=[drawn_out(each) for each in match.drawn],
    )
