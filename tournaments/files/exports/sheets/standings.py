"""The table of an event as a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.models import Entry
from tournaments.sheets.sheet import Column, Sheet
from tournaments.standings.sheet_columns import NUMBER, PLACE, Filled, tie_breaks
from tournaments.standings.standings import EventStandings


def standings_sheet(standings: EventStandings) -> Sheet:
    """Build the standings: a row for each player, with the status at the end, empty unless the player has left."""
    rules, entries = standings.rules, standings.entries
    columns = [
        *names(standings),
        *rules.sheet_result(standings),
        *tie_breaks(standings),
        *rules.sheet_record(standings),
        Filled(Column("status", gettext_lazy("Status")), lambda row: status_of(entries[row.number])),
    ]
    rows = [[column.value(row) for column in columns] for row in standings.rows]
    title = titled(_("Standings"), _("Standings after round %(round)s"), standings)
    return Sheet(title, [column.column for column in columns], rows)


def names(standings: EventStandings) -> Sequence[Filled]:
    """Return the columns that say whose row it is."""
    return (PLACE, NUMBER, *standings.rules.sheet_names(standings))


def titled(what: str, after: str, standings: EventStandings) -> str:
    return after % {"round": standings.after} if standings.after else what


def status_of(entry: Entry) -> str | None:
    if entry.status != Entry.Status.WITHDRAWN:
        return None
    return _("no-show") if entry.is_no_show else pgettext("a player", "left")
