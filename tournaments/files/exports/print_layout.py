"""Sheets as people print them: texts in columns, without columns that are empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from competition.standings.tie_break_kind import as_written
from tournaments.models import Event
from tournaments.sheets.cell_values import plain
from tournaments.sheets.sheet import Column, Kind, Number, Sheet, Value
from tournaments.standings.progress import Colours
from tournaments.standings.standings import EventStandings

from .sheets.crosstable import colour_letters, crosstable_sheet
from .sheets.entries import entries_sheet
from .sheets.standings import standings_sheet

NEVER_PRINTED = frozenset(("entered_at", "checked_in_at", "decided_at", "from_round"))
MOST_DECIMALS = 3
LEFT_OUT_IF_EMPTY = frozenset(
    (
        *("rating", "forfeit_wins", "forfeit_losses", "byes", "status", "remarks", "left_from_round", "absences"),
        *("white_game_points", "black_game_points"),
    )
)
OF_ROUND, NAME = "round", "player"


class Heading(NamedTuple):
    """The heading of a column; ``is_name``: the column names the row."""

    text: str
    is_number: bool
    is_name: bool


class Cell(NamedTuple):
    text: str
    heading: Heading


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table for paper; ``note`` says how to read it."""

    title: str
    headings: Sequence[Heading]
    rows: Sequence[Sequence[str]]
    note: str = ""

    @property
    def cells(self) -> list[list[Cell]]:
        return [list(map(Cell, row, self.headings)) for row in self.rows]


def paper_tables(event: Event, standings: EventStandings, colours: Colours) -> list[PaperTable]:
    """Return an event's tables to print: standings, crosstable, and the pairings of the standings' round.

    Before the first round there is only the start list.
    """
    if not standings.after:
        return [replace(paper_table(entries_sheet(event)), title=_("Start list"))]
    first, second = colour_letters(colours)
    facts = {
        "what": standings.columns[0].name,
        "first": first,
        "first_colour": colours.labels[0],
        "second": second,
        "second_colour": colours.labels[1],
    }
    note = str(standings.rules.standings_words.crosstable_on_paper) % facts
    coded = () if standings.rules.spells_columns_out else standings.columns[1:]
    names = ". ".join(f"{column.code}: {column.name}" for column in coded)
    return [
        paper_table(standings_sheet(standings), f"{names}." if names else ""),
        paper_table(crosstable_sheet(standings, colours), note),
        paper_table(_round(event.rules.pairings_sheet(event, colours, standings.after), standings.after)),
    ]


def paper_table(sheet: Sheet, note: str = "") -> PaperTable:
    """Lay out a sheet for paper.

    Each column has as many decimals as its most precise number needs, three at most as on the page.
    """
    shown = [place for place in range(len(sheet.columns)) if _is_shown(sheet, place)]
    columns = [_texts([row[place] for row in sheet.rows]) for place in shown]
    headings = [_heading(sheet.columns[place]) for place in shown]
    return PaperTable(sheet.title, headings, list(zip(*columns, strict=True)), note)


def _heading(column: Column) -> Heading:
    return Heading(column.heading, column.kind is Kind.NUMBER, column.key == NAME)


def _round(sheet: Sheet, number: int) -> Sheet:
    place = [column.key for column in sheet.columns].index(OF_ROUND)
    rows = [(*row[:place], *row[place + 1 :]) for row in sheet.rows if row[place] == number]
    return Sheet(
        _("Pairings of round %(round)s") % {"round": number},
        (*sheet.columns[:place], *sheet.columns[place + 1 :]),
        rows,
    )


def _is_shown(sheet: Sheet, place: int) -> bool:
    key = sheet.columns[place].key
    if key in NEVER_PRINTED:
        return False
    return key not in LEFT_OUT_IF_EMPTY or any(row[place] for row in sheet.rows)


def _texts(values: Sequence[Value]) -> list[str]:
    texts = [plain(value) for value in values]
    places = max((len(text.partition(".")[2]) for text in map(_digits, values)), default=0)
    places = min(places, MOST_DECIMALS)
    return [
        as_written(f"{float(value):.{places}f}" if places else text) if isinstance(value, Number) else text
        for value, text in zip(values, texts, strict=True)
    ]


def _digits(value: Value) -> str:
    """Return a number as it is written; "" for other values, which have no decimals."""
    return plain(value) if isinstance(value, Number) else ""
