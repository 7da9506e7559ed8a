"""The crosstable: in a Swiss, whom each player met in each round; in a round robin, everyone against everyone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from competition.history import Code, Colour, Result
from competition.standings import StandingsRow
from i18n.text import listed
from matches.views.paging import Leaf, leaf
from matches.views.requests import whole_number
from tournaments.kept import version_of
from tournaments.models import Entry, Event
from tournaments.rounds.progress import Colours, colours_of
from tournaments.standings.result_words import (
    ANNULLED,
    is_forfeit,
    legend,
    measured_words,
    noun,
    place_at,
    sign,
    to_meet,
    words,
)
from tournaments.standings.standings import EventStandings, Played, standings_of
from tournaments.views.pages import answer, event_page

BUDGET, ROW, CELL = 75_000, 260, 215  # bytes of a page, of a row's head and of a cell, about
FEWEST, MOST = 10, 100


@dataclass(frozen=True)
class Cell:
    """A cell of the crosstable. ``rank`` is the opponent's, 0 for none. ``said`` is all of it in words."""

    rank: int
    colour: str
    sign: str
    said: str
    match_id: int | None
    is_forfeit: bool
    is_annulled: bool


@dataclass(frozen=True)
class CrossRow:
    """A row of the crosstable.

    ``cells`` are by column: one meeting in a Swiss, several in a double round robin; ``None`` on the diagonal.
    """

    row: StandingsRow
    entry: Entry
    points: str
    cells: list[list[Cell] | None]


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
    columns = standings.after if standings.is_by_rounds else len(standings.rows)
    return max(FEWEST, min(MOST, BUDGET // (ROW + CELL * columns)))


def _context(event: Event, standings: EventStandings, rows: Leaf) -> dict[str, Any]:
    cell = _Cells(standings, colours_of(event)).cell
    make = _by_rounds if standings.is_by_rounds else _by_opponents
    shown = [
        CrossRow(row, standings.entries[row.number], standings.columns[0].show(row.points), make(standings, row, cell))
        for row in rows.items
    ]
    found = {cell.sign[-1:] for row in shown for cells in row.cells for cell in cells or ()}
    return {
        "event": event,
        "standings": standings,
        "leaf": rows,
        "rows": shown,
        "headings": range(1, (standings.after if standings.is_by_rounds else len(standings.rows)) + 1),
        "signs": legend(found, is_cup=event.is_cup, has_teams=event.is_expedition),
        "rounds_so_far": range(1, standings.last + 1),
        "left": [entry for entry in standings.entries.values() if entry.left_words],
    }


CellOf = Callable[[int, int, Result], Cell]


def _by_rounds(standings: EventStandings, row: StandingsRow, cell: CellOf) -> list[list[Cell] | None]:
    results = standings.players[row.number].results[: standings.after]
    return [[cell(row.number, index, result)] for index, result in enumerate(results, 1)]


def _by_opponents(standings: EventStandings, row: StandingsRow, cell: CellOf) -> list[list[Cell] | None]:
    met: dict[int, list[Cell]] = {other.number: [] for other in standings.rows}
    for index, result in enumerate(standings.players[row.number].results[: standings.after], 1):
        pairing = standings.pairing_of.get((index, row.number))
        opponent = result.opponent or (sum(pairing.pair) - row.number if pairing else 0)
        if opponent in met:
            met[opponent].append(cell(row.number, index, result))
    return [None if number == row.number else cells for number, cells in met.items()]


def _whole(number: int, said: str, colour: str) -> str:
    words = _("Round %(number)s: %(said)s as %(colour)s") if colour else _("Round %(number)s: %(said)s")
    return words % {"number": number, "said": said, "colour": colour}


def _said(pairing: Played | None, result: Result, name: str) -> str:
    if pairing is not None and pairing.is_annulled:
        return _("annulled match against %(name)s") % {"name": name}
    if pairing is not None and pairing.waits and result.code is Code.RUNNING:
        return to_meet(name)
    return words(result, name)


class _Cells:
    def __init__(self, standings: EventStandings, colours: Colours) -> None:
        self.standings, self.colours = standings, colours

    def cell(self, number: int, round_number: int, result: Result) -> Cell:
        standings = self.standings
        pairing = standings.pairing_of.get((round_number, number))
        if pairing is not None and standings.has_tables:
            return self._at_table(number, round_number, result, pairing)
        if standings.has_teams:
            return self._of_team(round_number, result, pairing)
        is_annulled = pairing is not None and pairing.is_annulled
        opponent = result.opponent or (sum(pairing.pair) - number if pairing else 0)
        against = standings.row_of.get(opponent)
        name = standings.names.get(opponent, "")
        index = self._seat(number, result, pairing.pair if pairing else (0, 0))
        label = "" if index is None else self.colours.labels[index]
        return Cell(
            rank=standings.place_in_rows[opponent] + 1 if against else 0,
            colour=self.colours.classes[index] if index is not None else "",
            sign=ANNULLED if is_annulled else sign(Code(result.code)),
            said=_whole(round_number, _said(pairing, result, name), label),
            match_id=pairing.match_id if pairing else None,
            is_forfeit=is_forfeit(result.code),
            is_annulled=is_annulled,
        )

    def _of_team(self, round_number: int, result: Result, pairing: Played | None) -> Cell:
        """Make a team's cell, with its first measure. The round's page links to the match, once it may be seen."""
        measured = result.measured
        reached = measured_words([column.name for column in self.standings.columns], measured) if measured else ""
        return Cell(
            rank=0,
            colour="",
            sign=str(measured[0]) if measured else sign(Code(result.code)),
            said=_whole(round_number, reached or noun(result.code), ""),
            match_id=None,
            is_forfeit=False,
            is_annulled=pairing is not None and pairing.is_annulled,
        )

    def _at_table(self, number: int, round_number: int, result: Result, pairing: Played) -> Cell:
        """Make a cell with the number of a table, and the player's place there."""
        own = next((seat.place for seat in result.table if seat.player == number), 0)
        others = listed([self.standings.names[other] for other in pairing.pair if other != number])
        if pairing.is_annulled:
            said = _("annulled match at table %(number)s with %(others)s") % {"number": pairing.board, "others": others}
        elif own:
            said = place_at(own, pairing.board, others)
        elif result.code is Code.RUNNING:
            said = _("plays at table %(number)s with %(others)s") % {"number": pairing.board, "others": others}
        else:
            said = _("didn’t play at table %(number)s with %(others)s") % {"number": pairing.board, "others": others}
        mark = ANNULLED if pairing.is_annulled else str(own or sign(Code(result.code)))
        return Cell(
            rank=0,
            colour="",
            sign=f"{pairing.board}:{mark}",
            said=_whole(round_number, said, ""),
            match_id=pairing.match_id,
            is_forfeit=is_forfeit(result.code),
            is_annulled=pairing.is_annulled,
        )

    @staticmethod
    def _seat(number: int, result: Result, pair: tuple[int, ...]) -> int | None:
        if result.colour is not None:
            return 0 if result.colour is Colour.WHITE else 1
        return pair.index(number) if number in pair else None
