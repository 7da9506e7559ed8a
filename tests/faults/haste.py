"""Shorter waits and smaller pictures, for processes that run under ``tests.faults.settings``."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

from matches import arrival, clocks
from matches import lease as leases
from matches.mail import picture, publishing, retry
from matches.mail.inbound import leasing
from tests.dot import DOT


def apply(times: float, lease: float) -> None:
    """``lease`` is its new length in seconds."""
    leases.LENGTH = timedelta(seconds=lease)
    leases.REQUEST_LIFE /= times
    for each in (retry.LEASE, leasing.LEASE):
        each.waits = tuple(wait / times for wait in each.waits)
    publishing.REST /= times
    clocks.GRACE /= times
    arrival.BEHIND /= times
    patch.object(picture, "_drawn", lambda _svg: DOT).start()
