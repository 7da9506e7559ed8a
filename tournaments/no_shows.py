"""Who never turns up: a player who loses round 1 on time without a single turn is withdrawn."""

from __future__ import annotations

from collections.abc import Iterable

from . import leaving
from .models import Entry, Event


def withdraw(event: Event, entry_ids: Iterable[int]) -> None:
    """Withdraw these, if the event has it so, with a mail that says how to come back; with the event held."""
    if not event.withdraws_no_shows:
        return
    for entry in event.entries.filter(pk__in=list(entry_ids), status=Entry.Status.ENTERED):
        leaving.withdraw_no_show(entry)
