"""Pairing numbers: the order of the initial list (FIDE C.04.2, B)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from django.db.models import QuerySet

from tournaments.models import Entry, Event
from tournaments.rounds.next_round import coming_round

NO_SEED = 32_767


def in_order(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """Sort entries as the event seeds them: by rating, or in the organiser's own order, then the others by rating.

    Ties go by name; late entries come last, in the order they came, so that they move no one unnecessarily.
    """
    return sorted(entries, key=partial(_by_seed if event.seeding == Event.Seeding.OWN else _by_rating, event))


def give_numbers(entries: Sequence[Entry]) -> None:
    """Number the entries from 1 in this order, in the caller's transaction.

    Numbered players who aren't among them keep their numbers, which must not collide.
    """
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(number=None)
    for number, entry in enumerate(entries, 1):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"], batch_size=200)


def give_again(event: Event) -> bool:
    """Number everyone again after ratings were corrected, with the event locked; return whether anything changed.

    The accelerated half stays once it has played.
    """
    if event.rules.are_numbers_fixed(event):
        return False
    numbered = list(event.entries.filter(number__isnull=False).select_related("player").order_by("number"))
    order = in_order(event, numbered)
    if order == numbered:
        return False
    give_numbers(order)
    if coming_round(event) == 1:
        event.rules.accelerate(event, order)
    return True


def without_account(event: Event) -> QuerySet[Entry]:
    """Return numbered players without an account, by number, except those who deleted theirs."""
    return event.entries.filter(number__isnull=False, player=None).exclude(name="").order_by("number")


def _by_seed(event: Event, entry: Entry) -> tuple[int, int, float, str, int]:
    return NO_SEED + 1 if entry.seed is None else entry.seed, *_by_rating(event, entry)


def _by_rating(event: Event, entry: Entry) -> tuple[int, float, str, int]:
    is_late = event.begun_at is not None and entry.entered_at > event.begun_at
    return -entry.rating, entry.entered_at.timestamp() if is_late else 0, entry.shown_name.casefold(), entry.pk
