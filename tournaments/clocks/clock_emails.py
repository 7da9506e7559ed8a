"""The email that says what was done to all clocks of an event or a season."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from mail.preferences.unsubscribe import TURNS
from matches.mails import moments
from matches.time_control.words import span
from tournaments.clocks import all_clocks
from tournaments.mails.whole import running_scope, shown_url
from tournaments.models import ClockAct


def event_clocks(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Say what was done to all clocks. News that they are stopped is moot once they run again."""
    scope = running_scope(mail)
    act = ClockAct.objects.filter(group=mail.context["group"]).order_by("pk").first()
    if scope is None or act is None:
        return None
    if act.kind == ClockAct.Kind.STOP and not all_clocks.stops(scope):
        return None
    return {
        "name": scope.name,
        "url": shown_url(scope.whole, reader),
        "kind": act.kind,
        "reason": act.reason,
        "at": moments.moment(act.at),
        "time": span(act.amount) if act.amount else "",
    }


KINDS: Mapping[str, MailKind] = {
    "event_clocks": MailKind(event_clocks, may_wait=True, stopped_by=TURNS),
}
