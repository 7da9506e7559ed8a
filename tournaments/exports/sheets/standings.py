"""The table of an event as a sheet. In a cup, how far a player came takes the place of the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from competition.history import Code, Result
from competition.standings import StandingsRow, TieBreak
from tournaments.formats.cup.words import reached_in
from tournaments.models import Entry
from tournaments.standings.explain import record
from tournaments.standings.standings import EventStandings

from .sheet import Column, Kind, Sheet, Value

FIRST = (
    Column("place", gettext_lazy("Place"), Kind.NUMBER),
    Column("number", gettext_lazy("No."), Kind.NUMBER),
    Column("player", gettext_lazy("Player")),
    Column("rating", gettext_lazy("Rating"), Kind.NUMBER),
    Column("points", gettext_lazy("Points"), Kind.NUMBER),
)
REACHED = Column("reached", gettext_lazy("Reached"))
LAST = (
    Column("played_wins", gettext_lazy("Won"), Kind.NUMBER),
    Column("played_draws", gettext_lazy("Drawn"), Kind.NUMBER),
    Column("played_losses", gettext_lazy("Lost"), Kind.NUMBER),
    Column("forfeit_wins", gettext_lazy("Won by forfeit"), Kind.NUMBER),
    Column("forfeit_losses", gettext_lazy("Lost by forfeit"), Kind.NUMBER),
    Column("byes", gettext_lazy("Byes"), Kind.NUMBER),
    Column("status", gettext_lazy("Status")),
)
OF_TEAMS = (LAST[0], LAST[2], LAST[-1])
AT_TABLES = (
    Column("places", gettext_lazy("Places")),
    Column("tables_played", gettext_lazy("Tables played"), Kind.NUMBER),
    Column("status", gettext_lazy("Status")),
)
BYES = (Code.PAIRING_BYE, Code.FULL_BYE, Code.HALF_BYE)


def standings_sheet(standings: EventStandings) -> Sheet:
    """Build the standings: a row for each player, with played and unplayed rounds apart.

    The rating is empty if there is none, the status unless the player has left.
    """
    tie_breaks = [Column(key_of(column), column.code, Kind.NUMBER) for column in standings.columns[1:]]
    rows = [_row(standings, row) for row in standings.rows]
    first: tuple[Column, ...] = (*FIRST[:-1], REACHED) if standings.bracket else FIRST
    if standings.has_teams:
        key, label = key_of(standings.columns[0]), standings.columns[0].name
        first = (*head_of(standings), Column("members", _("Members")), Column(key, label, Kind.NUMBER))
        tie_breaks = [Column(key_of(column), column.name, Kind.NUMBER) for column in standings.columns[1:]]
    last = OF_TEAMS if standings.has_teams else AT_TABLES if standings.has_tables else LAST
    return Sheet(
        titled(_("Standings"), _("Standings after round %(round)s"), standings), (*first, *tie_breaks, *last), rows
    )


def head_of(standings: EventStandings) -> tuple[Column, ...]:
    """Return the columns that say whose row it is. Teams have no rating."""
    place, number, player, rating = FIRST[:-1]
    return (place, number, Column("team", _("Team"))) if standings.has_teams else (place, number, player, rating)


def titled(what: str, after: str, standings: EventStandings) -> str:
    return after % {"round": standings.after} if standings.after else what


def key_of(tie_break: TieBreak) -> str:
    """Return the key of a tie-break's column: ``bh_c1`` for BH/C1, ``ks_l_plus1`` for KS/L+1."""
    return tie_break.code.lower().replace("/", "_").replace("+", "_plus").replace("-", "_minus")


def status_of(entry: Entry) -> str | None:
    if entry.status != Entry.Status.WITHDRAWN:
        return None
    return _("no-show") if entry.is_no_show else pgettext("a player", "left")


def _row(standings: EventStandings, row: StandingsRow) -> Sequence[Value]:
    entry = standings.entries[row.number]
    return (
        row.rank,
        row.number,
        entry.team_name if standings.has_teams else entry.name_in_table,
        ", ".join(each.shown_name for each in entry.members) if standings.has_teams else entry.rating or None,
        row.points if standings.bracket is None else reached_in(standings, row.number),
        *(value.number for value in row.values[1:]),
        *_played(standings, row),
        status_of(entry),
    )


def _played(standings: EventStandings, row: StandingsRow) -> Sequence[Value]:
    results = standings.players[row.number].results[: standings.after]
    if standings.has_teams:
        won, _drawn, lost = record([result.code for result in results])
        return won, lost
    if not standings.has_tables:
        return _counts(results)
    places = [str(seat.place) for result in results for seat in result.table if seat.player == row.number]
    return ", ".join(places) or None, len(places)


def _counts(results: Sequence[Result]) -> tuple[int, ...]:
    found = Counter(result.code for result in results)
    forfeits = (found[Code.FORFEIT_WIN], found[Code.FORFEIT_LOSS])
    return (*record(list(found.elements())), *forfeits, sum(found[code] for code in BYES))
