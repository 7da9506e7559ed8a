"""How often one may ask: a number of times in a minute for each token, or for each address that shows none."""

from __future__ import annotations

import ipaddress
import time
from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from .models import Token

WINDOW = 60  # seconds
IPV6_NETWORK = 64  # bits: what one household or one server has to itself


class Allowance(NamedTuple):
    """``left`` requests until ``resets_in`` seconds from now; below zero: too many."""

    most: int
    left: int
    resets_in: int


def count(request: HttpRequest, token: Token | None) -> Allowance:
    """Count one more request of whoever asks."""
    now = time.time()
    window, passed = divmod(int(now), WINDOW)
    most = settings.API_RATE if token is None else settings.API_TOKEN_RATE
    who = _network(request) if token is None else f"token-{token.pk}"
    return Allowance(most, most - _counted(f"api-{who}-{window}"), WINDOW - passed)


def _counted(key: str) -> int:
    if cache.add(key, 1, WINDOW):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # it was forgotten in this moment
        return 1


def _network(request: HttpRequest) -> str:
    """Requests without an address, as on a socket without a proxy, are counted together."""
    try:
        text = str(get_adapter(request).get_client_ip(request))
        address = ipaddress.ip_address(text)
    except (ValueError, PermissionDenied):
        return "nowhere"
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped  # as a server that listens on both has it
    if address.version == 4:
        return str(address)
    network = ipaddress.ip_network((address, IPV6_NETWORK), strict=False)
    return network.network_address.exploded[:19].replace(":", "")
