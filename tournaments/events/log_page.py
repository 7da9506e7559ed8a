"""The change log of an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import pgettext

from matches.input.paging import leaf
from tournaments.locking.kept import version_of
from tournaments.models import Event
from tournaments.pages.kept_pages import answer, event_page
from tournaments.permissions.events import seen_log

ON_A_PAGE = 50


@event_page
def log_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Show what organisers and the site did, the latest first, with who, when and why.

    Drafts and forbidden pairs are for organisers.
    """
    rows = seen_log(request.user, event).select_related("by", "entry__player").order_by("-at", "-pk")
    lines = leaf(request, rows, size=ON_A_PAGE, what=pgettext("pages of", "the log"))
    key = (lines.page.number,)
    context = {"event": event, "lines": lines}
    return answer(request, "tournaments/log.html", lambda: context, version=version_of(event), key=key)
