"""Matches in an archive: as data that can be imported again, and in the game's own format for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch

from engine.record.record import Record
from matches.clocks import seat_clock
from matches.models import Handover, LogEntry, Match, Seat
from matches.record import fairness
from matches.record.record import entry_of
from tournaments.files.archives.file_names import HOSTS, match_file
from tournaments.files.archives.open_zip import Json
from tournaments.files.archives.people import People
from tournaments.files.archives.schema import MATCH, SEAT, TURN
from tournaments.files.archives.serialize import to_json

AT_ONCE = 50  # matches read together


class ArchivePlace(NamedTuple):
    """The place of a match in the archive. ``drawn`` counts earlier matches of a cup that were drawn."""

    event: int
    round: int
    board: int
    drawn: int | None = None

    @property
    def file(self) -> str:
        return match_file(*self)


class Told(NamedTuple):
    """A match as the archive has it.

    ``data`` is ``None`` if it can't be imported: in the owners' edition a match that still runs, or whose seed others
    still play, which has no record either.
    """

    place: ArchivePlace
    data: Json | None
    record: str | None


def export_matches(
    wanted: Sequence[tuple[ArchivePlace, int]], people: People, edition: str, now: datetime
) -> Iterator[Told]:
    """Yield the matches of these ids, with few of them in memory at once. Four queries a batch."""
    for start in range(0, len(wanted), AT_ONCE):
        batch = wanted[start : start + AT_ONCE]
        found = _read(pk for _place, pk in batch)
        for place, pk in batch:
            match = found[pk]
            data = _match(match, people, now, with_words=edition == HOSTS) if comes_in(match, edition) else None
            yield Told(place, data, None if match.is_sealed and data is None else _record(match, place))


def comes_in(match: Match, edition: str) -> bool:
    return match.is_open or edition == HOSTS


def _read(ids: Iterable[int]) -> dict[int, Match]:
    turns = (
        LogEntry.objects.select_related("undoes").defer("state", "clocks", "before", "undoes__state").order_by("index")
    )
    handovers = Handover.objects.select_related("player", "line").defer("line__state", "line__clocks")
    seats = Seat.objects.select_related("player").prefetch_related(Prefetch("handovers", handovers)).order_by("index")
    related = (Prefetch("seats", seats), Prefetch("log", turns))
    return {match.pk: match for match in Match.objects.filter(pk__in=list(ids)).prefetch_related(*related)}


def _match(match: Match, people: People, now: datetime, *, with_words: bool) -> Json:
    seats = list(match.seats.all())
    index = {seat.pk: seat.index for seat in seats}
    return {
        **to_json(MATCH, match),
        "leave": match.vacation_pool_id is not None,
        "draw_offered_by": index.get(match.draw_offered_by_id or 0),
        "seats": [_seat(seat, people, now) for seat in seats],
        "turns": [_turn(turn, index, with_words=with_words) for turn in match.log.all()],
        "handovers": [
            {"seat": seat.index, "line": each.line.index, "player": people.who(each, "player")}
            for seat in seats
            for each in seat.handovers.all()
        ],
    }


def _seat(seat: Seat, people: People, now: datetime) -> Json:
    seat.bank = seat_clock.time_left(seat, now)
    return to_json(SEAT, seat, people)


def _turn(turn: LogEntry, index: dict[int, int], *, with_words: bool) -> Json:
    return {
        **to_json(TURN, turn),
        "message": turn.message if with_words else "",
        "seat": index.get(turn.seat_id or 0),
        "about": index.get(turn.about_id or 0),
        "undoes": turn.undoes.index if turn.undoes else None,
    }


def _record(match: Match, place: ArchivePlace) -> str:
    """Return the record of the match in the game's own format, as a bystander may read it."""
    seats = list(match.seats.all())
    index = {seat.pk: seat.index for seat in seats}
    undone = {turn.undoes_id for turn in match.log.all() if turn.undoes_id}
    standing = [turn for turn in match.log.all() if turn.pk not in undone]
    lines = [entry_of(turn, index.get(turn.seat_id or 0)) for turn in standing]
    headers = {"Round": str(place.round), "Board": str(place.board), "Started": match.started_at.date().isoformat()}
    if match.finished_at:
        headers["Finished"] = match.finished_at.date().isoformat()
    record = Record(
        options=match.options,
        seed=bytes.fromhex(match.seed),
        players=tuple(seat.name for seat in seats),
        entries=tuple(line for line in lines if line is not None),
        headers=headers,
        origin=fairness.origin_of(match),
        commitments=fairness.commitments_of(match, standing, seats),
        ended=match.is_over,
    )
    return match.game.write_record(record, None)
