"""Turns that their players may not know of, since no email about them arrived: which clocks wait for it, and how long.

The clock of a player who has been seen on the turn doesn't wait. ``matches.gate.mail_clocks`` is about what follows
once the email arrives, or fails.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.models import LogEntry, Seat
from matches.time_control.time_control import DAY

MOST = 14 * DAY  # the longest that a clock waits for emails in one match, with the time given back for them
LEAST = 3 * DAY  # that it waits each time
# Lines of a player's that the calendar wrote, or the clock.
NO_ACT = frozenset({LogEntry.Kind.PAUSES, LogEntry.Kind.VACATION_DAY})


def seen(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return the seats whose players have been seen since they were asked for the turn.

    They were shown the match, did anything in it, or were on any page of the site, logged in: each page tells of turns
    that wait, or that emails bounce. A link that is opened shows that its email arrived, even if a scanner opened it.
    """
    before = LogEntry.objects.filter(match=OuterRef("match"), at__lte=OuterRef("asked_at")).order_by("-index")
    acts = LogEntry.objects.filter(seat=OuterRef("pk"), at__gt=OuterRef("asked_at")).exclude(kind__in=NO_ACT)
    seats = seats.annotate(asked_after=Coalesce(Subquery(before.values("index")[:1]), -1))
    was_shown = Q(seen_at__isnull=False, seen_length__gt=F("asked_after"))
    return seats.filter(Exists(acts) | was_shown | Q(player__on_site_at__gt=F("asked_at")))


def may_wait(seat: Seat) -> bool:
    """Return whether the clock of the turn that the seat is asked for may wait for an email."""
    return bool(who_may_wait([seat]))


def who_may_wait(seats: Iterable[Seat]) -> set[int]:
    """Return the ids of the seats whose clocks may wait for an email."""
    allowed = {seat.pk for seat in seats if not seat.runs_unnoticed and seat.waited < MOST}
    return allowed.difference(seen(Seat.objects.filter(pk__in=allowed)).values_list("pk", flat=True))


def is_seen(seat: Seat) -> bool:
    return seen(Seat.objects.filter(pk=seat.pk)).exists()


def waits_until(seat: Seat) -> datetime | None:
    """Return when the clock runs again at the latest; ``None`` if it doesn't wait for an email."""
    if seat.stopped != Seat.Stopped.MAIL or seat.stopped_at is None:
        return None
    return seat.stopped_at + max(MOST - seat.waited, LEAST)


def has_waited_enough(seat: Seat, now: datetime) -> bool:
    until = waits_until(seat)
    return until is not None and now >= until
