"""Sheets of an expedition: a row for each team, and in each round."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from i18n.text import say
from tournaments.models import Event
from tournaments.rounds.pairings_sheet import decided, outcome_of, published, remarks
from tournaments.sheets.sheet import Column, Kind, Sheet
from tournaments.standings.explain import record
from tournaments.standings.sheet_columns import Filled, key_of
from tournaments.standings.standings import EventStandings

TEAM = Column("team", gettext_lazy("Team"))


def matches_sheet(event: Event, through: int | None) -> Sheet:
    """Build the published rounds, up to round ``through``: a row for each team and round."""
    measures = event.game.measures()
    columns = (
        Column("round", _("Round"), Kind.NUMBER),
        Column("number", _("No."), Kind.NUMBER),
        TEAM,
        Column("members", _("Members")),
        *(Column(each.code.lower(), say(each.name), Kind.NUMBER) for each in measures),
        Column("outcome", _("Outcome")),
        Column("decided_at", _("Decided"), Kind.MOMENT),
        Column("remarks", _("Remarks")),
    )
    rows = [
        (
            number,
            pairing.white.number,
            pairing.white.team_name,
            ", ".join(entry.shown_name for entry in pairing.entries),
            *(pairing.measured or [None] * len(measures)),
            outcome_of(pairing),
            decided(pairing),
            remarks(pairing),
        )
        for number, pairing in published(event, through, with_seats=True)
    ]
    return Sheet(_("Matches"), columns, rows)


def names(standings: EventStandings) -> Sequence[Filled]:
    """Return the team's name; teams have no rating."""
    return (Filled(TEAM, lambda row: standings.entries[row.number].team_name),)


def members(standings: EventStandings) -> Filled:
    """Return who is in each team."""
    column = Column("members", gettext_lazy("Members"))
    return Filled(column, lambda row: ", ".join(each.shown_name for each in standings.entries[row.number].members))


def first_measure(standings: EventStandings) -> Filled:
    """Return what counts most, in place of points."""
    first = standings.columns[0]
    return Filled(Column(key_of(first), first.name, Kind.NUMBER), lambda row: row.points)


def played(standings: EventStandings) -> Sequence[Filled]:
    """Return how many matches each team has won and lost."""
    found = {row.number: record([each.code for each in standings.results_of(row.number)]) for row in standings.rows}
    return (
        Filled(Column("played_wins", gettext_lazy("Won"), Kind.NUMBER), lambda row: found[row.number][0]),
        Filled(Column("played_losses", gettext_lazy("Lost"), Kind.NUMBER), lambda row: found[row.number][2]),
    )
