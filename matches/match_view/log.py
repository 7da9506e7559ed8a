"""The log of a match as one reader may know it.

It comes as lines, as the sheet of turns made of them, and as the way from one position to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from engine.game import Game
from i18n.text import joined, message_of
from matches.models import Handover, LogEntry, Match, Seat
from matches.record.fairness import is_commitment
from matches.record.line_authors import named_then
from matches.record.names import Names, named
from matches.record.record import IS_UNDONE

Kind = LogEntry.Kind

PLAYED = frozenset({Kind.PLAY, Kind.DEFAULT})
SIDE_BY_SIDE = 2  # seats that have room for a column each
ENDED_BY = frozenset({Kind.RESIGNATION, Kind.TIME, Kind.AGREEMENT, Kind.FORFEIT, Kind.RULING, Kind.ANNULLED})
BESIDE = ENDED_BY | {Kind.BATON}  # what is told in a row of its own
ON_THE_BOARD = PLAYED | {Kind.RESIGNATION, Kind.TIME, Kind.AGREEMENT, Kind.FORFEIT}  # what a view's last one may be
UNSHOWN: Final = ("state", "clocks")  # columns that no line shows

# What the clock did, told apart at a glance from what a player did.
CHIPS = {
    Kind.DEFAULT: gettext_lazy("by the clock"),
    Kind.TIME: gettext_lazy("time ran out"),
    Kind.VACATION_DAY: gettext_lazy("vacation day used"),
    Kind.TIME_GIVEN: gettext_lazy("time given"),
    Kind.CLOCK_STOPPED: gettext_lazy("clock paused"),
    Kind.CLOCK_STARTED: gettext_lazy("clock started"),
    Kind.PAUSES: gettext_lazy("pauses changed"),
    Kind.FORFEIT: gettext_lazy("forfeited"),
    Kind.RULING: gettext_lazy("organiser’s decision"),
    Kind.ANNULLED: gettext_lazy("annulled"),
    Kind.HANDED_OVER: gettext_lazy("new player"),
    Kind.BATON: gettext_lazy("turn passed on"),
}
AGAINST_ITS_PLAYER = frozenset({Kind.DEFAULT, Kind.TIME, Kind.VACATION_DAY})


@dataclass(frozen=True)
class LogLine:
    """A log entry in words.

    ``who`` did it, or had it happen to their clock if no player did; ``whose`` clock it changed, if another's.
    ``is_undone``: it was taken back. ``is_ordered``: the reader had set it ahead, and no one else knows.
    """

    turn: LogEntry
    who: str
    whose: str
    words: str
    text: str
    notes: tuple[str, ...]
    message: str
    is_undone: bool = False
    is_ordered: bool = False

    @property
    def place(self) -> int:
        """The number of the line in the log, counted from 1."""
        return self.turn.index + 1

    @property
    def chip(self) -> str:
        """A label that tells at a glance what the clock did; "" for what a player did."""
        return _("taken back") if self.is_undone else str(CHIPS.get(Kind(self.turn.kind), ""))

    @property
    def is_against(self) -> bool:
        """Return whether the clock did something to a player who did not answer."""
        return self.turn.kind in AGAINST_ITS_PLAYER

    @property
    def is_default(self) -> bool:
        return self.turn.kind == Kind.DEFAULT

    @property
    def how(self) -> str:
        """The way it came: "on the site", "by the organiser"."""
        way = _("by the organiser") if self.turn.via == LogEntry.Via.HOST else str(LogEntry.Via(self.turn.via).label)
        return _("set in advance %(way)s") % {"way": way} if self.is_ordered else way


def line_of(
    turn: LogEntry,
    seats: list[Seat],
    reader: Seat | None,
    names_said: Names,
    *,
    over: bool,
    handovers: Sequence[Handover] = (),
) -> LogLine:
    """Put a log entry into words for a reader, given by their seat; ``None`` for a bystander.

    ``over``: the match is over, and has no secrets. ``names_said`` are those of ``names_in``, ``handovers`` those of
    these seats. Messages from before the reader took over the seat are left out, as they were for someone else.
    """
    names = named_then(seats, turn.index, handovers)
    said = tuple(names[seat.pk] for seat in seats) if names_said else ()
    about = names.get(turn.about_id or 0, "")
    whose = _("%(name)s’s clock") % {"name": about} if about and turn.about_id != turn.seat_id else ""
    return LogLine(
        turn=turn,
        who=names.get(turn.seat_id or 0, "") or whose,
        whose=whose if turn.seat_id else "",
        words=named(turn.words_for(reader, over=over), said),
        text=turn.text_for(reader, over=over),
        notes=tuple(named(turn.notes, said)),
        message=turn.message if reader and turn.index >= reader.since else "",
        is_undone=getattr(turn, "is_undone", False),
        is_ordered=turn.is_ordered_by(reader),
    )


def log_lines(match: int, length: int) -> QuerySet[LogEntry]:
    """Return the first ``length`` lines of a match's log, so that a page shows none added after it read the match."""
    lines = LogEntry.objects.filter(match=match, index__lt=length).defer(*UNSHOWN)
    return lines.annotate(is_undone=IS_UNDONE)


# -- the sheet -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A row of the sheet: turns in seat order, ``None`` for a seat that had none.

    ``number`` is that of the row's first turn, in the order in which turns were played: several seats may be asked at
    once. In a match of more than two players a row has one turn, and ``who`` played it. A row with a ``note`` has
    nothing else: what followed from a turn, that a turn was passed on, or what ended the match. Commitments to secret
    picks are only in the log, and a game's asides are said along with the turn's words.
    """

    number: int | None = None
    cells: tuple[LogLine | None, ...] = ()
    note: str = ""
    who: str = ""


@dataclass(frozen=True, slots=True)
class MoveTable:
    """The sheet: ``names`` head the columns after that of the numbers.

    ``indexes`` are those of its lines that changed the board.
    """

    names: tuple[str, ...]
    rows: tuple[MoveRow, ...]
    indexes: tuple[int, ...] = ()
    is_list: bool = False

    @property
    def width(self) -> int:
        return len(self.names) + 1


@dataclass(frozen=True, slots=True)
class Steps:
    """The addresses of the positions around the one that is shown; "" if there is none."""

    first: str = ""
    back: str = ""
    next: str = ""
    last: str = ""


def move_table(lines: Sequence[LogLine], seats: Sequence[Seat], game: Game, before: int = 0) -> MoveTable:
    """Make the sheet of these lines of the log, in their order, without turns that were taken back.

    ``before`` is how many turns were played before them. With two players, a row has a turn of each in seat order, and
    a seat that plays out of this order begins a new row. With more players, each turn has a row, since there is no room
    for the columns.
    """
    columns = {seat.pk: seat.index for seat in seats}
    is_list = len(seats) > SIDE_BY_SIDE
    rows: list[MoveRow] = []
    cells: list[LogLine | None] = []
    indexes: list[int] = []
    played = game.first_turn + before

    def close() -> None:
        if cells:
            number = played - sum(cell is not None for cell in cells)
            rows.append(MoveRow(number, (*cells, *[None] * (len(seats) - len(cells)))))
            cells.clear()

    for line in lines:
        if line.turn.kind in PLAYED and not line.is_undone and is_list:
            indexes.append(line.turn.index)
            rows.append(MoveRow(played, (line,), who=line.who))
            played += 1
        elif line.turn.kind in PLAYED and not line.is_undone:
            column = columns[line.turn.seat_id or 0]
            if column < len(cells):
                close()
            cells += [*[None] * (column - len(cells)), line]
            played += 1
            indexes.append(line.turn.index)
        elif line.turn.kind in BESIDE:
            close()
            indexes += [line.turn.index] if line.turn.kind in ENDED_BY else []
            rows.append(MoveRow(note=f"{line.who}: {line.words}" if line.who else line.words))
        news = _news(line, game)
        if news and not line.is_undone:
            close()
            rows.append(MoveRow(note=" ".join(news)))
    close()
    names = (_("Player"), _("Turn as text")) if is_list else tuple(seat.name for seat in seats)
    return MoveTable(names, tuple(rows), tuple(indexes), is_list)


def _news(line: LogLine, game: Game) -> list[str]:
    return [note for note in line.notes if not is_commitment(note) and message_of(note) not in game.asides]


def words_with_asides(line: LogLine, game: Game) -> str:
    """Return what a turn did, with what was said along with it: “Hop from a3 to a2. Red drew Jump.”."""
    asides = [note for note in line.notes if message_of(note) in game.asides]
    return joined([line.words, *asides], ". ")


def neighbours(match: Match, index: int) -> tuple[int | None, int | None]:
    """Return the nearest lines before and after this one that changed the board. Two queries."""
    lines = positions_of(match.pk)
    return lines.filter(index__lt=index).last(), lines.filter(index__gt=index).first()


def positions_of(match: int) -> QuerySet[LogEntry, int]:
    """Return the indexes of the lines that changed the board, in order, without turns that were taken back."""
    lines = LogEntry.objects.filter(~IS_UNDONE, match=match, kind__in=PLAYED | ENDED_BY)
    return lines.order_by("index").values_list("index", flat=True)


def steps_around(match: Match, index: int, token: str = "", listed: Sequence[int] | None = None) -> Steps:
    """Return the addresses around the position after the line of that index.

    ``token`` is that of the link by which the reader came. ``listed`` are the indexes of the first position and those
    around, if they are known.
    """
    if listed is None:
        back, following = neighbours(match, index)
        first, last = positions_of(match.pk).first(), positions_of(match.pk).last()
    else:
        earlier, later = ([each for each in listed if each < index], [each for each in listed if each > index])
        first, back = (earlier[0], earlier[-1]) if earlier else (None, None)
        following, last = (later[0], later[-1]) if later else (None, None)
    return Steps(
        _address(match, first if back is not None else None, token),
        _address(match, back, token),
        _address(match, following, token),
        _address(match, last if following is not None else None, token),
    )


@lru_cache(maxsize=1024)
def turns_url(pk: int, token: str = "") -> str:
    """Return the start of the addresses of a match's positions: the index follows, and a slash.

    ``pk`` is the match's.
    """
    address = reverse("matches:link_turn", args=[token, 0]) if token else reverse("matches:turn", args=[pk, 0])
    return address.removesuffix("0/")


def _address(match: Match, index: int | None, token: str) -> str:
    """Return the address of the page with the board after the line of that index; "" without one."""
    return "" if index is None else f"{turns_url(match.pk, token)}{index}/"


def positions_url(match: Match, token: str = "") -> str:
    """Return the address at which a page fetches a position, with "INDEX" for the index of its line.

    Browsers keep what they fetched, so whatever changes how a position looks is in the address.
    """
    address = f"{turns_url(match.pk, token)}INDEX/position/"
    return f"{address}?in={get_language()}&over={int(match.is_over)}"
