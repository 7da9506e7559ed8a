"""Shorter waits, for processes that run under ``tests.faults.settings``."""

from __future__ import annotations

from unittest.mock import patch

from fortify_site import consumer
from matches import clocks
from matches.mail import outbox, publishing, retry


def apply(times: float) -> None:
    retry.LEASE /= times
    patch.object(retry, "WAITS", tuple(wait / times for wait in retry.WAITS)).start()
    outbox.SWEEP_MESSAGE_LIFE /= times
    publishing.REST /= times
    clocks.GRACE /= times
    consumer.WAIT /= times
