"""The player who wrote a line of the log, in seats that have had several players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from matches.models import Handover, LogEntry, Seat


def after_a_turn() -> QuerySet[Handover]:
    """Return the handovers of seats in which the former player had played a turn: such a seat gives no rating."""
    before = LogEntry.objects.filter(seat=OuterRef("seat"), kind=LogEntry.Kind.PLAY, index__lt=OuterRef("line__index"))
    return Handover.objects.filter(Exists(before))


def handovers_of(seats: Iterable[Seat]) -> list[Handover]:
    """Return the handovers of these seats in order, without a query if every seat still has its first player."""
    taken_over = [seat.pk for seat in seats if seat.since]
    if not taken_over:
        return []
    found = Handover.objects.filter(seat__in=taken_over).select_related("player", "line")
    return list(found.defer("line__state", "line__clocks").order_by("line__index"))


def holder_then(seat: Seat, index: int, handovers: Sequence[Handover]) -> str:
    """Return the name of the player who had the seat when the line of that index was written."""
    after = next((each for each in handovers if each.seat_id == seat.pk and each.line.index > index), None)
    return after.name if after else seat.name


def named_then(seats: Iterable[Seat], index: int, handovers: Sequence[Handover]) -> Mapping[int, str]:
    return {seat.pk: holder_then(seat, index, handovers) for seat in seats}


def before_words(seat: Seat, handovers: Sequence[Handover]) -> str:
    """Return the seat's former players in words: "in place of Ann"; "" if there was none."""
    names = [each.name for each in handovers if each.seat_id == seat.pk]
    return _("in place of %(names)s") % {"names": ", ".join(names)} if names else ""


def lines_of(player: User) -> QuerySet[LogEntry]:
    """Return the log lines that the player wrote, including those in seats that have passed to others."""
    return lines_in(Seat.objects.filter(player=player), Handover.objects.filter(player=player))


def lines_in(seats: QuerySet[Seat], handovers: QuerySet[Handover]) -> QuerySet[LogEntry]:
    """Return the log lines of the players who have the seats, and of those who gave seats up in the handovers."""
    before = Handover.objects.filter(seat=OuterRef("seat"), line__index__lt=OuterRef("line__index"))
    begin = Coalesce(Subquery(before.order_by("-line__index").values("line__index")[:1]), 0)
    until = handovers.annotate(begin=begin).filter(begin__lte=OuterRef("index"), line__index__gt=OuterRef("index"))
    had = Q(Exists(until.filter(seat=OuterRef("seat"))))
    have = Q(seat__in=seats.values("pk"), index__gte=F("seat__since"))
    # As one list, which leads to the lines by their index; two of them would be looked for in every line there is.
    theirs = seats.order_by().values("pk").union(handovers.order_by().values("seat"))
    return LogEntry.objects.filter(have | had, seat__in=theirs)
