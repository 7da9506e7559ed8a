"""Everything that was announced in an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import pgettext

from matches.views.paging import leaf
from tournaments.models import Event
from tournaments.versions import version_of

from .pages import answer, event_page

ON_A_PAGE = 10


@event_page
def announcements_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The latest first."""
    rows = event.announcements.select_related("by").order_by("-at", "-pk")
    said = leaf(request, rows, size=ON_A_PAGE, what=pgettext("pages of", "the announcements"))
    context = {"event": event, "announcements": said}
    key = (said.page.number,)
    return answer(request, "tournaments/announcements.html", lambda: context, version=version_of(event), key=key)
