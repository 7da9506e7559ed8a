"""The crosstable as a sheet: in a Swiss by rounds, in a round robin by opponents.

A cell is the opponent's pairing number (in a Swiss), the first letter of the colour, and the result: ``12r1``, ``7g½``,
``3r+`` for a win by forfeit, ``×`` for an annulled match, ``…`` for one that runs; or the letter of a bye. At tables of
several it is the number of the table and the place there: ``3:1``.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from competition.history import Colour, Result
from competition.standings import StandingsRow
from tournaments.rounds.progress import Colours
from tournaments.standings.result_words import ANNULLED, sign
from tournaments.standings.standings import EventStandings

from .sheet import Column, Kind, Sheet, Value
from .standings import FIRST, head_of, key_of, titled


def crosstable_sheet(standings: EventStandings, colours: Colours) -> Sheet:
    """Build the crosstable, in the order of the standings.

    In a double round robin both results share a cell; a player's own cell is empty.
    """
    points = (
        Column(key_of(standings.columns[0]), standings.columns[0].name, Kind.NUMBER)
        if standings.has_teams
        else FIRST[-1]
    )
    letters = colour_letters(colours)
    middle = _rounds(standings) if standings.is_by_rounds else _opponents(standings)
    cells = _by_rounds if standings.is_by_rounds else _by_opponents
    rows = [(*_head(standings, row), *cells(standings, row, letters), row.points) for row in standings.rows]
    return Sheet(
        titled(_("Crosstable"), _("Crosstable after round %(round)s"), standings),
        (*head_of(standings), *middle, points),
        rows,
    )


def colour_letters(colours: Colours) -> tuple[str, str]:
    """Return the letters for White and Black: from the game's own words for them, unless both begin alike."""
    first, second = (label[:1].lower() for label in colours.labels[:2])
    return (first, second) if first != second else (Colour.WHITE.value, Colour.BLACK.value)


def _rounds(standings: EventStandings) -> list[Column]:
    return [
        Column(f"round_{number}", _("Round %(round)s") % {"round": number}) for number in range(1, standings.after + 1)
    ]


def _opponents(standings: EventStandings) -> list[Column]:
    return [Column(f"against_{row.number}", _("No. %(number)s") % {"number": row.number}) for row in standings.rows]


def _head(standings: EventStandings, row: StandingsRow) -> Sequence[Value]:
    entry = standings.entries[row.number]
    if standings.has_teams:
        return row.rank, row.number, entry.team_name
    return row.rank, row.number, entry.name_in_table, entry.rating or None


def _by_rounds(standings: EventStandings, row: StandingsRow, letters: tuple[str, str]) -> list[Value]:
    cells: list[Value] = []
    for index, result in enumerate(standings.players[row.number].results[: standings.after], 1):
        if standings.has_teams:
            cells.append(str(result.measured[0]) if result.measured else sign(result.code))
            continue
        if standings.has_tables:
            cells.append(_at_table(standings, row.number, index, result))
            continue
        opponent, text = _met(standings, row.number, index, result, letters)
        cells.append(f"{opponent or ''}{text}")
    return cells


def _at_table(standings: EventStandings, number: int, index: int, result: Result) -> str:
    pairing = standings.pairing_of.get((index, number))
    if pairing is None:
        return sign(result.code)
    places = [seat.place for seat in result.table if seat.player == number]
    mark = ANNULLED if pairing.is_annulled else str(places[0]) if places else sign(result.code)
    return f"{pairing.board}:{mark}"


def _by_opponents(standings: EventStandings, row: StandingsRow, letters: tuple[str, str]) -> list[Value]:
    met: dict[int, list[str]] = {other.number: [] for other in standings.rows}
    for index, result in enumerate(standings.players[row.number].results[: standings.after], 1):
        opponent, text = _met(standings, row.number, index, result, letters)
        if opponent in met:
            met[opponent].append(text)
    return [" ".join(texts) or None for texts in met.values()]


def _met(
    standings: EventStandings, number: int, index: int, result: Result, letters: tuple[str, str]
) -> tuple[int, str]:
    """Return whom the player met in that round, and the colour with the result.

    The result of an annulled match doesn't say whom, but the pairing does.
    """
    pairing = standings.pairing_of.get((index, number))
    if pairing is None:
        return result.opponent, sign(result.code)
    place = pairing.pair.index(number)
    mark = ANNULLED if pairing.is_annulled else sign(result.code)
    return pairing.pair[1 - place], f"{letters[place]}{mark}"
