"""The seeds of an expedition: one for all matches of a round, secret until the last of them has ended."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from engine.chance import mix_seed
from tournaments.models import Entry, Event


def fix_contributions(entries: Iterable[Entry]) -> list[str]:
    """Return what the seeds are made of besides the server's bytes, in the order of the entries, for all rounds.

    Players who gave nothing get something random.
    """
    return [entry.contribution or secrets.token_hex(32) for entry in entries]


def label_of(event: Event, number: int) -> str:
    again = f"/{event.begun_again}" if event.begun_again else ""
    return f"event/{event.pk}/{number}/forest{again}"


def seed_of(event: Event, number: int) -> str:
    """Return the seed of a round: 64 hexadecimal digits."""
    return mix_seed(bytes.fromhex(event.server), label_of(event, number), event.given).hex()
