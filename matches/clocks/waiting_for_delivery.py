"""Turns of which their player may not know, since no email about them arrived: whose clock waits for it, how long, and
whose does not, since the player has been seen on the turn. ``delivered_or_bounced`` is what follows once it arrives,
or fails."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.models import LogEntry, Seat

from .time_control import DAY

MOST = 14 * DAY  # that a player's clock waits for mails in one match, with what it got back for them
LEAST = 3 * DAY  # that it waits each time
# Lines of a player's that the calendar wrote, or the clock.
NO_ACT = frozenset({LogEntry.Kind.PAUSES, LogEntry.Kind.VACATION_DAY})


def seen(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Those whose player was shown the match since it asked for the turn, did anything in it, or was on any page of the
    site, logged in: each tells of turns that wait, or that emails bounce. A link that is opened shows that its email
    arrived, even if a scanner opened it."""
    before = LogEntry.objects.filter(match=OuterRef("match"), at__lte=OuterRef("asked_at")).order_by("-index")
    acts = LogEntry.objects.filter(seat=OuterRef("pk"), at__gt=OuterRef("asked_at")).exclude(kind__in=NO_ACT)
    seats = seats.annotate(asked_after=Coalesce(Subquery(before.values("index")[:1]), -1))
    was_shown = Q(seen_at__isnull=False, seen_length__gt=F("asked_after"))
    return seats.filter(Exists(acts) | was_shown | Q(player__on_site_at__gt=F("asked_at")))


def may_wait(seat: Seat) -> bool:
    """Say whether the clock of the turn that the seat is asked for may wait for an email."""
    return bool(who_may_wait([seat]))


def who_may_wait(seats: Iterable[Seat]) -> set[int]:
    """The ids of those of whom that is so."""
    allowed = {seat.pk for seat in seats if not seat.runs_unnoticed and seat.waited < MOST}
    return allowed.difference(seen(Seat.objects.filter(pk__in=allowed)).values_list("pk", flat=True))


def is_seen(seat: Seat) -> bool:
    return seen(Seat.objects.filter(pk=seat.pk)).exists()


def waits_until(seat: Seat) -> datetime | None:
    """When the clock runs again at the latest; ``None`` where it does not wait for an email."""
    if seat.stopped != Seat.Stopped.MAIL or seat.stopped_at is None:
        return None
    return seat.stopped_at + max(MOST - seat.waited, LEAST)


def has_waited_enough(seat: Seat, now: datetime) -> bool:
    until = waits_until(seat)
    return until is not None and now >= until
