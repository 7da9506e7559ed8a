"""How long a mail waits for its next attempt, and when it is given up. Pure functions."""

from __future__ import annotations

from datetime import timedelta

LEASE = timedelta(minutes=5)
WAITS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    *(timedelta(hours=4),) * 12,
)
COMPOSING_TRIES = 5
LOST_TRIES = 5


def wait_after(attempts: int) -> timedelta | None:
    """The wait after that many failed attempts; ``None`` when the mail is to be given up.

    All waits together make just over two days, within the four to five days for which mail servers themselves go on
    trying (RFC 5321, 4.5.4.1), and long enough for a weekend's outage to be noticed.
    """
    return WAITS[attempts - 1] if attempts <= len(WAITS) else None
