"""Rate limits: a number of requests a minute for each token, or for each address that shows none.

The numbers are settings: ``API_TOKEN_RATE`` and ``API_RATE``.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from matches.input.requests import network_of

from .models import Token

WINDOW = 60  # seconds


class Allowance(NamedTuple):
    """The requests that are left until ``resets_in`` seconds from now; below zero if there were too many."""

    most: int
    left: int
    resets_in: int


def count_request(request: HttpRequest, token: Token | None) -> Allowance:
    """Count one more request for its token, or else for its address."""
    if token is not None:
        return count_for(f"api-token-{token.pk}", settings.API_TOKEN_RATE)
    return count_for(f"api-{network_of(request)}", settings.API_RATE)


def count_for(whom: str, most: int) -> Allowance:
    """Count one more request for someone who may make ``most`` in a minute."""
    window, passed = divmod(int(time.time()), WINDOW)
    return Allowance(most, most - _counted(f"{whom}-{window}"), WINDOW - passed)


def _counted(key: str) -> int:
    if cache.add(key, 1, WINDOW):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # the cache has just dropped it
        return 1
