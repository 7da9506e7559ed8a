"""The turns of a match, of two players side by side, and the way from one position to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.game import Game
from i18n.text import joined, message_of
from matches.fairness import is_commitment
from matches.models import LogEntry, Match, Seat
from matches.record import IS_UNDONE

from .log import Line

Kind = LogEntry.Kind

PLAYED = frozenset({Kind.PLAY, Kind.DEFAULT})
SIDE_BY_SIDE = 2  # so many seats have room for a column each
ENDED_BY = frozenset({Kind.RESIGNATION, Kind.TIME, Kind.AGREEMENT, Kind.FORFEIT, Kind.RULING, Kind.ANNULLED})
BESIDE = ENDED_BY | {Kind.BATON}  # what is told in a row of its own
ON_THE_BOARD = PLAYED | {Kind.RESIGNATION, Kind.TIME, Kind.AGREEMENT, Kind.FORFEIT}  # what a view's last one may be


@dataclass(frozen=True, slots=True)
class Row:
    """Turns in seat order, ``None`` where a seat had none. ``number`` counts turns as they were played, up to the
    first of the row: several seats may be asked at once. At a table of more a row has one turn, and ``who`` played it.
    A row with a ``note`` has nothing else: what followed from a turn, that one
    passed on, or what ended the match. What binds a secret pick is in the log alone, and what is an aside in a game
    goes with the turn's words."""

    number: int | None = None
    cells: tuple[Line | None, ...] = ()
    note: str = ""
    who: str = ""


@dataclass(frozen=True, slots=True)
class MoveTable:
    """``names`` head the columns after that of the numbers, ``indexes`` are those of the lines in it: after each the
    board was another."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    indexes: tuple[int, ...] = ()
    is_list: bool = False

    @property
    def width(self) -> int:
        return len(self.names) + 1


@dataclass(frozen=True, slots=True)
class Steps:
    """The addresses of the positions around the one that is shown; "" where there is none."""

    first: str = ""
    back: str = ""
    next: str = ""
    last: str = ""


def move_table(lines: Sequence[Line], seats: Sequence[Seat], game: Game, before: int = 0) -> MoveTable:
    """Of these lines of the log, in their order, those that stand; ``before`` is how many turns were played before
    them. Of two players, a seat that plays again, or before one that has played in this row, begins a new row; of more,
    each turn has a row: so many columns have no room."""
    columns = {seat.pk: seat.index for seat in seats}
    is_list = len(seats) > SIDE_BY_SIDE
    rows: list[Row] = []
    cells: list[Line | None] = []
    indexes: list[int] = []
    played = game.first_turn + before

    def close() -> None:
        if cells:
            number = played - sum(cell is not None for cell in cells)
            rows.append(Row(number, (*cells, *[None] * (len(seats) - len(cells)))))
            cells.clear()

    for line in lines:
        if line.turn.kind in PLAYED and not line.is_undone and is_list:
            indexes.append(line.turn.index)
            rows.append(Row(played, (line,), who=line.who))
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
            rows.append(Row(note=f"{line.who}: {line.words}" if line.who else line.words))
        news = _news(line, game)
        if news and not line.is_undone:
            close()
            rows.append(Row(note=" ".join(news)))
    close()
    names = (_("Player"), _("Turn as text")) if is_list else tuple(seat.name for seat in seats)
    return MoveTable(names, tuple(rows), tuple(indexes), is_list)


def _news(line: Line, game: Game) -> list[str]:
    return [note for note in line.notes if not is_commitment(note) and message_of(note) not in game.asides]


def words_with_asides(line: Line, game: Game) -> str:
    """What a turn did, and what was said along with it: “Hop from a3 to a2. Red drew Jump.”."""
    asides = [note for note in line.notes if message_of(note) in game.asides]
    return joined([line.words, *asides], ". ")


def neighbours(match: Match, index: int) -> tuple[int | None, int | None]:
    """The lines before and after that one after which the board was another. Two queries."""
    lines = positions_of(match.pk)
    return lines.filter(index__lt=index).last(), lines.filter(index__gt=index).first()


def positions_of(match: int) -> QuerySet[LogEntry, int]:
    """The indexes of the lines after which the board was another, in their order: turns that were taken back are left
    out."""
    lines = LogEntry.objects.filter(~IS_UNDONE, match=match, kind__in=PLAYED | ENDED_BY)
    return lines.order_by("index").values_list("index", flat=True)


def steps_around(match: Match, index: int, token: str = "", listed: Sequence[int] | None = None) -> Steps:
    """From the position after the line of that index. ``token`` is that of the link by which the reader came, and
    ``listed`` are the indexes of the first position and those around, where they are known."""
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


def _address(match: Match, index: int | None, token: str) -> str:
    return "" if index is None else address_of(match, index, token)


@lru_cache(maxsize=1024)
def turns_url(pk: int, token: str = "") -> str:
    """What the addresses of these pages begin with; the index follows, and a slash. ``pk`` is that of the match."""
    address = reverse("matches:link_turn", args=[token, 0]) if token else reverse("matches:turn", args=[pk, 0])
    return address.removesuffix("0/")


def address_of(match: Match, index: int, token: str = "") -> str:
    """Of the page with the board after the line of that index."""
    return f"{turns_url(match.pk, token)}{index}/"


def positions_url(match: Match, token: str = "") -> str:
    """Where a page fetches what was shown after a line, with "INDEX" for the index of the line. A browser keeps what it
    fetched, so whatever a position looks different by is in the address."""
    address = f"{turns_url(match.pk, token)}INDEX/position/"
    return f"{address}?in={get_language()}&over={int(match.is_over)}"
