"""The crosstable: whom each player met in each round; in a round robin, everyone against everyone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from competition.standings import StandingsRow
from matches.input.paging import Leaf, leaf
from matches.input.requests import whole_number
from tournaments.locking.kept import version_of
from tournaments.models import Entry, Event
from tournaments.pages.kept_pages import answer, event_page
from tournaments.standings.cells import Cell, cells_of
from tournaments.standings.result_words import legend
from tournaments.standings.standings import EventStandings, standings_of

from .progress import Colours, colours_of

BUDGET, ROW, CELL = 75_000, 260, 215  # bytes of a page, of a row's head and of a cell, about
FEWEST, MOST = 10, 100


@dataclass(frozen=True)
class ShownCell:
    """A cell of the crosstable.

    ``place`` is that of the opponent in this order, 0 for none; ``said`` is all of it in words.
    """

    cell: Cell
    place: int
    colour: str
    said: str


@dataclass(frozen=True)
class CrossRow:
    """A row of the crosstable.

    ``cells`` are by column: one meeting by rounds, several in a double round robin; ``None`` on the diagonal.
    """

    row: StandingsRow
    entry: Entry
    points: str
    cells: list[list[ShownCell] | None]


@event_page
def crosstable_page(request: HttpRequest, event: Event) -> HttpResponse:
    version = version_of(event)
    standings = standings_of(event, whole_number(request.GET.get("after")), version=version)
    rows = leaf(request, standings.rows, size=_rows_on_a_page(standings), what=pgettext("pages of", "the crosstable"))
    return answer(
        request,
        "tournaments/crosstable.html",
        lambda: _context(event, standings, rows),
        version=version,
        key=(standings.after, rows.page.number),
    )


def _rows_on_a_page(standings: EventStandings) -> int:
    return max(FEWEST, min(MOST, BUDGET // (ROW + CELL * _columns(standings))))


def _columns(standings: EventStandings) -> int:
    return standings.after if standings.rules.crosstable_by_rounds else len(standings.rows)


def _context(event: Event, standings: EventStandings, rows: Leaf) -> dict[str, Any]:
    make, colours = _by_rounds if standings.rules.crosstable_by_rounds else _by_opponents, colours_of(event)
    points = standings.columns[0]
    shown = [
        CrossRow(row, standings.entries[row.number], points.show(row.points), make(standings, row, colours))
        for row in rows.items
    ]
    found = {each.cell.sign[-1:] for row in shown for cells in row.cells for each in cells or ()}
    return {
        "event": event,
        "standings": standings,
        "leaf": rows,
        "rows": shown,
        "headings": range(1, _columns(standings) + 1),
        "explained": str(standings.rules.standings_words.crosstable) % {"what": points.name},
        "signs": legend(found, standings.rules.signs_explained),
        "rounds_so_far": range(1, standings.last + 1),
        "left": [entry for entry in standings.entries.values() if entry.left_words],
    }


def _by_rounds(standings: EventStandings, row: StandingsRow, colours: Colours) -> list[list[ShownCell] | None]:
    return [[cell] for cell in _cells(standings, row, colours)]


def _by_opponents(standings: EventStandings, row: StandingsRow, colours: Colours) -> list[list[ShownCell] | None]:
    met: dict[int, list[ShownCell]] = {other.number: [] for other in standings.rows}
    for each in _cells(standings, row, colours):
        if each.cell.opponent in met:
            met[each.cell.opponent].append(each)
    return [None if number == row.number else cells for number, cells in met.items()]


def _cells(standings: EventStandings, row: StandingsRow, colours: Colours) -> Iterator[ShownCell]:
    for number, cell in enumerate(cells_of(standings, row.number), 1):
        above = standings.place_in_rows.get(cell.opponent)
        label, colour = ("", "") if cell.seat is None else (colours.labels[cell.seat], colours.classes[cell.seat])
        yield ShownCell(cell, 0 if above is None else above + 1, colour, _whole(number, cell.said, label))


def _whole(number: int, said: str, colour: str) -> str:
    words = _("Round %(number)s: %(said)s as %(colour)s") if colour else _("Round %(number)s: %(said)s")
    return words % {"number": number, "said": said, "colour": colour}
