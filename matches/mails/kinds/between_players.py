"""Emails about what an opponent did besides playing: a draw offer or its answer, a message, a change of player."""

from __future__ import annotations

from typing import Any

from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from matches.models import Handover, LogEntry
from matches.record.record import standing

from . import messages
from .match_context import MatchContext, of_match
from .recent_turns import name_of


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
    return context.shown(who=name_of(context, turn.seat_id), words=words, notes=notes)


@of_match()
def said(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Show the messages written since the line for which the email was queued, that one included. Raises ``Postponed``.

    Moot if none is left or the email about the reader's turn has told them, and for a reader who has turned such emails
    off.
    """
    if context.own.is_deaf:
        return None
    lines = messages.since_line(context, mail, mail.context["turn"])
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
    return None if handover is None else context.shown(who=name_of(context, handover.seat_id), former=handover.name)
