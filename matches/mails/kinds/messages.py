"""Messages of the others in a match: each is told once, by the email about the reader's turn or by one of its own."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from mail.models import OutboxMail
from mail.preferences.until_return import AGAIN_AFTER, Postponed
from matches.mails import turn_delivery
from matches.models import LogEntry

from .match_context import MatchContext
from .recent_turns import name_of

MOST_LINES: Final = 40  # in one mail
SOON: Final = timedelta(minutes=10)  # an email about a turn that comes within this time takes the lines along
TOLD_BY: Final = ("said", turn_delivery.KIND)
Status = OutboxMail.Status


def since_own_turn(context: MatchContext, mail: OutboxMail) -> list[dict[str, Any]]:
    """Return the messages since the reader played that no email has told, for the email about the next turn.

    Notes that this email tells them. None for a reader who has turned emails about messages off.
    """
    if context.own.is_deaf:
        return []
    own = context.match.log.filter(seat=context.own, number__isnull=False).order_by("-index").values("index")[:1]
    return _told(context, mail, _lines(context).filter(index__gt=Coalesce(own, -1)))


def since_line(context: MatchContext, mail: OutboxMail, pk: int) -> list[dict[str, Any]]:
    """Return that message and those after it that no email has told, and note that this email tells them.

    Raises ``Postponed`` while an email about the reader's turn is due, which may tell them.
    """
    _wait_for_turn(context)
    return _told(context, mail, _lines(context).filter(pk__gte=pk))


def _lines(context: MatchContext) -> QuerySet[LogEntry]:
    said = context.match.log.filter(kind=LogEntry.Kind.SAID, index__lt=context.match.log_length)
    return said.filter(index__gte=context.own.since).exclude(message="").exclude(seat=context.own)


def _told(context: MatchContext, mail: OutboxMail, lines: QuerySet[LogEntry]) -> list[dict[str, Any]]:
    written = list(lines.order_by("index").values_list("index", "seat", "message")[:MOST_LINES])
    told = _told_before(context, written[0][0]) if written else []
    new = [line for line in written if not any(first <= line[0] < end for first, end in told)]
    if new:
        mail.context |= {"told_from": new[0][0], "told_to": new[-1][0] + 1}
        mail.save(update_fields=["context"])
    return [{"who": name_of(context, seat_id), "text": message} for _index, seat_id, message in new]


def _told_before(context: MatchContext, index: int) -> list[tuple[int, int]]:
    """Return the stretches of the log (from, to), ending after ``index``, whose messages emails have told the reader.

    The emails need not have gone out in the order in which the messages were written.
    """
    sent = OutboxMail.objects.filter(
        match=context.match, user=context.own.player, kind__in=TOLD_BY, status=Status.SENT, context__told_to__gt=index
    )
    return list(sent.values_list("context__told_from", "context__told_to"))


def _wait_for_turn(context: MatchContext) -> None:
    if context.own.asked_turn is None:
        return
    waiting = OutboxMail.objects.filter(key=turn_delivery.turn_key(context.own), status=Status.QUEUED)
    due = waiting.filter(next_try_at__lte=context.now + SOON).values_list("next_try_at", flat=True).first()
    if due is not None:
        raise Postponed(max(due, context.now) + AGAIN_AFTER)
