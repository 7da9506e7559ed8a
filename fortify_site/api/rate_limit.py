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
    if token is not None:
        return count_for(f"api-token-{token.pk}", settings.API_TOKEN_RATE)
    return count_for(f"api-{network_of(request)}", settings.API_RATE)


def count_for(whom: str, most: int) -> Allowance:
    """Count one more request of somebody who has ``most`` in a minute."""
    window, passed = divmod(int(time.time()), WINDOW)
    return Allowance(most, most - _counted(f"{whom}-{window}"), WINDOW - passed)


def _counted(key: str) -> int:
    if cache.add(key, 1, WINDOW):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # it was forgotten in this moment
        return 1


def network_of(request: HttpRequest) -> str:
    """The address that requests are counted by, of IPv6 its network. Those without one, as on a socket without a proxy,
    are counted together."""
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
