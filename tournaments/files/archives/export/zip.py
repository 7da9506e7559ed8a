"""A whole club, zipped while it is sent: however large it is, only one packed event is in memory.

Each event is read as it is at one moment, so that a round and its matches agree. Between two events the reader may take
as long as they like, and holds up no one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.db import connection, transaction

from competition.trf import CannotWrite, Edition
from timekeeping import clock
from tournaments.clubs.members_sheet import members_sheet
from tournaments.files.archives.file_names import (
    CLUB,
    FORMAT,
    MANIFEST,
    OWNERS,
    PEOPLE,
    README,
    VERSION,
    event_file,
    event_folder,
    record_file,
)
from tournaments.files.archives.open_zip import Json
from tournaments.files.archives.people import People
from tournaments.files.exports.event_trf import to_trf
from tournaments.files.exports.in_english import in_english
from tournaments.files.exports.sheets.crosstable import crosstable_sheet
from tournaments.files.exports.sheets.entries import entries_sheet
from tournaments.files.exports.sheets.standings import standings_sheet
from tournaments.files.exports.streamed_zip import Sink, entry
from tournaments.models import Club, Event
from tournaments.sheets.csv_file import to_csv
from tournaments.sheets.sheet import Sheet
from tournaments.standings.progress import colours_of
from tournaments.standings.standings import standings_of

from .clubs import export_club, honours_sheet
from .events import Places, export_event, places_of
from .matches import export_matches
from .readme import readme


def archive_of(club: Club, edition: str = OWNERS) -> Iterator[bytes]:
    """Yield the archive in pieces."""
    now = clock.now()
    sink = Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as zipped:
        writer = _Writer(zipped, club, edition, now)
        with _one_moment():
            events = list(club.events.order_by("pk").values_list("pk", flat=True))
            writer.write_club(places_of(events))
        yield from sink.taken()
        for pk in events:
            with _one_moment():
                writer.write_event(pk, places_of(events))
            yield from sink.taken()
        writer.finish()
    yield from sink.taken()


@contextmanager
def _one_moment() -> Iterator[None]:
    """Let everything that is read in the context be as it was at the first query."""
    is_first = not connection.in_atomic_block
    with transaction.atomic():
        if is_first and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


class _Writer:
    def __init__(self, zipped: ZipFile, club: Club, edition: str, now: datetime) -> None:
        self.zipped, self.club, self.edition, self.now = zipped, club, edition, now
        self.people = People(club)
        self.digests: dict[str, str] = {}

    def write_club(self, events: Places) -> None:
        self._write(README, readme(self.club.name, self.edition).encode())
        self._write_json(CLUB, export_club(self.club, events, self.people))
        self._write_sheet("members.csv", lambda: members_sheet(self.club))
        self._write_sheet("honours.csv", lambda: honours_sheet(self.club))

    def write_event(self, pk: int, events: Places) -> None:
        event = Event.objects.select_related("vacation_pool", "made_by").filter(pk=pk).first()
        if event is None:  # gone since the archive was begun
            return
        data, matches = export_event(event, events, self.people, self.edition)
        self._write_json(event_file(events[pk]), data)
        self._write_tables(event, event_folder(events[pk]))
        for told in export_matches(matches, self.people, self.edition, self.now):
            if told.data is not None:
                self._write_json(told.place.file, told.data)
            if told.record is not None:
                self._write(record_file(told.place.file), told.record.encode())

    def finish(self) -> None:
        self._write_json(PEOPLE, [{"name": name} for name in self.people.names])
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "edition": self.edition,
            "club": self.club.name,
            "made_at": self.now.isoformat(),
            "made_by": settings.SITE_URL,
            "files": dict(sorted(self.digests.items())),
        }
        self.zipped.writestr(entry(MANIFEST, self.now), _json(manifest))

    def _write_tables(self, event: Event, folder: str) -> None:
        self._write_sheet(f"{folder}/entries.csv", lambda: entries_sheet(event, for_organisers=True))
        if not event.is_begun:
            return
        standings = standings_of(event)
        colours = colours_of(event)
        self._write_sheet(f"{folder}/standings.csv", lambda: standings_sheet(standings))
        self._write_sheet(f"{folder}/crosstable.csv", lambda: crosstable_sheet(standings, colours))
        self._write_sheet(f"{folder}/pairings.csv", lambda: event.rules.pairings_sheet(event, colours, standings.after))
        try:
            trf = in_english(lambda: to_trf(event, standings, Edition.TRF26, for_organisers=True))
        except CannotWrite:
            return
        self._write(f"{folder}/event.trf", trf)

    def _write_sheet(self, name: str, make: Callable[[], Sheet]) -> None:
        self._write(name, in_english(lambda: to_csv(make())))

    def _write_json(self, name: str, data: Json) -> None:
        self._write(name, _json(data))

    def _write(self, name: str, content: bytes) -> None:
        self.digests[name] = hashlib.sha256(content).hexdigest()
        self.zipped.writestr(entry(name, self.now), content)


def _json(data: Json) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
