"""Checking whether a match is what its log says: board, result and clocks, worked out again from the first line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from engine.errors import GameError
from i18n.former_words import current
from i18n.text import Text, english
from matches.clocks.outages import last_sweep
from matches.clocks.replay_clock import ReplayedClocks
from matches.gate import rulings
from matches.gate.locked_match import share_of
from matches.models import LogEntry, Match, Outage, Seat
from matches.record.record import entry_of

BATCH = 50


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored about a match that isn't what its log leads to."""

    match_id: int
    words: str

    def __str__(self) -> str:
        return f"match {self.match_id}: {self.words}"


def verify(matches: QuerySet[Match]) -> Iterator[tuple[Match, list[Difference]]]:
    """Check each match and yield it with what differs. Memory holds a batch of them at once.

    Each batch is read in one snapshot, since people keep playing meanwhile.
    """
    last = 0
    while batch := _read(matches.filter(pk__gt=last)):
        for match, record in batch:
            yield match, [Difference(match.pk, words) for words in record.differences()]
        last = batch[-1][0].pk


def differences(match: Match, outages: Iterable[Outage] = ()) -> list[str]:
    """Return in words what is stored of the match and does not follow from its log."""
    lines = list(match.log.order_by("index"))
    return Record(match, list(match.seats.all()), lines, list(outages), last_sweep()).differences()


@dataclass(frozen=True, slots=True)
class Record:
    """The stored parts that a match is checked against, all as they were at one moment."""

    match: Match
    seats: list[Seat]
    lines: list[LogEntry]
    outages: list[Outage]
    swept_at: datetime | None

    def differences(self) -> list[str]:
        replay = Replay(self)
        try:
            return replay.run(self.lines)
        except GameError as error:
            return [*replay.found, f"line {replay.index} of the log cannot be played: {error}"]


def _read(matches: QuerySet[Match]) -> list[tuple[Match, Record]]:
    with snapshot():
        batch = list(matches.order_by("pk").prefetch_related("seats__player")[:BATCH])
        outages = list(Outage.objects.order_by("ended_at")) if batch else []
        swept_at = last_sweep()
        lines: dict[int, list[LogEntry]] = {match.pk: [] for match in batch}
        for line in LogEntry.objects.filter(match__in=batch).order_by("match", "index"):
            lines[line.match_id].append(line)
    return [(match, Record(match, list(match.seats.all()), lines[match.pk], outages, swept_at)) for match in batch]


@contextmanager
def snapshot() -> Iterator[None]:
    """Let all queries inside see the database as it was at the first of them; they may only read."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


class Replay:
    """The match played again, line by line."""

    def __init__(self, record: Record) -> None:
        match, seats = record.match, record.seats
        self.match = match
        self.seats = seats
        self.game = match.game
        self.state: Any = self.game.start(match.options, len(seats), bytes.fromhex(match.seed))
        self.index = 0
        self.decided: list[tuple[Decimal | None, int | None]] | None = None
        self.found: list[str] = []
        self.last_move: tuple[LogEntry, Any] | None = None  # and the state before it
        self.clocks = ReplayedClocks(match, seats, record.outages, record.swept_at)

    def run(self, lines: list[LogEntry]) -> list[str]:
        self.clocks.begin(lines, self.game.to_act(self.state))
        for place, line in enumerate(lines):
            self.index = line.index
            if line.index != place:
                self.found.append(f"the log goes from line {place - 1} to line {line.index}")
                return self.found
            is_last_at_once = place + 1 == len(lines) or lines[place + 1].at != line.at
            self._line(line, is_last_at_once)
        self._end(lines)
        return self.found

    def _line(self, line: LogEntry, is_last_at_once: bool) -> None:
        entry = entry_of(line, self._index_of(line.seat_id))
        if line.number is not None:
            self.last_move = line, self.state
        if entry is not None:
            self.state = self.game.enter(self.state, entry)
        elif line.kind == LogEntry.Kind.TAKEN_BACK:
            self._take_back(line)
        self.decided = rulings.result_of(line, self.game, self.state) or self.decided
        over = self.decided is not None or self.game.outcome(self.state) is not None
        moved = entry is not None or line.kind == LogEntry.Kind.TAKEN_BACK
        asked = () if over else self.game.to_act(self.state) if moved else None
        self.found += self.clocks.line(line, asked, compare=is_last_at_once)
        if not self._is_board(line.state):
            self.found.append(f"after line {line.index} the board stored there is not the one that was played")

    def _take_back(self, line: LogEntry) -> None:
        """Take back the last turn; only that can be taken back, and only by the player who played it."""
        move, self.last_move = self.last_move, None
        if move is None or (move[0].pk, move[0].seat_id) != (line.undoes_id, line.seat_id):
            self.found.append(f"line {line.index} takes back a turn that is not the last one")
        else:
            self.state = move[1]

    def _end(self, lines: list[LogEntry]) -> None:
        match = self.match
        if match.log_length != len(lines):
            self.found.append(f"the log has {len(lines)} lines, the match says {match.log_length}")
        if not self._is_board(match.state):
            self.found.append("the board is not the one that the log leads to")
        self._result(lines)
        self.found += self.clocks.end()

    def _result(self, lines: list[LogEntry]) -> None:
        results = self._results()
        if self.match.is_over != (results is not None):
            self.found.append(f"the match is {self.match.status}, and the log says otherwise")
            return
        done = [line for line in lines if line.kind != LogEntry.Kind.SAID]
        if results is not None and done and self.match.finished_at != done[-1].at:
            self.found.append("the match did not end when its last line was written")
        expected = results or [(None, None)] * len(self.seats)
        for seat, (share, score) in zip(self.seats, expected, strict=True):
            if (seat.share, seat.score) != (share, score):
                self.found.append(
                    f"seat {seat.index} has share {seat.share} and score {seat.score}, "
                    f"by the log it has {share} and {score}"
                )

    def _results(self) -> list[tuple[Decimal | None, int | None]] | None:
        """Return share and score of each seat, by the organiser's decision or else by the game.

        ``None`` while the match continues.
        """
        outcome = self.game.outcome(self.state)
        if self.decided is not None or outcome is None:
            return self.decided
        return list(zip(map(share_of, outcome.shares), outcome.scores, strict=True))

    def _is_board(self, stored: Any) -> bool:
        """Return whether what is stored is the state.

        If an earlier version of the game stored it, it is compared as that is read now, without what that version
        didn't keep.
        """
        stored, board = current(stored), _as_read(self.game.dump(self.state))
        if stored == board or stored.get("version") == board["version"]:
            return bool(stored == board)
        try:
            as_now = _as_read(self.game.dump(self.game.load(stored)))
        except (LookupError, TypeError, ValueError):  # it is no state at all
            return False
        then, now = ({key: each.get(key) for key in stored if key != "version"} for each in (as_now, board))
        return bool(_in_english(then) == _in_english(now))

    def _index_of(self, seat_id: int | None) -> int | None:
        return next((seat.index for seat in self.seats if seat.pk == seat_id), None)


def _as_read(state: Any) -> Any:
    """Return a state as it is read from the database, where there are no tuples."""
    return json.loads(json.dumps(state))


def _in_english(data: Any) -> Any:
    """Return the data with each stored sentence replaced by its English text, as earlier versions stored it."""
    match data:
        case dict():
            return {key: _in_english(value) for key, value in data.items()}
        case ["say" | "as" | "many" | "join" | "begin", *_]:
            return english(Text("", data))
        case list():
            return [_in_english(each) for each in data]
        case _:
            return data
