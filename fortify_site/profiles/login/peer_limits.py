"""Limits that count separately for each peer, so that no one uses them up for someone else."""

from __future__ import annotations

from django.http import HttpRequest

from matches.input.requests import network_of


def beside(key: str, request: HttpRequest) -> str:
    """Return the key of a limit for this peer only. For IPv6, a whole network is one peer."""
    return f"{key} {network_of(request)}"
