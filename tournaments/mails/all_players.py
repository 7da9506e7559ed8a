"""Emails about an event or a season as a whole while it runs, to all who play in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from i18n import dates
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from mail.preferences.unsubscribe import TURNS
from matches.mails import moments
from matches.time_control.words import span
from tournaments.clocks import all_clocks
from tournaments.locking.scope import Scope
from tournaments.models import ClockAct, Event, Season


def event_end_moved(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Say that the end was moved; moot once it was moved again."""
    scope = _scope(mail)
    ends_at: str = mail.context["ends_at"]
    if scope is None or scope.end_key != ends_at:
        return None
    moment = datetime.fromisoformat(ends_at) if ends_at else None
    return {
        **_about(scope, reader),
        "reason": mail.context["reason"],
        "was": moments.moment(datetime.fromisoformat(was)) if (was := mail.context.get("was", "")) else "",
        "ends": moments.moment(moment) if moment else "",
        "ends_day": dates.day(timezone.localdate(moment)) if moment else "",
    }


def event_clocks(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Say what was done to all clocks. News that they are stopped is moot once they run again."""
    scope = _scope(mail)
    act = ClockAct.objects.filter(group=mail.context["group"]).order_by("pk").first()
    if scope is None or act is None:
        return None
    if act.kind == ClockAct.Kind.STOP and not all_clocks.stops(scope):
        return None
    return {
        **_about(scope, reader),
        "kind": act.kind,
        "reason": act.reason,
        "at": moments.moment(act.at),
        "time": span(act.amount) if act.amount else "",
    }


def _scope(mail: OutboxMail) -> Scope | None:
    """Return the event or season that the email is about, while it runs; else ``None``."""
    whole: Event | Season | None
    if "season" in mail.context:
        whole = Season.objects.select_related("league__club").filter(pk=mail.context["season"]).first()
    else:
        whole = Event.objects.filter(pk=mail.context["event"]).first()
    scope = Scope(whole) if whole is not None else None
    return scope if scope is not None and scope.is_running else None


def _about(scope: Scope, reader: Recipient) -> dict[str, Any]:
    is_shut = reader.user is not None and reader.user.is_guest and not scope.whole.is_public
    return {"name": scope.name, "url": "" if is_shut else settings.SITE_URL + scope.whole.get_absolute_url()}


KINDS: Mapping[str, MailKind] = {
    "event_end_moved": MailKind(event_end_moved, may_wait=True, stopped_by=TURNS),
    "event_clocks": MailKind(event_clocks, may_wait=True, stopped_by=TURNS),
}
