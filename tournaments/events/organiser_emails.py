"""Emails of organisers to players, and about players to organisers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse

from i18n.text import listed
from mail.bounces import dead_addresses
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from tournaments.models import Announcement, Entry, Event
from tournaments.permissions.events import may_organise

NAMED = 20  # applicants; more are counted


def event_announcement(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Send an announcement; moot once it is deleted."""
    said = Announcement.objects.select_related("event", "by").filter(pk=mail.context["announcement"]).first()
    if said is None:
        return None
    return {
        "event": said.event,
        "said": said,
        "by": said.by.display_name if said.by else "",
        "event_url": _event_url(said.event, reader),
    }


def event_applications(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell organisers who is waiting for approval; moot once no one is.

    It is also moot for readers who no longer organise the event.
    """
    event = Event.objects.filter(pk=mail.context["event"]).first()
    if event is None or reader.user is None or not may_organise(reader.user, event):
        return None
    if event.stage not in (Event.Stage.REGISTRATION, Event.Stage.RUNNING):
        return None
    waiting = event.entries.filter(status=Entry.Status.APPLIED).select_related("player").order_by("entered_at", "pk")
    names = [entry.shown_name for entry in waiting[:NAMED]]
    if not names:
        return None
    count = len(names) if len(names) < NAMED else waiting.count()
    more = count - len(names)
    return {
        "event": event,
        "names": ", ".join(names) if more else listed(names),
        "count": count,
        "more": more,
        "url": settings.SITE_URL + reverse("tournaments:manage_entries", args=[event.pk]),
    }


def event_unreachable(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell organisers that emails to a player bounce; moot once one got through.

    It is also moot for readers who no longer organise the event.
    """
    entry = Entry.objects.select_related("event", "player").filter(pk=mail.context["entry"]).first()
    if entry is None or entry.player is None or reader.user is None or not may_organise(reader.user, entry.event):
        return None
    trouble = dead_addresses.trouble_of(entry.player.email)
    if trouble is None or trouble.undeliverable_since is None:
        return None
    return {
        "event": entry.event,
        "name": entry.name_for_organisers,
        "is_guest": entry.player.is_guest,
        "url": f"{settings.SITE_URL}{reverse('tournaments:manage_entries', args=[entry.event_id])}?entry={entry.pk}",
    }


def _event_url(event: Event, reader: Recipient) -> str:
    """Return the event's address; "" for guests who would have to log in."""
    is_shut = reader.user is not None and reader.user.is_guest and not event.is_public
    return "" if is_shut else settings.SITE_URL + event.get_absolute_url()


KINDS: Mapping[str, MailKind] = {
    "event_announcement": MailKind(event_announcement),
    "event_applications": MailKind(event_applications, for_hosts=True),
    "event_unreachable": MailKind(event_unreachable, for_hosts=True),
}
