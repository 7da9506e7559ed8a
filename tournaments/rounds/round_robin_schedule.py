"""The rounds of a round robin, drawn up when it begins."""

from __future__ import annotations

from collections.abc import Sequence

from competition.history import History, Pair
from competition.pairing import berger
from timekeeping import clock
from tournaments.drafts import store
from tournaments.models import Entry, Event, Round

from .dates import date_of


def round_robin_rounds(entries: Sequence[Entry], cycles: int) -> tuple[berger.BergerRound, ...]:
    """Return the Berger table for numbered entries."""
    return berger.schedule([entry.number or 0 for entry in entries], cycles)


def draw_up(event: Event, entries: Sequence[Entry], after: int = 0) -> None:
    """Store every round (after the given one) as a draft, in the transaction in which the event begins."""
    now = clock.now()
    ids = {entry.number or 0: entry.pk for entry in entries}
    nobody_away = History((), event.rounds)
    for number, pairs in list(enumerate(round_robin_rounds(entries, event.cycles), 1))[after:]:
        slots = store.draft_of(pairs, nobody_away, number, ids)
        round = Round.objects.create(
            event=event,
            number=number,
            work=Round.Work.DONE,
            progress=100,
            starts_at=date_of(event, number),
            asked_at=now,
            paired_at=now,
            proposed=[[slot.white, slot.black] for slot in slots],
        )
        store.store(round, slots)


def round_of(event: Event, number: int) -> tuple[Pair, ...]:
    """Return the pairs of that round by the Berger table."""
    numbered = event.entries.filter(number__isnull=False).order_by("number")
    return round_robin_rounds(list(numbered), event.cycles)[number - 1]
