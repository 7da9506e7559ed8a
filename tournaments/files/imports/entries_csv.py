"""Reading a list of players from a file. Pure; what is done with the players is in ``import_entries``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext_noop

from . import csv_list
from .csv_list import ADDRESS, NAME, Listed, Places, found_in, sorted_out

# Translators: as for “name, player, players, …”.
_SEED = gettext_noop("seed, place, rank, no, no., number, #")
# Translators: as for “name, player, players, …”.
_RATING = gettext_noop("rating, elo, rtg")
COLUMNS = (("name", NAME), ("address", ADDRESS), ("seed", _SEED), ("rating", _RATING))


class EntryRow(NamedTuple):
    """A player as in a line of the file; ``line`` counts from 1."""

    line: int
    name: str
    address: str
    seed: str
    rating: str = ""


def read_entries(text: str) -> Listed[EntryRow]:
    """Read a list of players.

    Columns are known by their headings; without headings, a cell with “@” is an email address, a number a place (unless
    it's larger than the list: then it's a rating, or something else), anything else a name. Raises ``BadList``.
    """
    listed = csv_list.read_list(text, COLUMNS, _row)
    if listed.has_headings:
        return listed
    most = len(listed.rows)
    return listed._replace(
        rows=tuple(row._replace(seed=row.seed if _number(row.seed) <= most else "") for row in listed.rows)
    )


def _number(text: str) -> int:
    return int(text) if text else 0


def told_headings() -> str:
    """Return a line of headings in the reader's language."""
    return csv_list.headings_line(COLUMNS)


def _row(line: int, cells: Sequence[str], columns: Places) -> EntryRow:
    """Read a player from a line. An email address in the column of names counts as an address."""
    rating = ""
    if columns:
        found = found_in(cells, columns)
        name, address, seed, rating = (found.get(column, "") for column, _words in COLUMNS)
    else:
        address = next((cell for cell in cells if "@" in cell), "")
        seed = next((cell for cell in cells if cell.isascii() and cell.isdigit()), "") if len(cells) > 1 else ""
        name = next((cell for cell in cells if cell and cell not in (address, seed)), "")
    return EntryRow(line, *sorted_out(name, address), seed, rating)
