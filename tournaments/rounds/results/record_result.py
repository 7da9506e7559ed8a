"""Taking over a finished match as the result of its pairing."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from i18n.text import noop, say
from matches.models import LogEntry, Match, Seat
from matches.record.names import named_result
from matches.record.record import standing
from timekeeping import clock
from tournaments.models import Entry, Event, Pairing

from .log_result import log_result
from .verdicts import Given

BY_HAND = ("ruling", "forfeit", "annulled")  # how a match ends that an organiser decides, or leaving the event
DECIDED = noop("Decided by an organiser.")


def record(
    event: Event,
    pairing: Pairing,
    match: Match,
    *,
    by: User | None,
    reason: str,
    through: Entry | None,
    given: Given | None = None,
) -> list[Seat]:
    """Store what the finished match says as the pairing's result, with the event locked; return its seats.

    ``by`` is the organiser who decided it for that ``reason``, and said who goes ``through`` after a drawn cup match,
    or what places were ``given`` at a table.
    """
    seats = list(match.seats.order_by("index"))
    pairing.settled_by_hand = match.how_it_ended in BY_HAND
    pairing.decided_at = match.finished_at or clock.now()
    event.rules.outcomes.take(pairing, match, seats, who_played(match, seats), given)
    pairing.save()
    # The match's own words have the reason in them, too.
    log_result(event, pairing, named_result(match) if by is None else say(DECIDED), by=by, reason=reason)
    event.rules.settle_draw(event, pairing, by=by, through=through)
    return seats


def who_played(match: Match, seats: Sequence[Seat]) -> list[bool]:
    """Return whether each has played a turn, in seat order."""
    played = set(standing(match.log).filter(kind=LogEntry.Kind.PLAY).values_list("seat", flat=True).distinct())
    return [seat.pk in played for seat in seats]
