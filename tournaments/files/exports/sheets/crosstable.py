"""The crosstable as a sheet: by rounds, or in a round robin by opponents.

A cell is the opponent's pairing number (by rounds), the first letter of the colour, and the result: ``12r1``, ``7g½``,
``3r+`` for a win by forfeit, ``×`` for an annulled match, ``…`` for one that runs; or the letter of a bye. At tables of
several it is the number of the table and the place there: ``3:1``.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from competition.history import Colour
from competition.standings import StandingsRow
from tournaments.sheets.sheet import Column, Sheet, Value
from tournaments.standings.cells import Cell, cells_of
from tournaments.standings.progress import Colours
from tournaments.standings.standings import EventStandings

from .standings import names, titled


def crosstable_sheet(standings: EventStandings, colours: Colours) -> Sheet:
    """Build the crosstable, in the order of the standings.

    In a double round robin both results share a cell; a player's own cell is empty.
    """
    head, points = names(standings), standings.rules.sheet_points(standings)
    letters = colour_letters(colours)
    middle, cells = _rounds(standings), _by_rounds
    if not standings.rules.crosstable_by_rounds:
        middle, cells = _opponents(standings), _by_opponents
    rows = [
        [*(column.value(row) for column in head), *cells(standings, row, letters), points.value(row)]
        for row in standings.rows
    ]
    title = titled(_("Crosstable"), _("Crosstable after round %(round)s"), standings)
    return Sheet(title, [*(column.column for column in head), *middle, points.column], rows)


def colour_letters(colours: Colours) -> tuple[str, str]:
    """Return the letters for White and Black: from the game's own words for them, unless both begin alike."""
    first, second = (label[:1].lower() for label in colours.labels[:2])
    return (first, second) if first != second else (Colour.WHITE.value, Colour.BLACK.value)


def _rounds(standings: EventStandings) -> list[Column]:
    return [
        Column(f"round_{number}", _("Round %(round)s") % {"round": number}) for number in range(1, standings.after + 1)
    ]


def _opponents(standings: EventStandings) -> list[Column]:
    return [Column(f"against_{row.number}", _("No. %(number)s") % {"number": row.number}) for row in standings.rows]


def _by_rounds(standings: EventStandings, row: StandingsRow, letters: tuple[str, str]) -> Iterable[Value]:
    return [f"{cell.opponent or ''}{_mark(cell, letters)}" for cell in cells_of(standings, row.number)]


def _by_opponents(standings: EventStandings, row: StandingsRow, letters: tuple[str, str]) -> Iterable[Value]:
    met: dict[int, list[str]] = {other.number: [] for other in standings.rows}
    for cell in cells_of(standings, row.number):
        if cell.opponent in met:
            met[cell.opponent].append(_mark(cell, letters))
    return [" ".join(marks) or None for marks in met.values()]


def _mark(cell: Cell, letters: tuple[str, str]) -> str:
    return f"{'' if cell.seat is None else letters[cell.seat]}{cell.sign}"
