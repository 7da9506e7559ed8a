"""Emails about clocks: what they did in a player's place, what was done to them, and a match that both sides left."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from i18n.text import listed, noop, say
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from matches.clocks import waiting_for_delivery
from matches.clocks.display import face_of
from matches.mails import moments
from matches.match_view.match_context import MatchContext, of_match
from matches.match_view.permissions import may_organise
from matches.match_view.recent_turns import name_of_seat, since_own_turn
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import NOTHING, Why
from matches.time_control.words import span
from timekeeping import clock

Kind = LogEntry.Kind
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


@of_match()
def vacation_day(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell that a vacation day was used up at zero.

    Like a result, this is told whatever the reader's wish about emails on turns, as it costs the reader something.
    Never moot, as the day doesn't come back.
    """
    turn = _line(mail, context)
    asked_then = turn.clocks[context.own.index]["number"] if turn else None
    return context.shown(still_waits=context.own.asked_turn is not None and context.own.asked_turn == asked_then)


@of_match(running=True)
def passed_over(context: MatchContext, _mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell that the clock passed for the reader, whatever their wish about emails on turns.

    Moot once the match is over, since the email about that says it, too.
    """
    return context.shown(
        times=context.own.passes_used,
        most=context.match.passes,
        happened=[line for line in since_own_turn(context) if not line["is_own"] or line["notes"]],
    )


@of_match(running=True)
def clock_changed(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell that time was given, or a clock paused or started.

    Moot once the match is over; if the clock was paused for an email, also once it runs again.
    """
    turn = _line(mail, context)
    if turn is None:
        return None
    waits = _waiting(context, turn)
    if waits is not None and waits.stopped != Seat.Stopped.MAIL:
        return None
    return context.shown(
        headline=_headline(context, turn),
        reason=turn.reason,
        how="" if waits is None else _how_it_starts(context, waits),
    )


def _waiting(context: MatchContext, turn: LogEntry) -> Seat | None:
    """Return the seat whose clock that line stopped for an email; ``None`` if it did something else."""
    is_for_mail = turn.kind == Kind.CLOCK_STOPPED and turn.via == LogEntry.Via.CLOCK
    return next((seat for seat in context.seats if is_for_mail and seat.pk == turn.about_id), None)


def _how_it_starts(context: MatchContext, seat: Seat) -> str:
    message = noop(
        "It starts again when %(name)s opens the match, or on %(until)s. If you know that %(name)s has seen the turn, "
        "ask the site’s host to start it."
    )
    if context.match.occasion:
        message = noop(
            "It starts again when %(name)s opens the match, or on %(until)s. If you know that %(name)s has seen the "
            "turn, ask the organiser to start it."
        )
    until = waiting_for_delivery.waits_until(seat) or context.now
    return _(message) % {"name": seat.name, "until": moments.moment(until)}


def _line(mail: OutboxMail, context: MatchContext) -> LogEntry | None:
    """Return the line of the log that the email is about."""
    return context.match.log.defer("state").filter(pk=mail.context["turn"]).first()


def _headline(context: MatchContext, turn: LogEntry) -> str:
    own, theirs = _sentences_of_rule(turn) if turn.is_by_rule else _sentences(turn)
    return _(own if turn.about_id == context.own.pk else theirs) % {
        "giver": name_of_seat(context, turn.seat_id),
        "name": name_of_seat(context, turn.about_id),
        "time": span(turn.amount or NOTHING),
    }


def _sentences_of_rule(turn: LogEntry) -> tuple[str, str]:
    """Return the sentences for what a rule did to a clock: to the player whose clock it is, and to the others."""
    if turn.kind == Kind.CLOCK_STOPPED:
        return noop("Your clock is paused."), noop("%(name)s’s clock is paused.")
    return noop("Your clock is running again."), noop("%(name)s’s clock is running again.")


def _sentences(turn: LogEntry) -> tuple[str, str]:
    """Return the sentences for what was done to a clock: to the player whose clock it is, and to the others."""
    match turn.kind:
        case Kind.TIME_GIVEN if turn.seat_id:
            return (
                noop("%(giver)s added %(time)s to your clock."),
                noop("%(giver)s added %(time)s to %(name)s’s clock."),
            )
        case Kind.TIME_GIVEN:
            return (
                noop("The organiser added %(time)s to your clock."),
                noop("The organiser added %(time)s to %(name)s’s clock."),
            )
        case Kind.CLOCK_STOPPED if turn.via == LogEntry.Via.CLOCK:
            return (
                noop("Your clock is paused: our email about your turn couldn’t be delivered."),
                noop("%(name)s’s clock is paused: our email about their turn couldn’t be delivered."),
            )
        case Kind.CLOCK_STOPPED:
            return (
                noop("The organiser paused your clock."),
                noop("The organiser paused %(name)s’s clock."),
            )
        case _:
            return (
                noop("The organiser restarted your clock."),
                noop("The organiser restarted %(name)s’s clock."),
            )


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
