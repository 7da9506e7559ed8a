"""The rows of a table as its page shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from competition.history import PLAYED_CODES, Code, Result
from competition.standings import StandingsRow, TieBreak, TieBreakValue
from i18n.text import listed
from tournaments.cups.words import reached_in
from tournaments.models import Entry
from tournaments.standings.explain import Explanation, explained, record
from tournaments.standings.result_words import sign, table_words
from tournaments.standings.standings import EventTable, Played

BUDGET = 85_000  # bytes of rows on a page
ROW, NUMBER, TERM = 330, 122, 34  # about so many bytes each, a term without the name that it has
FEWEST, MOST = 10, 100


@dataclass(frozen=True)
class Number:
    """A number of a table. ``decides``: it is what puts its row below the one above."""

    table: EventTable
    column: TieBreak
    value: TieBreakValue
    decides: bool

    @property
    def text(self) -> str:
        return self.column.show(self.value.number)

    @cached_property
    def why(self) -> Explanation:
        return explained(self.column, self.value, self.table.names)


@dataclass(frozen=True)
class TableRow:
    table: EventTable
    row: StandingsRow

    @property
    def rank(self) -> int:
        return self.row.rank

    @property
    def came_to(self) -> str:
        """In a cup."""
        return reached_in(self.table, self.row.number)

    @property
    def entry(self) -> Entry:
        return self.table.entries[self.row.number]

    @property
    def name(self) -> str:
        return self.table.names[self.row.number]

    @property
    def members(self) -> str:
        """Of a team that has a name; of one that is called as its captain, the others."""
        if not self.table.has_teams:
            return ""
        captain, *mates = (entry.shown_name for entry in self.entry.members)
        if self.entry.team:
            return listed([captain, *mates])
        return _("with %(names)s") % {"names": listed(mates)} if mates else ""

    @property
    def numbers(self) -> list[Number]:
        return [
            Number(self.table, column, value, column.code == self.row.decided_by)
            for column, value in zip(self.table.columns, self.row.values, strict=True)
        ]

    @property
    def results(self) -> tuple[Result, ...]:
        return self.table.players[self.row.number].results[: self.table.after]

    @property
    def record(self) -> str:
        """Won, drawn and lost over the board: "3–1–0"; of teams, which never draw, won and lost: "1–2"; at tables the
        places of those that are over: "1, 3, 2"."""
        if self.table.has_tables:
            number = self.row.number
            found = (seat.place for each in self.results for seat in each.table if seat.player == number)
            return ", ".join(map(str, found))
        won, drawn, lost = record([result.code for result in self.results])
        return "–".join(map(str, (won, lost) if self.table.has_teams else (won, drawn, lost)))

    @property
    def ended(self) -> str:
        """While a match of any runs, how many of its matches a team has ended: "1 of 2"."""
        ended = sum(bool(result.measured) for result in self.results)
        return _("%(ended)s of %(rounds)s") % {"ended": ended, "rounds": self.table.after}

    @property
    def unplayed(self) -> list[str]:
        """Signs of the rounds that were not played, without those that still run, and in a cup those for which the
        player was out."""
        left_out = {*PLAYED_CODES, Code.RUNNING, *((Code.ZERO_BYE,) if self.table.bracket is not None else ())}
        return [sign(result.code) for result in self.results if result.code not in left_out]

    @property
    def running(self) -> list[tuple[Played, str]]:
        """The player's matches of these rounds that still run, and against whom."""
        return [
            (pairing, self._met_in(pairing))
            for index, result in enumerate(self.results, 1)
            if result.code is Code.RUNNING
            and (pairing := self.table.pairing_of.get((index, self.row.number)))
            and not pairing.waits
        ]

    def _met_in(self, pairing: Played) -> str:
        if self.table.has_teams:
            return _("under way")
        if self.table.has_tables:
            return table_words(pairing.board)
        return next((self.table.names.get(number, "") for number in pairing.pair if number != self.row.number), "")


def rows_of(table: EventTable, rows: Iterable[StandingsRow]) -> list[TableRow]:
    return [TableRow(table, row) for row in rows]


def rows_on_a_page(table: EventTable) -> int:
    """As many as make a page that a phone loads at once, with all that unfolds."""
    names = [len(name.encode()) for name in table.names.values()]
    term = TERM + sum(names) // max(1, len(names))
    weight = ROW + len(table.columns) * (NUMBER + term * table.after)
    return max(FEWEST, min(MOST, BUDGET // weight))
