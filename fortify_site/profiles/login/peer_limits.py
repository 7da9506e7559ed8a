"""Limits that count for each peer alone, so that no one uses them up for someone else."""

from __future__ import annotations

from django.http import HttpRequest

from matches.views.requests import network_of


def beside(key: str, request: HttpRequest) -> str:
    """The key of a limit, of this peer alone; of IPv6 a whole network is one."""
    return f"{key} {network_of(request)}"
