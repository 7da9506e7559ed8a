"""The marks on a board, and whose they can be; ``matches/gate/marks.py`` puts them there."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from matches.models import LogEntry, Mark, Match, Seat

from .record import IS_UNDONE

_PLAYED_SINCE = LogEntry.objects.filter(
    ~IS_UNDONE, match=OuterRef("seat__match"), index__gte=OuterRef("log_length"), number__isnull=False
)


def marks_on_board(match: Match) -> QuerySet[Mark]:
    """Return the marks that are on a match's board now, the oldest first."""
    return Mark.objects.filter(seat__match=match).exclude(Exists(_PLAYED_SINCE)).order_by("pk")


def can_mark(match: Match, seats: Iterable[Seat]) -> bool:
    """Return whether players of the match can mark spaces for each other."""
    return bool(those_who_mark(match, seats))


def those_who_mark(match: Match, seats: Iterable[Seat]) -> dict[int, Seat]:
    """Return the seats, by their keys, whose players can mark spaces for each other.

    Those are the people who are still in the team, while the match runs, if there are several.
    """
    if not match.game.together or match.is_over:
        return {}
    out = match.game.given_up(match.loaded_state)
    known = [seat for seat in seats if seat.player is not None and not seat.player.is_computer]
    found = {seat.pk: seat for seat in known if seat.index not in out}
    return found if len(found) > 1 else {}
