"""The standings page, after the last round or any other, and its rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import pgettext

from accounts.models import User
from competition.history import Code, Result
from competition.standings import StandingsRow, TieBreak, TieBreakValue
from matches.input.paging import Leaf, leaf
from matches.input.requests import whole_number
from tournaments.locking.kept import Version, version_of
from tournaments.models import Entry, Event
from tournaments.pages.kept_pages import answer, event_page, part
from tournaments.standings.explain import Explanation, explained
from tournaments.standings.result_words import legend, sign
from tournaments.standings.standings import EventStandings, standings_of

BUDGET = 85_000  # bytes of rows on a page
ROW, NUMBER, TERM = 330, 122, 34  # rough sizes in bytes, a term's without its name
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
    heading, explanation = standings.rules.record_words(standings)
    return {
        "standings": standings,
        "rows": shown,
        "signs": legend({mark for row in shown for mark in row.unplayed}, standings.rules.signs_explained),
        "record_heading": heading,
        "record_explained": explanation,
        "note": standings.rules.note(standings),
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
        """The stage that the player reached, in words, where players are ranked by that."""
        return self.standings.rules.came_to(self.standings, self.row.number)

    @property
    def entry(self) -> Entry:
        return self.standings.entries[self.row.number]

    @property
    def name(self) -> str:
        return self.standings.names[self.row.number]

    @property
    def members(self) -> str:
        """The members of a team, so far as its name doesn't say them."""
        return self.standings.rules.members_words(self.entry)

    @property
    def numbers(self) -> list[StandingsNumber]:
        return [
            StandingsNumber(self.standings, column, value, column.code == self.row.decided_by)
            for column, value in zip(self.standings.columns, self.row.values, strict=True)
        ]

    @property
    def results(self) -> tuple[Result, ...]:
        return self.standings.results_of(self.row.number)

    @property
    def record(self) -> str:
        """The matches that the player has played, such as the numbers won, drawn and lost."""
        return self.standings.rules.record(self.standings, self.row.number)

    @property
    def unplayed(self) -> list[str]:
        """Signs of unplayed rounds that need telling."""
        return [sign(result.code) for result in self.results if result.code not in self.standings.rules.no_sign]

    @property
    def running(self) -> list[tuple[str, int | None]]:
        """The player's running matches of these rounds, in words, each with its id if readers may see it."""
        return [
            self.standings.rules.now(self.standings, self.row.number, pairing)
            for index, result in enumerate(self.results, 1)
            if result.code is Code.RUNNING
            and (pairing := self.standings.pairing_of.get((index, self.row.number)))
            and not pairing.waits
        ]
