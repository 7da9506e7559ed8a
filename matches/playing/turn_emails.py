"""Emails about what others did, and what the reader is asked for: turns, draw offers, messages, a change of player."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import TurnMail
from i18n.text import listed
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.preferences import unsubscribe, until_return
from matches.clocks import seat_clock
from matches.conditional.edit import lines_of
from matches.conditional.orders import orders_of
from matches.gate.mail_clocks import begins_clock
from matches.mails import turn_delivery
from matches.match_view.match_context import MatchContext, of_match
from matches.match_view.recent_turns import (
    as_shown,
    messages_since,
    messages_since_own_turn,
    name_of_seat,
    since_own_turn,
)
from matches.models import Handover, LogEntry, Seat
from matches.offers.emails import accepted_by
from matches.record.record import standing

Status = OutboxMail.Status


@of_match()
def your_turn(context: MatchContext, mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Ask the reader for a turn. Raises ``Postponed``.

    Moot once the seat is no longer asked for the turn of that number or has read about it in a receipt, and if the
    reader wants no more emails until they have been back.
    """
    own = context.own
    if reader.turn_mail in (TurnMail.NONE, TurnMail.DIGEST) or (own.pk, own.asked_turn) != (
        mail.context["seat"],
        mail.context["number"],
    ):
        return None
    if "follows" in mail.context and turn_delivery.has_receipt(context.match, mail.context["follows"]):
        return None
    if reader.user is not None and not until_return.is_to_be_told(mail, reader.user):
        return None
    is_late = begins_clock(own, mail.queued_at, context.now, mail.due_at)
    if is_late and context.match.all_stopped:
        is_late = False
        seat_clock.keep_with_all(own, context.now)
    elif is_late:
        seat_clock.restart(own, context.now)
    return {
        **context.context(),
        **context.asking(),
        **as_shown(context, since_own_turn(context)),
        "messages": messages_since_own_turn(context, mail),
        "accepted_by": accepted_by(context),
        "is_draw_offered": context.match.draw_offered_by_id in {seat.pk for seat in context.others},
        "is_late": is_late,
        "subjects_url": _subjects_url(mail, reader),
        "is_last": reader.user is not None and reader.user.turn_mail == TurnMail.UNTIL_RETURN,
        "taken_back": mail.context.get("taken_back"),
        "ahead_dropped": own.ahead == Seat.Ahead.DROPPED,
    }


def _subjects_url(mail: OutboxMail, reader: Recipient) -> str:
    """Return the address of the page to choose subjects, for the first email about a turn; "" in all others."""
    if reader.user is None or reader.user.subjects_say:
        return ""
    earlier = OutboxMail.objects.filter(user=reader.user, kind=mail.kind, status=Status.SENT).exclude(pk=mail.pk)
    return "" if earlier.exists() else unsubscribe.unsubscribe_url(reader.user, unsubscribe.SUBJECTS)


@of_match(running=True)
def taken_back(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell that a turn was taken back.

    Moot if the reader never heard of that turn, or is asked for another one by now.
    """
    if context.own.asked_turn is not None or not _was_told(context, mail.context["number"]):
        return None
    line = LogEntry.objects.defer("state").select_related("undoes").get(pk=mail.context["turn"])
    undone = line.undoes
    assert undone is not None
    return context.shown(
        who=name_of_seat(context, line.seat_id),
        words=undone.public_words,
        text="" if undone.secret else undone.text,
        had_set_ahead=mail.context["had_set_ahead"],
    )


def _was_told(context: MatchContext, number: int) -> bool:
    """Return whether an email told of the turn, or may have.

    An email being sent at this moment may have been written before the turn was taken back.
    """
    told = Q(status=Status.SENT) | Q(status=Status.QUEUED, leased_until__isnull=False)
    return OutboxMail.objects.filter(told, key=turn_delivery.key_of(context.own, number)).exists()


@of_match(running=True)
def conditional_played(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell that a conditional turn was played.

    Moot once the match is over or the reader is asked again, since the emails about that tell this as well.
    """
    if context.own.asked_turn is not None:
        return None
    waiting = lines_of(context.match, context.seats, context.own)
    return context.shown(
        **as_shown(context, since_own_turn(context)),
        waiting=waiting.lines if waiting else (),
        is_ordered="ordered" in mail.context,
        orders=context.named(orders_of(context.match, context.own)),
    )


@of_match(running=True)
def baton_passed(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell that a player is on vacation, and that the turn passed to the next one.

    Moot once that one has played, and if the email about the reader's own turn tells it.
    """
    lines = context.match.log.filter(index__lt=context.match.log_length)
    line = lines.defer("state").filter(pk=mail.context["turn"]).first()
    to = next((seat for seat in context.seats if seat.asked_turn is not None), None)
    if (
        line is None
        or to is None
        or to == context.own
        or lines.filter(index__gt=line.index, number__isnull=False).exists()
    ):
        return None
    passed = lines.filter(kind=LogEntry.Kind.BATON, at=line.at).values_list("seat", flat=True)
    away = [seat for seat in context.seats if seat.pk in set(passed)]
    shown = context.shown(
        headline=_passed_on(context, away, to),
        is_away=context.own in away,
        **as_shown(context, since_own_turn(context)),
    )
    return {**shown, "clock": [context.waiting(), *shown.get("clock", [])]}


def _passed_on(context: MatchContext, away: list[Seat], to: Seat) -> str:
    if context.own in away:
        return _("You’re on vacation, so %(name)s takes the turn") % {"name": to.name}
    words = ngettext(
        "%(away)s is on vacation, so %(name)s takes the turn",
        "%(away)s are on vacation, so %(name)s takes the turn",
        len(away),
    )
    return words % {"away": listed([seat.name for seat in away]), "name": to.name}


@of_match()
def draw_offered(context: MatchContext, _mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell of a draw offer. Moot once it is answered or has lapsed."""
    offerer = next((seat for seat in context.others if seat.pk == context.match.draw_offered_by_id), None)
    return None if offerer is None else {**context.context(), "offerer": offerer.name, "url": context.turn_url()}


@of_match(running=True)
def draw_declined(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell that a draw offer was declined. Moot once the match is over."""
    answer = LogEntry.objects.filter(pk=mail.context["turn"]).select_related("seat__player").first()
    return context.shown(who=answer.seat.name if answer and answer.seat else context.opponents)


@of_match(running=True)
def pick_made(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell what binds another player to a secret pick. Moot once it was taken back, or the match is over."""
    turn = standing(context.match.log).filter(pk=mail.context["turn"]).first()
    if turn is None:
        return None
    words, notes = context.named((turn.public_words, turn.notes))
    return context.shown(who=name_of_seat(context, turn.seat_id), words=words, notes=notes)


@of_match()
def said(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Show the messages written since the line for which the email was queued, that one included. Raises ``Postponed``.

    Moot if none is left or the email about the reader's turn has told them, and for a reader who has turned such emails
    off.
    """
    if context.own.is_deaf:
        return None
    lines = messages_since(context, mail, mail.context["turn"])
    return context.shown(lines=lines, is_over=context.match.is_over) if lines else None


@of_match(running=True)
def marked(context: MatchContext, _mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Show the marks of the reader's team on the board.

    Moot once a turn has been played since or the marks are gone, and for a reader who has turned emails about messages
    off.
    """
    theirs = [mark for mark in context.marks if not mark.is_own]
    return context.shown(theirs=theirs) if theirs and not context.own.is_deaf else None


@of_match(running=True)
def handed_over(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell that another player has taken an opponent's place. Moot once the match is over."""
    handover = Handover.objects.select_related("player").filter(line=mail.context["turn"]).first()
    return (
        None if handover is None else context.shown(who=name_of_seat(context, handover.seat_id), former=handover.name)
    )
