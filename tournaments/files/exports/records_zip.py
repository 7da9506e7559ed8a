"""The records of all matches of an event, zipped while they are sent: however many there are, few are in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from matches.match_view.permissions import is_hidden_from
from matches.models import LogEntry, Match, Seat
from matches.record.record import lines_of, record_of
from tournaments.models import DrawnMatch, Event, Pairing, Round, seated
from tournaments.rounds.pairings_sheet import PLAYED, outcome_of
from tournaments.sheets.csv_file import to_csv
from tournaments.sheets.sheet import Column, Kind, Sheet, Value

from .in_english import in_english
from .streamed_zip import Sink, entry

AT_ONCE = 50  # matches read together
INDEX = (
    Column("round", gettext_lazy("Round"), Kind.NUMBER),
    Column("board", gettext_lazy("Board"), Kind.NUMBER),
    Column("white", gettext_lazy("First seat")),
    Column("black", gettext_lazy("Second seat")),
    Column("outcome", gettext_lazy("Outcome")),
    Column("file", gettext_lazy("File")),
)


class Record(NamedTuple):
    """The record of a match; ``path`` is the file in the archive."""

    path: str
    text: str
    row: Sequence[Value]


def records_zip(event: Event, reader: User | None) -> Iterator[bytes]:
    """Yield the archive in pieces: a text for each match as far as the reader may know it, and ``index.csv``.

    What bystanders may not see of a running match is hidden, and sealed matches are left out.
    """
    sink = Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        rows = []
        for record in _records(event, reader):
            archive.writestr(entry(record.path, event.changed_at), record.text.encode())
            rows.append(record.row)
            yield from sink.taken()
        archive.writestr(entry("index.csv", event.changed_at), _index(rows))
    yield from sink.taken()


def _index(rows: Sequence[Sequence[Value]]) -> bytes:
    return in_english(lambda: to_csv(Sheet(_("Matches"), INDEX, rows)))


def _records(event: Event, reader: User | None) -> Iterator[Record]:
    published = Pairing.objects.filter(round__event=event, match__isnull=False).exclude(round__stage=Round.Stage.DRAFT)
    ids = list(published.order_by("round__number", "board", "pk").values_list("pk", flat=True))
    for start in range(0, len(ids), AT_ONCE):
        yield from _read(event, ids[start : start + AT_ONCE], reader)
    if not event.rules.plays_on_after_draws:
        return
    left_behind = DrawnMatch.objects.filter(pairing__round__event=event, match__isnull=False)
    drawn = list(left_behind.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(drawn), AT_ONCE):
        yield from _read_drawn(drawn[start : start + AT_ONCE], reader)


def _read_drawn(ids: Sequence[int], reader: User | None) -> Iterator[Record]:
    """Yield the records of drawn matches of a cup after which the same two played on. Three queries."""
    related = ("pairing__round", "match", "white__player", "black__player")
    found = list(DrawnMatch.objects.filter(pk__in=ids).select_related(*related).order_by("pk"))
    matches = [each.match_id for each in found if each.match_id]
    logs, seats = lines_of(matches), _seats(matches)
    for each in found:
        if each.match is not None:
            names = (each.white.shown_name, each.black.shown_name)
            outcome = in_english(lambda: str(PLAYED))
            place = (each.pairing.round.number, each.pairing.board)
            yield _record(place, names, outcome, each.match, seats[each.match.pk], logs[each.match.pk], reader)


def _read(event: Event, ids: Sequence[int], reader: User | None) -> Iterator[Record]:
    """Yield the records of the matches of these pairings that the reader may see.

    Three queries, one more for tables of several.
    """
    related = Pairing.objects.filter(pk__in=ids).select_related("round", "match", "white__player", "black__player")
    pairings = {pairing.pk: pairing for pairing in seated(related, event)}
    matches = [pairing.match_id for pairing in pairings.values() if pairing.match_id]
    logs, seats = lines_of(matches), _seats(matches)
    for pairing in (pairings[pk] for pk in ids if pk in pairings):
        if pairing.match is not None:
            names = (pairing.white.shown_name, pairing.against or None)
            outcome = in_english(partial(outcome_of, pairing))
            match, place = pairing.match, (pairing.round.number, pairing.board)
            if is_hidden_from(reader, match, seats[match.pk]):
                continue
            yield _record(place, names, outcome, match, seats[match.pk], logs[match.pk], reader)


def _record(
    place: tuple[int, int],
    names: tuple[str, str | None],
    outcome: str,
    match: Match,
    seats: list[Seat],
    log: Sequence[LogEntry],
    reader: User | None,
) -> Record:
    own = next((seat for seat in seats if reader is not None and seat.player_id == reader.pk), None)
    number, board = place
    path = f"round-{number:02}/board-{board:03}-{match.game_slug}-{match.pk}.txt"
    text = record_of(match, seats, own, log)
    return Record(path, text, (number, board, *names, outcome, path))


def _seats(match_ids: Iterable[int]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=match_ids).select_related("player").order_by("match_id", "index"):
        found[seat.match_id].append(seat)
    return found
