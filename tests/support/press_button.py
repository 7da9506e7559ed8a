"""Pressing a button, and arriving at the page behind it."""

from __future__ import annotations

from collections.abc import Mapping

from django.test import Client


def after(client: Client, address: str, fields: Mapping[str, object] | None = None) -> str:
    """Post to an address, which must succeed, and return the page it leads to."""
    answer = client.post(address, dict(fields or {}))
    assert answer.status_code == 303, answer.text
    return client.get(answer.headers["Location"]).text
