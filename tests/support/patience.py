"""The time that a test waits for something to happen.

A wait ends when that happens. Its bound is only for what never comes, so it grows with the work of the machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

PATIENCE = 1800.0  # seconds, for a call that blocks and so can't look how busy the machine is
ON_AN_IDLE_MACHINE = 300.0  # seconds, for what is looked for again and again


class Patience:
    """The bound of a wait: the seconds for an idle machine, times the processes each core has had to run."""

    def __init__(self, seconds: float = ON_AN_IDLE_MACHINE) -> None:
        self._seconds = seconds
        self._start = time.monotonic()
        self._busiest = 1.0

    def is_over(self) -> bool:
        self._busiest = max(self._busiest, os.getloadavg()[0] / (os.cpu_count() or 1))
        return time.monotonic() - self._start > self._seconds * self._busiest


def wait_until(
    what: Callable[[], object],
    otherwise: Callable[[], object] = lambda: "it did not happen",
    seconds: float = ON_AN_IDLE_MACHINE,
) -> None:
    """Wait until the condition holds. Raises ``AssertionError`` with what ``otherwise`` says once patience is over."""
    patience = Patience(seconds)
    while not what():
        assert not patience.is_over(), otherwise()
        time.sleep(0.05)
