"""The event or season that an email is about."""

from __future__ import annotations

from django.conf import settings

from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from tournaments.locking.scope import Scope
from tournaments.models import Event, Season


def whole_of(mail: OutboxMail) -> Event | Season | None:
    """Return the event or season that the email is about."""
    if "season" in mail.context:
        return Season.objects.select_related("league__club").filter(pk=mail.context["season"]).first()
    return Event.objects.filter(pk=mail.context["event"]).first()


def running_scope(mail: OutboxMail) -> Scope | None:
    """Return what the email is about while it runs; else ``None``."""
    whole = whole_of(mail)
    scope = Scope(whole) if whole is not None else None
    return scope if scope is not None and scope.is_running else None


def shown_url(whole: Event | Season, reader: Recipient) -> str:
    """Return the address of the event's or season's page; "" for guests who would have to log in."""
    is_shut = reader.user is not None and reader.user.is_guest and not whole.is_public
    return "" if is_shut else settings.SITE_URL + whole.get_absolute_url()
