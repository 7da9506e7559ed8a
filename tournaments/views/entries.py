"""Who is in an event, who waits, and who has left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.models import Entry, Event
from tournaments.numbers import in_order
from tournaments.versions import version_of

from .pages import answer, event_page

Status = Entry.Status


@event_page
def entries_page(request: HttpRequest, event: Event) -> HttpResponse:
    return answer(request, "tournaments/entries.html", lambda: _context(event), version=version_of(event))


def _context(event: Event) -> dict[str, Any]:
    shown = (Status.ENTERED, Status.WAITING, Status.WITHDRAWN, Status.REFUSED)
    entries = list(event.entries.filter(status__in=shown).select_related("player"))
    return {
        "event": event,
        "entered": _listed(event, (each for each in entries if each.status == Status.ENTERED)),
        "waiting": sorted((each for each in entries if each.status == Status.WAITING), key=_by_time),
        # Who left before the beginning, or was never let in, is nobody's business.
        "gone": _listed(event, (each for each in entries if each.status in _GONE and each.number is not None)),
    }


_GONE = (Status.WITHDRAWN, Status.REFUSED)


def _listed(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """By their numbers once they have them, before that in the order in which they came."""
    if event.is_begun:
        numbered = list(entries)
        return sorted((each for each in numbered if each.number), key=lambda each: each.number or 0) + in_order(
            event, (each for each in numbered if not each.number)
        )
    return sorted(entries, key=_by_time)


def _by_time(entry: Entry) -> tuple[object, int]:
    return entry.entered_at, entry.pk
