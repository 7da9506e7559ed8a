"""Events that a provider posts about the emails it was given: in anymail's form, repeated, late, and in any order.

An event is about the email with its Message-ID. Some providers have their own ids instead: then it is about the last
email sent to its recipient before the event.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.dispatch import receiver
from django.http import HttpResponseBase
from django.utils import timezone

from accounts.models import User
from mail.inbound.webhook import Guarded, guarded_view
from mail.models import OutboxMail
from timekeeping import clock

from . import dead_addresses, effects
from .verdict import LONGEST, Report, Verdict, of_failure, of_refusal, refusal_in_words

log = logging.getLogger(__name__)

LONGEST_ADDRESS = 254
LONGEST_ID = 255
LARGEST_POST = 2_621_440  # bytes; events about emails come without their pictures
BEFORE = timedelta(days=5)  # how long a mail server may try
ODD_CLOCKS = timedelta(minutes=5)
UNWANTED = frozenset({RejectReason.SPAM, RejectReason.UNSUBSCRIBED})


@receiver(tracking)
def heard(event: AnymailTrackingEvent, **_: object) -> None:
    """Handle one event. Unusable ones are ignored, since the provider would only post them again."""
    kind, recipient = event.event_type, _text(event.recipient, LONGEST_ADDRESS).lower()
    mail = _mail_of(event, recipient)
    if kind in (EventType.BOUNCED, EventType.REJECTED, EventType.FAILED):
        _failed(event, mail, recipient)
    elif kind == EventType.DELIVERED and mail is not None:
        effects.arrived(mail)
    elif kind in (EventType.COMPLAINED, EventType.UNSUBSCRIBED):  # after either, the provider sends nothing there
        _complained(event, mail, recipient)


def _failed(event: AnymailTrackingEvent, mail: OutboxMail | None, recipient: str) -> None:
    if event.event_type == EventType.REJECTED and event.reject_reason in UNWANTED:
        _complained(event, mail, recipient)
    elif mail is not None:
        effects.came_back(mail, _report(event))
    else:
        log.info("a provider reported a bounce of an email that we do not know")


def _complained(event: AnymailTrackingEvent, mail: OutboxMail | None, recipient: str) -> None:
    address = effects.address_of(mail) if mail is not None else recipient
    if address and User.objects.filter(email=address).exists():
        sent_at = mail.sent_at if mail is not None and mail.sent_at else _when(event)
        dead_addresses.complained(address, sent_at)


def _report(event: AnymailTrackingEvent) -> Report:
    said = _text(event.mta_response, LONGEST) or _text(event.description, LONGEST)
    words = refusal_in_words(said, _text(event.reject_reason, LONGEST))
    if (verdict := of_refusal(said)) is not None:
        return Report(verdict, words)
    return Report(Verdict.HARD if _is_sure(event) else of_failure("", said), words)


def _is_sure(event: AnymailTrackingEvent) -> bool:
    """Return whether the provider itself says that the address is invalid.

    anymail says "bounced" of a full mailbox, too, but not if the provider keeps an email back.
    """
    is_kept_back = event.event_type == EventType.REJECTED and event.reject_reason == RejectReason.BOUNCED
    is_hard = isinstance(event.esp_event, dict) and event.esp_event.get("Type") == "HardBounce"  # Postmark's word
    return event.reject_reason == RejectReason.INVALID or is_kept_back or is_hard


# -- which mail ------------------------------------------------------------------------------------------------------


def _mail_of(event: AnymailTrackingEvent, recipient: str) -> OutboxMail | None:
    message_id = _text(event.message_id, LONGEST_ID)
    ids = (message_id, f"<{message_id.strip('<>')}>")
    named = OutboxMail.objects.filter(message_id__in=ids).select_related("user").first() if message_id else None
    if named is not None or "@" in message_id:  # it has the form of ours, so it belongs to an earlier sending
        return named
    return _last_to(recipient, _when(event)) if recipient else None


def _last_to(recipient: str, when: datetime) -> OutboxMail | None:
    to = OutboxMail.objects.filter(user__email=recipient, sent_to=recipient)
    sent = to.filter(sent_at__lte=when + ODD_CLOCKS, sent_at__gt=when - BEFORE)
    return sent.select_related("user").order_by("-sent_at", "-pk").first()


def _when(event: AnymailTrackingEvent) -> datetime:
    """Return the event's time, at most the current one. Without a time zone it is UTC; without a time it is now."""
    when, now = event.timestamp, clock.now()
    if not isinstance(when, datetime):
        return now
    return min(timezone.make_aware(when, UTC) if timezone.is_naive(when) else when, now)


def _text(value: object, longest: int) -> str:
    """Return the value as text that any database can store, "" if it isn't text."""
    text = value if isinstance(value, str) else ""
    return text.replace("\0", "").encode(errors="replace").decode()[:longest]


# -- the way in --------------------------------------------------------------------------------------------------------


class Watched(Guarded):
    """A mixin that guards a provider's view for events about our emails."""

    def _most_bytes(self) -> int:
        return LARGEST_POST

    def _nothing(self) -> Any:
        self.signal = self.signal or tracking
        return AnymailTrackingEvent(event_type=EventType.UNKNOWN)

    def _report(self, posted: bytes, error: Exception) -> None:
        log.warning(
            "what %s posted about our emails could not be read: %r (%d bytes)", self.esp_name, error, len(posted)
        )


def view(provider: str) -> Callable[..., HttpResponseBase] | None:
    """Return the view for a provider's events, by anymail's name for it; ``None`` if it posts none.

    Raises ``ImproperlyConfigured``.
    """
    return guarded_view(provider, "Tracking", Watched)
