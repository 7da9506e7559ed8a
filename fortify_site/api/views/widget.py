"""A table, or the bracket of a cup, for a club's own web page: plain HTML in an iframe, without cookies and without
scripts."""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.views.requests import whole_number
from tournaments.caching import VersionedCache
from tournaments.cups.shown_bracket import shown_bracket
from tournaments.cups.words import reached_in
from tournaments.models import Event
from tournaments.page_version import version_of
from tournaments.permissions.events import may_see
from tournaments.standings.standings import table_of
from tournaments.views.pages import KEPT_SECONDS, Page, rendered

ROWS, MOST_ROWS = 50, 100
FRESH_SECONDS = 60
_pages: VersionedCache[Page] = VersionedCache(size=100, seconds=KEPT_SECONDS)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": ["'none'"]})  # type: ignore[untyped-decorator]  # django-csp has no types
def widget(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the standings of an event that everyone may see. ``lang`` is the language, ``rows`` how many players at
    most."""
    event = get_object_or_404(Event, pk=pk)
    if not may_see(AnonymousUser(), event):
        raise Http404
    rows = min(max(1, whole_number(request.GET.get("rows")) or ROWS), MOST_ROWS)
    with translation.override(_language(request)):
        key = (pk, rows, translation.get_language(), timezone.get_current_timezone_name())
        page = _pages.get(key, version_of(event), lambda: rendered("tournaments/widget.html", _context(event, rows)))
    response = HttpResponse(page.body)
    response.headers["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
    response.headers["ETag"] = page.etag
    return get_conditional_response(request, etag=page.etag, response=response) or response


def _language(request: HttpRequest) -> str:
    """The one that is asked for, where the site speaks it; else the browser's."""
    asked = request.GET.get("lang", "")
    try:
        return translation.get_supported_language_variant(asked)
    except LookupError:
        return translation.get_language_from_request(request)


def _context(event: Event, most: int) -> dict[str, Any]:
    table = table_of(event)
    bracket = shown_bracket(event, table)
    rounds = [each for each in bracket.rounds if 2 * len(each.matches) <= max(2, most)] if bracket else []
    return {
        "event": event,
        "table": table,
        "bracket": bracket,
        "rounds": rounds,
        "is_whole": bracket is None or len(rounds) == len(bracket.rounds),
        "rows": [
            {
                "rank": row.rank,
                "entry": table.entries[row.number],
                "name": table.names[row.number],
                "numbers": [c.show(v.number) for c, v in zip(table.columns, row.values, strict=True)],
                "came_to": reached_in(table, row.number) if table.bracket else "",
            }
            for row in table.rows[:most]
        ],
        "more": max(0, len(table.rows) - most),
        "url": settings.SITE_URL + event.get_absolute_url(),
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
    }
