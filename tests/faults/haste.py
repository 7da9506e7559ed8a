"""Shorter waits and smaller pictures, for processes that run under ``tests.faults.settings``."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

from jobs import broker
from jobs import lease as leases
from mail.inbound import lease as leasing
from mail.outbox.queue import OUTBOX
from matches.computers import ask, think
from matches.mails import causes
from matches.match_view import picture
from matches.time_control import time_control
from matches.time_control.time_control import TAKEBACK_WINDOW
from tests.support.dot import DOT

SEARCH = 5.0  # seconds, which aren't shortened further


def apply(times: float, lease: float) -> None:
    """Make the site's waits ``times`` shorter. ``lease`` is the new length of leases in seconds."""
    leases.LEASE_LENGTH = timedelta(seconds=lease)
    leases.REQUEST_LIFE /= times
    for each in (OUTBOX, leasing.INBOX):
        each.waits = tuple(wait / times for wait in each.waits)
    broker.RETRY_AFTER /= times
    time_control.GRACE /= times
    ask.ASKED_AGAIN_AFTER /= times
    patch.object(think, "THINKING", max(think.THINKING / times, SEARCH)).start()
    patch.object(causes, "TAKEBACK_WINDOW", TAKEBACK_WINDOW / times).start()
    patch.object(picture, "_drawn", lambda _svg: DOT).start()
