"""Sheets of an event at tables of several: a row for each player at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Event, Pairing
from tournaments.rounds.pairings_sheet import decided, outcome_of, published, remarks
from tournaments.sheets.sheet import Column, Kind, Sheet, Value
from tournaments.standings.history import history_of
from tournaments.standings.sheet_columns import Filled
from tournaments.standings.standings import EventStandings

from .standings import places_of

COLUMNS = (
    Column("round", gettext_lazy("Round"), Kind.NUMBER),
    Column("table", gettext_lazy("Table"), Kind.NUMBER),
    Column("number", gettext_lazy("No."), Kind.NUMBER),
    Column("player", gettext_lazy("Player")),
    Column("place", gettext_lazy("Place"), Kind.NUMBER),
    Column("points", gettext_lazy("Points"), Kind.NUMBER),
    Column("score", gettext_lazy("Game points"), Kind.NUMBER),
    Column("outcome", gettext_lazy("Outcome")),
    Column("decided_at", gettext_lazy("Decided"), Kind.MOMENT),
    Column("remarks", gettext_lazy("Remarks")),
)


def tables_sheet(event: Event, through: int | None) -> Sheet:
    """Build the tables of published rounds, up to round ``through``."""
    points = history_of(event, through).extra_points
    found = published(event, through, with_seats=True)
    rows = [row for number, pairing in found for row in _seats(pairing, number, points)]
    return Sheet(_("Tables"), COLUMNS, rows)


def played(standings: EventStandings) -> Sequence[Filled]:
    """Return the places of each player at the tables, and how many tables that were."""
    places = {row.number: places_of(standings, row.number) for row in standings.rows}
    return (
        Filled(Column("places", gettext_lazy("Places")), lambda row: ", ".join(map(str, places[row.number])) or None),
        Filled(
            Column("tables_played", gettext_lazy("Tables played"), Kind.NUMBER), lambda row: len(places[row.number])
        ),
    )


def _seats(pairing: Pairing, number: int, points: Mapping[tuple[int, int], Fraction]) -> Iterable[Sequence[Value]]:
    seats = list(pairing.table_seats.all()) if pairing.size else []
    results = {seat.entry_id: (seat.place, seat.score) for seat in seats if pairing.decided_at}
    for entry in pairing.entries:
        place, score = (None, None) if pairing.is_annulled else results.get(entry.pk, (None, None))
        has_left = bool(pairing.size and pairing.decided_at and not pairing.is_annulled and place is None)
        yield (
            number,
            pairing.board if pairing.size else None,
            entry.number,
            entry.shown_name,
            place,
            points.get((number, entry.number or 0)),
            score,
            _("did not play") if has_left else outcome_of(pairing),
            decided(pairing),
            remarks(pairing),
        )
