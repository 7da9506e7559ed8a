"""The email to the host about a match that both sides have left."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from i18n.text import listed, noop, say
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from matches.clocks.display import face_of
from matches.clocks.time_control import Why
from matches.clocks.words import span
from matches.mails import moments
from matches.models import Match, Seat
from matches.permissions import may_organise
from timekeeping import clock

STOPPED_WORDS = {
    Seat.Stopped.MAIL: noop("%(name)s’s clock is paused: our email couldn’t be delivered."),
    Seat.Stopped.ORGANISER: noop("%(name)s’s clock is paused by the organiser."),
    Seat.Stopped.LEFT: noop("%(name)s’s clock is paused: %(name)s left and the place is free."),
    Seat.Stopped.EVENT: noop("%(name)s’s clock is paused with all clocks of the event."),
    Seat.Stopped.COMPUTER: noop("%(name)s plays without a clock."),
}
PAUSED_WORDS: dict[Why, str] = {
    "vacation": noop("%(name)s’s clock is paused until %(until)s: vacation."),
    "weekend": noop("%(name)s’s clock is paused until %(until)s: weekend."),
    "night": noop("%(name)s’s clock is paused until %(until)s: night."),
}


def standstill(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Report a match that both sides have left. Moot once someone has played, or the reader is no longer a host."""
    match = mail.match
    if match is None or match.is_over or match.stalled_at is None:
        return None
    if reader.user is None or not reader.user.is_staff:
        return None
    now = clock.now()
    clocks_page = reverse("matches:clocks", args=[match.pk]) if may_organise(reader.user, match) else ""
    seats = list(match.seats.select_related("player"))
    return {
        "match": match,
        "players": listed([seat.name for seat in seats]),
        "since": moments.moment(match.last_turn_at),
        "idle": span(now - match.last_turn_at),
        "standing": [_why(match, seat, now) for seat in seats if seat.asked_turn is not None],
        "match_url": settings.SITE_URL + match.get_absolute_url(),
        "clocks_url": clocks_page and settings.SITE_URL + clocks_page,
    }


def _why(match: Match, seat: Seat, now: datetime) -> str:
    """Return sentences on whose clock doesn't run, and why."""
    face = face_of(seat, match.control, now)
    if face.paused_until is not None and face.why is not None:
        return say(PAUSED_WORDS[face.why], name=seat.name, until=moments.moment(face.paused_until))
    if seat.stopped:
        return say(STOPPED_WORDS[Seat.Stopped(seat.stopped)], name=seat.name)
    return say("%(name)s’s clock is running again.", name=seat.name)
