"""Limits on how often visitors may do something that needs no account.

They count for one place on the net, the network around it, and all visitors together.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from ipaddress import ip_interface, ip_network
from typing import NamedTuple

from django.core.cache import cache

from timekeeping import clock


class Most(NamedTuple):
    """The most uses in a stretch of time.

    ``network`` limits a provider's customer, or a part of one: with IPv6, one customer can come from 65,536 peers.
    """

    peer: int
    network: int
    everyone: int


def visitor_limit_reached(what: str, peer: str, most: Most, within: timedelta) -> bool:
    """Count one more from that peer; return whether that is too many in this stretch of time.

    Two at the same moment may be counted as one.
    """
    stretch = clock.now().timestamp() // within.total_seconds()
    limits = {f":{_short(peer)}": most.peer, f":{_short(_network(peer))}": most.network, "": most.everyone}
    return any(_too_many(f"{what}{whose}:{stretch:.0f}", limit, within) for whose, limit in limits.items())


def _short(whence: str) -> str:
    return sha256(whence.encode()).hexdigest()[:32]


def _network(peer: str) -> str:
    """Return the wider network that a peer is in: its /24 for IPv4, its /48 for IPv6."""
    try:
        found = ip_interface(peer)
    except ValueError:
        return peer
    return str(ip_network((found.ip, 24 if found.version == 4 else 48), strict=False))


def _too_many(key: str, most: int, within: timedelta) -> bool:
    count = cache.get(key, 0) + 1
    cache.set(key, count, within.total_seconds())
    return bool(count > most)
