"""Pairing numbers: the order of the initial list (FIDE C.04.2, B)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .models import Entry, Event

NO_SEED = 32_767


def in_order(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """The entries as the event seeds them: by rating, or in the organiser's own order, in which those without a place
    come last, by rating. Level ones by name."""
    if event.seeding == Event.Seeding.OWN:
        return sorted(entries, key=_by_seed)
    return sorted(entries, key=_by_rating)


def give(entries: Sequence[Entry]) -> None:
    """Number them from 1 in this order, in the caller's transaction. Whoever had a number and is not among them keeps
    it, so none such may stand in the way."""
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(number=None)
    for number, entry in enumerate(entries, 1):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"], batch_size=200)


def _by_rating(entry: Entry) -> tuple[int, str, int]:
    return -entry.rating, entry.shown_name.casefold(), entry.pk


def _by_seed(entry: Entry) -> tuple[int, int, str, int]:
    return NO_SEED + 1 if entry.seed is None else entry.seed, *_by_rating(entry)
