"""The list of events."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from accounts.models import User
from engine.games import contests
from matches.input.paging import leaf
from tournaments.models import Entry, Event
from tournaments.permissions.events import visible_to

FINISHED_ON_A_PAGE = 20
MOST_OPEN = 60
IN_IT = (Entry.Status.ENTERED, Entry.Status.WITHDRAWN)


@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    """List the events that the reader may see: open for entries, running, and over.

    Drafts are shown to their organisers alone.
    """
    seen = visible_to(request.user).annotate(entered=Count("entries", filter=Q(entries__status__in=IN_IT)))
    finished = seen.filter(stage__in=(Event.Stage.FINISHED, Event.Stage.CANCELLED)).order_by("-ended_at", "-pk")
    context: dict[str, Any] = {
        "own": _own(request),
        "open": seen.filter(stage=Event.Stage.REGISTRATION).order_by("starts_at", "pk")[:MOST_OPEN],
        "running": seen.filter(stage=Event.Stage.RUNNING).order_by("-begun_at", "-pk")[:MOST_OPEN],
        "finished": leaf(request, finished, size=FINISHED_ON_A_PAGE, what=pgettext("pages of", "finished events")),
        "games": contests(),
        "may_make": isinstance(request.user, User) and not request.user.is_guest,
    }
    return render(request, "tournaments/list.html", context)


def _own(request: HttpRequest) -> QuerySet[Event] | None:
    """Return the events that the reader is setting up; ``None`` for visitors."""
    if not isinstance(request.user, User):
        return None
    drafts = Event.objects.filter(stage=Event.Stage.DRAFT, organisers=request.user)
    return drafts.annotate(entered=Count("entries")).order_by("-pk")[:MOST_OPEN]
