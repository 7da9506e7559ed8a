"""The machines that deliver emails, and how many each may deliver.

The counts are in the memory of the one process to which those machines talk.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from typing import Final

MOST: Final = 1000  # emails of one machine
PERIOD: Final = 3600.0  # seconds
MOST_KNOWN: Final = 10_000  # machines
_FORM: Final = "IPV6:"


def named(address: str) -> str:
    """Return the name under which a machine is counted: its address, or the whole network for IPv6.

    "" for this machine, and for anything that isn't an address.
    """
    text = address[len(_FORM) :] if address.upper().startswith(_FORM) else address
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return ""
    if found.is_loopback:
        return ""
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))


class Peers:
    """Counts of the emails that each machine delivered, starting again after ``PERIOD``.

    Unknown machines aren't limited: our own mail server delivers everyone's emails, unless it says whose.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.counts: dict[str, tuple[float, int]] = {}

    def may_bring(self, peer: str) -> bool:
        since, number = self.counts.get(peer, (0.0, 0))
        return not peer or number < MOST or self.now() - since >= PERIOD

    def note(self, peer: str) -> None:
        if not peer:
            return
        since, number = self.counts.pop(peer, (self.now(), 0))
        if self.now() - since >= PERIOD:
            since, number = self.now(), 0
        if len(self.counts) >= MOST_KNOWN:
            del self.counts[next(iter(self.counts))]  # the one that has been silent for longest
        self.counts[peer] = since, number + 1
