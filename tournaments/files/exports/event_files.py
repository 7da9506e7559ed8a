"""Every file that can be downloaded from an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from competition.trf import CannotWrite, Edition
from i18n.text import source_of, translate
from tournaments.locking.kept import Version
from tournaments.models import Event
from tournaments.sheets.csv_file import to_csv
from tournaments.sheets.json_file import to_json
from tournaments.sheets.sheet import Sheet
from tournaments.sheets.xlsx_file import to_xlsx
from tournaments.standings.progress import colours_of
from tournaments.standings.standings import EventStandings

from .event_pdf import event_pdf
from .event_trf import to_trf
from .in_english import in_english
from .sheets.crosstable import crosstable_sheet
from .sheets.entries import entries_sheet
from .sheets.standings import standings_sheet


class Wish(NamedTuple):
    """A request for a file: which event, after which round, for whom, and of which version."""

    event: Event
    standings: EventStandings
    for_organisers: bool
    version: Version


class File(NamedTuple):
    content_type: str
    make: Callable[[Wish], bytes]


SHEETS: Mapping[str, Callable[[Wish], Sheet]] = {
    "standings": lambda wish: standings_sheet(wish.standings),
    "crosstable": lambda wish: crosstable_sheet(wish.standings, colours_of(wish.event)),
    "pairings": lambda wish: wish.event.rules.pairings_sheet(wish.event, colours_of(wish.event), wish.standings.after),
    "entries": lambda wish: entries_sheet(wish.event, for_organisers=wish.for_organisers),
}
FORMATS: Mapping[str, tuple[str, Callable[[Sheet], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", to_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", to_xlsx),
    "json": ("application/json", to_json),
}
EDITIONS = {"trf26": Edition.TRF26, "trf16": Edition.TRF16}


def _trf(wish: Wish, edition: Edition) -> bytes:
    try:
        return in_english(lambda: to_trf(wish.event, wish.standings, edition, for_organisers=wish.for_organisers))
    except CannotWrite as error:
        raise CannotWrite(translate(source_of(error.args[0]))) from error


def has_more_for_organisers(what: str) -> bool:
    """Return whether organisers get more in the file than others."""
    return what == "entries" or what in EDITIONS


def file_named(what: str, ending: str) -> File | None:
    """Return the file of that name and ending, such as ``standings`` and ``csv``; ``None`` if there is none."""
    if what in SHEETS and ending in FORMATS:
        content_type, write = FORMATS[ending]
        return File(content_type, lambda wish: in_english(lambda: write(SHEETS[what](wish))))
    if what in EDITIONS and ending == "trf":
        return File("text/plain; charset=utf-8", partial(_trf, edition=EDITIONS[what]))
    if (what, ending) == ("event", "pdf"):
        return File("application/pdf", lambda wish: event_pdf(wish.event, wish.standings, wish.version.modified_at))
    return None
