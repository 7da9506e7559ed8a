"""The standings page, after the last round or any other, and its rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from competition.history import PLAYED_CODES, Code, Result
from competition.standings import StandingsRow, TieBreak, TieBreakValue
from i18n.text import listed
from matches.views.paging import Leaf, leaf
from matches.views.requests import whole_number
from tournaments.formats.cup.words import reached_in
from tournaments.kept import Version, version_of
from tournaments.models import Entry, Event
from tournaments.standings.explain import Explanation, explained, record
from tournaments.standings.result_words import legend, sign, table_words
from tournaments.standings.standings import EventStandings, Played, standings_of
from tournaments.views.pages import answer, event_page, part

BUDGET = 85_000  # bytes of rows on a page
ROW, NUMBER, TERM = 330, 122, 34  # about so many bytes each, a term without the name that it has
FEWEST, MOST = 10, 100


@event_page
def standings_page(request: HttpRequest, event: Event) -> HttpResponse:
    version = version_of(event)
    standings = standings_of(event, whole_number(request.GET.get("after")), version=version)
    rows = leaf(request, standings.rows, size=rows_on_a_page(standings), what=pgettext("pages of", "the table"))
    key = (standings.after, rows.page.number)

    def context() -> dict[str, Any]:
        return _context(request, event, standings, rows, version)

    return answer(request, "tournaments/standings.html", context, version=version, key=key)


def _context(
    request: HttpRequest, event: Event, standings: EventStandings, rows: Leaf, version: Version
) -> dict[str, Any]:
    return {
        "event": event,
        "standings": standings,
        "leaf": rows,
        "rounds_so_far": range(1, standings.last + 1),
        "own": own_row(request, standings, rows.page.paginator.per_page),
        "standings_part": part(
            "tournaments/_standings.html",
            lambda: {"event": event, "leaf": rows, **standings_context(standings, rows.items)},
            version=version,
            key=(event.pk, standings.after, rows.page.number),
        ),
    }


def standings_context(standings: EventStandings, rows: list[Any]) -> dict[str, Any]:
    """Return what templates/tournaments/_standings.html needs."""
    shown = [ShownRow(standings, row) for row in rows]
    return {
        "standings": standings,
        "rows": shown,
        "signs": legend(
            {mark for row in shown for mark in row.unplayed},
            is_cup=standings.bracket is not None,
            has_teams=standings.has_teams,
        ),
        "any_running": any(row.running for row in shown),
        "left": [entry for entry in standings.entries.values() if entry.left_words],
    }


def own_row(request: HttpRequest, standings: EventStandings, size: int) -> dict[str, Any] | None:
    """Return the reader's own row, and the page it is on; ``None`` if they have none."""
    if not isinstance(request.user, User):
        return None
    number = standings.number_of(request.user.pk)
    if number is None:
        return None
    place = standings.place_in_rows[number]
    return {
        "row": standings.rows[place],
        "entry": standings.entries[number],
        "page": place // size + 1,
        "of": len(standings.rows),
    }


def rows_on_a_page(standings: EventStandings) -> int:
    """Return how many rows make a page that a phone loads at once."""
    names = [len(name.encode()) for name in standings.names.values()]
    term = TERM + sum(names) // max(1, len(names))
    weight = ROW + len(standings.columns) * (NUMBER + term * standings.after)
    return max(FEWEST, min(MOST, BUDGET // weight))


# -- its rows ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StandingsNumber:
    """A number of the standings. ``decides``: it puts its row below the one above."""

    standings: EventStandings
    column: TieBreak
    value: TieBreakValue
    decides: bool

    @property
    def text(self) -> str:
        return self.column.show(self.value.number)

    @cached_property
    def why(self) -> Explanation:
        return explained(self.column, self.value, self.standings.names)


@dataclass(frozen=True)
class ShownRow:
    standings: EventStandings
    row: StandingsRow

    @property
    def rank(self) -> int:
        return self.row.rank

    @property
    def came_to(self) -> str:
        """The stage that the player reached in a cup, in words."""
        return reached_in(self.standings, self.row.number)

    @property
    def entry(self) -> Entry:
        return self.standings.entries[self.row.number]

    @property
    def name(self) -> str:
        return self.standings.names[self.row.number]

    @property
    def members(self) -> str:
        """The members of a named team; for a team named after its captain, the others."""
        if not self.standings.has_teams:
            return ""
        captain, *mates = (entry.shown_name for entry in self.entry.members)
        if self.entry.team:
            return listed([captain, *mates])
        return _("with %(names)s") % {"names": listed(mates)} if mates else ""

    @property
    def numbers(self) -> list[StandingsNumber]:
        return [
            StandingsNumber(self.standings, column, value, column.code == self.row.decided_by)
            for column, value in zip(self.standings.columns, self.row.values, strict=True)
        ]

    @property
    def results(self) -> tuple[Result, ...]:
        return self.standings.players[self.row.number].results[: self.standings.after]

    @property
    def record(self) -> str:
        """Matches won, drawn and lost over the board: "3–1–0".

        For teams, which never draw, won and lost: "1–2"; at tables the places so far: "1, 3, 2".
        """
        if self.standings.has_tables:
            number = self.row.number
            found = (seat.place for each in self.results for seat in each.table if seat.player == number)
            return ", ".join(map(str, found))
        won, drawn, lost = record([result.code for result in self.results])
        return "–".join(map(str, (won, lost) if self.standings.has_teams else (won, drawn, lost)))

    @property
    def ended(self) -> str:
        """The number of its matches that a team has ended, while any runs: "1 of 2"."""
        ended = sum(bool(result.measured) for result in self.results)
        return _("%(ended)s of %(rounds)s") % {"ended": ended, "rounds": self.standings.after}

    @property
    def unplayed(self) -> list[str]:
        """Signs of unplayed rounds, without running ones, and in a cup without those after the player was out."""
        left_out = {*PLAYED_CODES, Code.RUNNING, *((Code.ZERO_BYE,) if self.standings.bracket is not None else ())}
        return [sign(result.code) for result in self.results if result.code not in left_out]

    @property
    def running(self) -> list[tuple[Played, str]]:
        """The player's running matches of these rounds, each with the opponent."""
        return [
            (pairing, self._met_in(pairing))
            for index, result in enumerate(self.results, 1)
            if result.code is Code.RUNNING
            and (pairing := self.standings.pairing_of.get((index, self.row.number)))
            and not pairing.waits
        ]

    def _met_in(self, pairing: Played) -> str:
        if self.standings.has_teams:
            return _("under way")
        if self.standings.has_tables:
            return table_words(pairing.board)
        return next((self.standings.names.get(number, "") for number in pairing.pair if number != self.row.number), "")
