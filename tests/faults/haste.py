"""Shorter waits, for processes that run under ``tests.faults.settings``."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

from fortify_site import consumer
from matches import arrival, clocks
from matches.mail import outbox, publishing, retry
from matches.mail.inbound import leasing


def apply(times: float, lease: float) -> None:
    """``lease`` is its new length in seconds."""
    retry.LEASE = timedelta(seconds=lease)
    patch.object(retry, "WAITS", tuple(wait / times for wait in retry.WAITS)).start()
    patch.object(leasing, "WAITS", tuple(wait / times for wait in leasing.WAITS)).start()
    outbox.SWEEP_MESSAGE_LIFE /= times
    leasing.SWEEP_MESSAGE_LIFE /= times
    publishing.REST /= times
    clocks.GRACE /= times
    arrival.BEHIND /= times
    consumer.WAIT /= times
