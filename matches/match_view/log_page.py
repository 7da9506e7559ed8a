"""A page of a match's log, and what is drawn from it: the sheet, the messages, and what followed from the last turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from matches.input.paging import Leaf, leaf
from matches.models import LogEntry
from matches.record.fairness import is_commitment
from matches.record.record import IS_UNDONE

from .log import ENDED_BY, ON_THE_BOARD, PLAYED, UNSHOWN, LogLine, MoveTable, move_table
from .view import MatchView

TURNS_ON_A_PAGE = 20
MOST_SAID = 50


class LogPage:
    """The latest page of the log, or that with the line of an ``index``, unless the request asks for another.

    Pages are full, counted from the end, and have the newest line last.
    """

    def __init__(self, match_view: MatchView, request: HttpRequest, index: int | None = None) -> None:
        self.match_view = match_view
        self.sees_all = match_view.seat is not None and not match_view.seat.since
        self.was_read_at_once = self.sees_all and "turns" not in request.GET and index is None
        self.leaf = self._leaf(request, index)
        self.lines: list[LogLine] = self.leaf.items

    def _leaf(self, request: HttpRequest, index: int | None) -> Leaf:
        log, line = self.match_view.log(), self.match_view.line
        count = self.match_view.match.log_length if self.sees_all else None
        rows = self._latest.lines[:TURNS_ON_A_PAGE] if self.was_read_at_once else log.order_by("-index")
        number = 1 if index is None else log.filter(index__gt=index).count() // TURNS_ON_A_PAGE + 1
        page = leaf(request, rows, size=TURNS_ON_A_PAGE, key="turns", what=_("turns"), count=count, number=number)
        page.items[:] = [line(turn) for turn in reversed(page.items)]
        return page

    @property
    def is_last(self) -> bool:
        """Return whether the newest line is on it."""
        return not self.leaf.previous_url

    @cached_property
    def _latest(self) -> LatestLines:
        """The last page of the whole log, and the latest lines with a message."""
        match = self.match_view.match
        return latest_lines(match.pk, match.log_length, max(match.log_length - TURNS_ON_A_PAGE, 0))

    def said(self) -> list[LogLine]:
        """The latest messages between the players, with a turn or alone, the newest last; none for a bystander."""
        seat, log = self.match_view.seat, self.match_view.log()
        if seat is None:
            return []
        lines = self.lines
        if not self.leaf.is_all:
            rows = log.exclude(message="").order_by("-index") if seat.since else self._latest.lines
            found = [turn for turn in rows[: TURNS_ON_A_PAGE + MOST_SAID] if turn.message][:MOST_SAID]
            lines = [self.match_view.line(turn) for turn in reversed(found)]
        return [line for line in lines if line.message]

    @cached_property
    def moves(self) -> MoveTable:
        """The sheet of the page."""
        return move_table(self.lines, self.match_view.seats, self.match_view.game, self._played_before)

    @property
    def _played_before(self) -> int:
        """The number of turns in the log before the page."""
        if not self.leaf.next_url:
            return 0
        if self.was_read_at_once:
            return self._latest.played_before
        return _played_before(self.match_view.match.pk, self.lines[0].turn.index).count()

    @property
    def last_position(self) -> int:
        """The index of the last line on the page that changed the board.

        On an earlier page of the log, it is that of the log's last line.
        """
        indexes = self.moves.indexes
        return indexes[-1] if self.is_last and indexes else self.match_view.match.log_length - 1

    @property
    def positions(self) -> tuple[int, ...] | None:
        """The indexes of the first position and those on the page, if they are known without a query."""
        indexes = self.moves.indexes
        if self.leaf.is_all or not indexes:
            return indexes if self.leaf.is_all else None
        first = self._latest.first_position if self.was_read_at_once else None
        return None if first is None else (first, *indexes)

    def last_notes(self) -> tuple[str, ...]:
        """The consequences of the last turn, in the view's words."""
        lines = self.lines if self.is_last else []
        on_board = (line for line in reversed(lines) if line.turn.kind in ON_THE_BOARD and not line.is_undone)
        last = next(on_board, None)
        if last is None and not self.leaf.is_all:
            rows = self.match_view.log().filter(~IS_UNDONE, kind__in=ON_THE_BOARD).order_by("-index")[:1]
            last = next(map(self.match_view.line, rows), None)
        notes = () if last is None else tuple(note for note in last.notes if not is_commitment(note))
        return self.match_view.by_players(notes)

    def answered(self) -> LogLine | None:
        """The last line of the log, if it is another's turn that was set ahead."""
        seat, last = self.match_view.seat, self.lines[-1] if self.lines else None
        if last is None or last.place < self.match_view.match.log_length or last.turn.via != LogEntry.Via.CONDITIONAL:
            return None
        return None if seat is None or last.turn.seat_id == seat.pk else last

    def newest(self) -> list[LogEntry] | None:
        """The entries of the page, the newest first; ``None`` if it isn't the last page."""
        return [line.turn for line in reversed(self.lines)] if self.is_last else None


def turn_number(match_view: MatchView, index: int) -> int:
    """Return the number of the last turn up to a line of the log, as the sheet counts them; 0 if there is none."""
    played = _played_before(match_view.match.pk, index + 1).count()
    return played and match_view.game.first_turn + played - 1


def _played_before(match: int, index: int) -> QuerySet[LogEntry]:
    """Return the turns that come before a line of the log."""
    return LogEntry.objects.filter(~IS_UNDONE, match=match, index__lt=index, kind__in=PLAYED).order_by()


# -- the latest lines, in one statement ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LatestLines:
    """The latest ``lines``, newest first; how many turns come before the page, and the index of the first position."""

    lines: list[LogEntry]
    played_before: int = 0
    first_position: int | None = None


def _quoted(kinds: Iterable[str]) -> str:
    return ", ".join(f"'{kind}'" for kind in sorted(kinds))


_SHOWN_COLUMNS = [field.column for field in LogEntry._meta.concrete_fields if field.name not in UNSHOWN]
# By hand, since a page would take longer to put it into words than the database to answer.
_LATEST_LINES = f"""
    SELECT {", ".join(f'line."{name}"' for name in _SHOWN_COLUMNS)},
        EXISTS (SELECT 1 FROM matches_logentry later WHERE later.undoes_id = line.id) AS is_undone,
        (SELECT count(*) FROM matches_logentry played
            WHERE played.match_id = %(match)s AND played."index" < %(since)s AND played.kind IN ({_quoted(PLAYED)})
            AND NOT EXISTS (SELECT 1 FROM matches_logentry later WHERE later.undoes_id = played.id)
        ) AS played_before,
        (SELECT shown."index" FROM matches_logentry shown
            WHERE shown.match_id = %(match)s AND shown.kind IN ({_quoted(PLAYED | ENDED_BY)})
            AND NOT EXISTS (SELECT 1 FROM matches_logentry later WHERE later.undoes_id = shown.id)
            ORDER BY shown."index" LIMIT 1
        ) AS first_position
    FROM matches_logentry line
    WHERE line.match_id = %(match)s AND line."index" < %(length)s
        AND (line."index" >= %(since)s OR line.message <> '')
    ORDER BY line."index" DESC LIMIT %(most)s
"""  # noqa: S608 (our own names)


def latest_lines(match: int, length: int, since: int) -> LatestLines:
    """Return the latest lines of a log: those from ``since`` on, and from before that those with a message."""
    values = {"match": match, "length": length, "since": since, "most": TURNS_ON_A_PAGE + MOST_SAID}
    lines: list[Any] = list(LogEntry.objects.raw(_LATEST_LINES, values))
    return LatestLines(lines, lines[0].played_before, lines[0].first_position) if lines else LatestLines([])
