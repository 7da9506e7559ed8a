"""The turn that the reader was told of was taken back."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from mail.outbox.recipient import Recipient
from matches.mails import turn_delivery
from matches.models import OutboxMail, Turn

from .match_context import MatchContext
from .recent_turns import name_of

Status = OutboxMail.Status


def taken_back(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot where the reader never heard of the turn, and once there is a newer one to hear of."""
    table = MatchContext.of(mail, reader)
    if table is None or table.match.is_over or not reader.wants_turn_mail:
        return None
    if table.own.number is not None or not _was_told(table, mail.context["number"]):
        return None
    line = Turn.objects.defer("state").select_related("undoes").get(pk=mail.context["turn"])
    undone = line.undoes
    assert undone is not None
    return {
        **table.context(),
        **table.watching(),
        "who": name_of(table, line.seat_id),
        "words": undone.public_words,
        "text": "" if undone.secret else undone.text,
        "had_set_ahead": mail.context["had_set_ahead"],
    }


def _was_told(table: MatchContext, number: int) -> bool:
    """An email that somebody has in hand this moment may have been written before the turn was taken back."""
    told = Q(status=Status.SENT) | Q(status=Status.QUEUED, leased_until__isnull=False)
    return OutboxMail.objects.filter(told, key=turn_delivery.key_of(table.own, number)).exists()
