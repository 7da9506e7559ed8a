"""The table, after the last round or any other."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import pgettext

from accounts.models import User
from matches.views.paging import Leaf, leaf
from matches.views.requests import whole_number
from tournaments.models import Event
from tournaments.page_version import Version, version_of
from tournaments.standings.result_words import legend
from tournaments.standings.standings import EventTable, table_of
from tournaments.views.pages import answer, event_page, part

from .table_rows import rows_of, rows_on_a_page


@event_page
def table_page(request: HttpRequest, event: Event) -> HttpResponse:
    version = version_of(event)
    table = table_of(event, whole_number(request.GET.get("after")), version=version)
    rows = leaf(request, table.rows, size=rows_on_a_page(table), what=pgettext("pages of", "the table"))
    key = (table.after, rows.page.number)

    def context() -> dict[str, Any]:
        return _context(request, event, table, rows, version)

    return answer(request, "tournaments/table.html", context, version=version, key=key)


def _context(request: HttpRequest, event: Event, table: EventTable, rows: Leaf, version: Version) -> dict[str, Any]:
    return {
        "event": event,
        "table": table,
        "leaf": rows,
        "rounds_so_far": range(1, table.last + 1),
        "own": own_row(request, table, rows.page.paginator.per_page),
        "standings": part(
            "tournaments/_standings.html",
            lambda: {"event": event, "leaf": rows, **table_context(table, rows.items)},
            version=version,
            key=(event.pk, table.after, rows.page.number),
        ),
    }


def table_context(table: EventTable, rows: list[Any]) -> dict[str, Any]:
    """What templates/tournaments/_standings.html needs of the table."""
    shown = rows_of(table, rows)
    return {
        "table": table,
        "rows": shown,
        "signs": legend(
            {mark for row in shown for mark in row.unplayed},
            is_cup=table.bracket is not None,
            has_teams=table.has_teams,
        ),
        "any_running": any(row.running for row in shown),
        "left": [entry for entry in table.entries.values() if entry.left_words],
    }


def own_row(request: HttpRequest, table: EventTable, size: int) -> dict[str, Any] | None:
    """Where the reader stands, and on which page of the table."""
    if not isinstance(request.user, User):
        return None
    number = table.number_of(request.user.pk)
    if number is None:
        return None
    place = table.place_in_rows[number]
    return {"row": table.rows[place], "entry": table.entries[number], "page": place // size + 1, "of": len(table.rows)}
