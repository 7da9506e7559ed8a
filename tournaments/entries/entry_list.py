"""The page of the players in an event, those who wait, and those who left."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.utils.translation import pgettext

from matches.input.paging import leaf
from tournaments.entries.seeding import start_list
from tournaments.locking.kept import version_of
from tournaments.models import Entry, Event, RatedMonth, with_teams
from tournaments.pages.kept_pages import answer, event_page
from tournaments.rounds.drafts import forbidden_pairs

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
        key=(number, _ratings_as_of(event)),
    )


def _ratings_as_of(event: Event) -> datetime | None:
    """Return when the site's ratings in a start list last changed; ``None`` once the event has begun.

    They change each month while the event doesn't.
    """
    if event.is_begun:
        return None
    found: datetime | None = RatedMonth.objects.filter(game_slug=event.game_slug).aggregate(at=Max("rated_at"))["at"]
    return found


def _context(request: HttpRequest, event: Event) -> dict[str, Any]:
    shown = (Status.ENTERED, Status.WAITING, Status.WITHDRAWN, Status.REFUSED)
    entries = list(with_teams(event.entries.filter(status__in=shown).select_related("player"), event))
    entered = start_list(event, [each for each in entries if each.status == Status.ENTERED])
    return {
        "event": event,
        "entered": leaf(request, entered, size=ON_A_PAGE, what=pgettext("pages of", "the players")),
        "waiting": sorted((each for each in entries if each.status == Status.WAITING), key=_by_time),
        "apart": list(forbidden_pairs.of(event)) if event.shows_forbidden else [],
        # Players who left before the start, or were never let in, aren't shown to others.
        "gone": sorted((each for each in entries if each.status in _GONE and each.number), key=_by_number),
    }


_GONE = (Status.WITHDRAWN, Status.REFUSED)


def _by_number(entry: Entry) -> int:
    return entry.number or 0


def _by_time(entry: Entry) -> tuple[object, int]:
    return entry.entered_at, entry.pk
