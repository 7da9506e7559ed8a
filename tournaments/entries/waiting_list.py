"""The waiting list: who has waited longest takes the next place that is free before the event begins."""

from __future__ import annotations

import logging

from django.db.models import Exists, OuterRef

from tournaments.gate.locks import EVENT
from tournaments.gate.refused import Refused
from tournaments.models import Entry, Event

from .enter import admit

log = logging.getLogger(__name__)

Status = Entry.Status


def fill(event: Event) -> int:
    """Let in whoever there is a place for; how many. With the event held."""
    if event.stage not in (Event.Stage.DRAFT, Event.Stage.REGISTRATION):
        return 0
    waiting = event.entries.filter(status=Status.WAITING).select_related("player", "event")
    moved = list(waiting.order_by("entered_at", "pk")[: _free(event)])
    for entry in moved:
        admit(event, entry, by=None, how="moved_up")
    return len(moved)


def fill_all() -> int:
    """Look after every event where someone waits, as where it was given more places; how many were let in."""
    waiting = Entry.objects.filter(event=OuterRef("pk"), status=Status.WAITING)
    moved = 0
    for event in Event.objects.filter(Exists(waiting), stage=Event.Stage.REGISTRATION):
        if _free(event) == 0:
            continue
        try:
            moved += EVENT.run(event.pk, fill)
        except Refused as refused:
            log.warning("the waiting list of %s could not be looked at now: %s", event, refused)
    return moved


def place_of(entry: Entry) -> int:
    """Which place on the list, counted from 1."""
    waiting = Entry.objects.filter(event=entry.event_id, status=Status.WAITING)
    before = waiting.filter(entered_at__lt=entry.entered_at)
    return before.count() + waiting.filter(entered_at=entry.entered_at, pk__lt=entry.pk).count() + 1


def _free(event: Event) -> int:
    """How many places are free, as far as anybody waits."""
    counted = event.entries.filter(status=Status.WAITING).count()
    if event.places is None:
        return counted
    return min(counted, max(0, event.places - event.entries.filter(status=Status.ENTERED).count()))
