"""The way in for what a provider has to say about the emails that it was given. Posted again, it does nothing again; so
whatever fails on our side is an error, and the provider posts it later. What cannot be read is passed over."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, tracking
from django.http import HttpResponseBase

from mail.inbound.webhook import Guarded, guarded_view

from . import provider_events as receiving  # noqa: F401 (connects it)

log = logging.getLogger(__name__)


class Watched(Guarded):
    """Mixed in front of a provider's view."""

    def _nothing(self) -> Any:
        self.signal = self.signal or tracking
        return AnymailTrackingEvent(event_type=EventType.UNKNOWN)

    def _report(self, posted: bytes, error: Exception) -> None:
        log.warning(
            "what %s posted about our mails could not be read: %r (%d bytes)", self.esp_name, error, len(posted)
        )


def view(provider: str) -> Callable[..., HttpResponseBase] | None:
    """The view for what a provider posts, by anymail's name for it. Raises ``ImproperlyConfigured``."""
    return guarded_view(provider, "Tracking", Watched)
