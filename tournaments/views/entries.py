"""Who is in an event, who waits, and who has left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import pgettext

from matches.views.paging import leaf
from tournaments.models import Entry, Event
from tournaments.numbers import in_order
from tournaments.versions import version_of

from .pages import answer, event_page

Status = Entry.Status
ON_A_PAGE = 100


@event_page
def entries_page(request: HttpRequest, event: Event) -> HttpResponse:
    count = event.entries.filter(status=Status.ENTERED).count()
    number = leaf(request, range(count), size=ON_A_PAGE).page.number
    return answer(
        request,
        "tournaments/entries.html",
        lambda: _context(request, event),
        version=version_of(event),
        key=(number,),
    )


def _context(request: HttpRequest, event: Event) -> dict[str, Any]:
    shown = (Status.ENTERED, Status.WAITING, Status.WITHDRAWN, Status.REFUSED)
    entries = list(event.entries.filter(status__in=shown).select_related("player"))
    entered = _listed(event, (each for each in entries if each.status == Status.ENTERED))
    return {
        "event": event,
        "entered": leaf(request, entered, size=ON_A_PAGE, what=pgettext("pages of", "the players")),
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
