"""The log of a match as its game replays it, and as the game's own text record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from django.db.models import Exists, Manager, OuterRef, QuerySet

from engine.record.record import Entry, Record
from matches.models import LogEntry, Match, Seat
from matches.record import fairness

_IN_THE_RECORD: Mapping[LogEntry.Kind, Literal["play", "resignation", "time", "baton", "agreement"]] = {
    LogEntry.Kind.PLAY: "play",
    LogEntry.Kind.DEFAULT: "play",
    LogEntry.Kind.RESIGNATION: "resignation",
    LogEntry.Kind.TIME: "time",
    LogEntry.Kind.AGREEMENT: "agreement",
    LogEntry.Kind.FORFEIT: "resignation",
    LogEntry.Kind.BATON: "baton",
}

# Of a line of a log: whether it is a turn that was taken back.
IS_UNDONE = Exists(LogEntry.objects.filter(undoes=OuterRef("pk"), undoes__isnull=False))


def standing(turns: Manager[LogEntry]) -> QuerySet[LogEntry]:
    """Return these lines without the turns that were taken back."""
    return turns.filter(~IS_UNDONE)


def state_before(match: Match, turn: LogEntry, seat_count: int) -> Any:
    """Return the game's state before that turn."""
    if turn.index > 0:
        return match.game.load(match.log.get(index=turn.index - 1).state)
    return match.game.start(match.options, seat_count, bytes.fromhex(match.seed))


def entries(match: Match) -> list[Entry]:
    """Return the log as ``Game.replay`` takes it, without messages, changes of clocks, and turns taken back.

    Secrets are in it; ``Game.write_record`` leaves out what a reader may not see.
    """
    return entries_in(lines_of([match.pk])[match.pk])


def entries_in(lines: Iterable[LogEntry]) -> list[Entry]:
    """Return the log as ``Game.replay`` takes it, from lines that ``lines_of`` read."""
    found = (entry_of(line, line.seat.index if line.seat else None) for line in lines)
    return [entry for entry in found if entry is not None]


def lines_of(match_ids: Iterable[int]) -> dict[int, list[LogEntry]]:
    """Return the lines that the records of many matches need, in one query, by the matches' ids."""
    found: dict[int, list[LogEntry]] = {match_id: [] for match_id in match_ids}
    lines = (
        standing(LogEntry.objects).filter(match__in=list(found), kind__in=_IN_THE_RECORD).order_by("match_id", "index")
    )
    for line in lines.select_related("seat").defer("state"):
        found[line.match_id].append(line)
    return found


def entry_of(line: LogEntry, seat: int | None) -> Entry | None:
    """Return a line of the log as a game replays it; ``None`` for one that moves nothing on the board."""
    match _IN_THE_RECORD.get(LogEntry.Kind(line.kind)):
        case None:
            return None
        case "play":
            return Entry("play", seat, line.text)
        case "agreement":
            return Entry("agreement")
        case kind:
            return Entry(kind, seat)


def record_of(match: Match, seats: list[Seat], reader: Seat | None, lines: Iterable[LogEntry] | None = None) -> str:
    """Return the whole match as text, as far as the reader's seat (or a bystander) may know it.

    ``lines`` are those that ``lines_of`` reads, if the caller has read them already.
    """
    found = lines_of([match.pk])[match.pk] if lines is None else list(lines)
    record = Record(
        options=match.options,
        seed=bytes.fromhex(match.seed),
        players=tuple(seat.name for seat in seats),
        entries=tuple(entries_in(found)),
        headers=_headers(match),
        origin=fairness.origin_of(match),
        commitments=fairness.commitments_of(match, found, seats),
        ended=match.is_over,
        sealed=match.is_sealed,
    )
    return match.game.write_record(record, reader.index if reader else None)


def _headers(match: Match) -> dict[str, str]:
    headers = {"Match": str(match.pk), "Started": match.started_at.date().isoformat()}
    if match.finished_at:
        headers["Finished"] = match.finished_at.date().isoformat()
    return headers
