"""The waiting list: the next free place goes to the player who has waited longest."""

from __future__ import annotations

import logging

from django.db.models import Exists, OuterRef

from tournaments.locking.locks import EVENT
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event

from .enter import admit, waiting_for

log = logging.getLogger(__name__)

Status = Entry.Status
LOOKED_AFTER = (Event.Stage.REGISTRATION, Event.Stage.RUNNING)


def fill(event: Event) -> int:
    """Let in as many waiting players as there are places; return how many. The event must be locked."""
    if event.stage not in (Event.Stage.DRAFT, *LOOKED_AFTER):
        return 0
    moved = list(waiting_for(event).select_related("player", "event")[: _free(event)])
    for entry in moved:
        admit(event, entry, by=None, how="moved_up")
    return len(moved)


def fill_all() -> int:
    """Fill free places in every event with a waiting list; return how many players were let in."""
    waiting = Entry.objects.filter(event=OuterRef("pk"), status=Status.WAITING)
    moved = 0
    for event in Event.objects.filter(Exists(waiting), stage__in=LOOKED_AFTER):
        if _free(event) == 0:
            continue
        try:
            moved += EVENT.run(event.pk, fill)
        except TournamentRefused as refused:
            log.warning("the waiting list of %s could not be looked at now: %s", event, refused)
    return moved


def place_of(entry: Entry) -> int:
    """Return the entry's place on the waiting list, from 1."""
    waiting = waiting_for(entry.event)
    before = waiting.filter(entered_at__lt=entry.entered_at)
    return before.count() + waiting.filter(entered_at=entry.entered_at, pk__lt=entry.pk).count() + 1


def _free(event: Event) -> int:
    """Return how many places are free for players who wait."""
    counted = waiting_for(event).count()
    if event.places is None:
        return counted
    return min(counted, max(0, event.places - event.entries.filter(status=Status.ENTERED).count()))
