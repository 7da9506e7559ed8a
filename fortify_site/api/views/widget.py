"""Standings, or the bracket of a cup, for a club's own page: plain HTML in an iframe, without cookies or scripts."""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.input.requests import whole_number
from tournaments.locking.kept import version_of
from tournaments.models import Event
from tournaments.pages.kept_pages import kept_body
from tournaments.permissions.events import may_see_event
from tournaments.standings.standings import standings_of

ROWS, MOST_ROWS = 50, 100
FRESH_SECONDS = 60


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": ["'none'"]})  # type: ignore[untyped-decorator]  # django-csp has no types
def widget(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the standings of an event that everyone may see.

    ``lang`` is the language, ``rows`` how many players at most.
    """
    event = get_object_or_404(Event, pk=pk)
    if not may_see_event(AnonymousUser(), event):
        raise Http404
    rows = min(max(1, whole_number(request.GET.get("rows")) or ROWS), MOST_ROWS)
    with translation.override(_language(request)):
        body = kept_body(
            ("widget", pk, rows),
            version_of(event),
            lambda: render_to_string("tournaments/widget.html", _context(event, rows)),
        )
    response = HttpResponse(body.content)
    response.headers["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
    response.headers["ETag"] = body.etag
    return get_conditional_response(request, etag=body.etag, response=response) or response


def _language(request: HttpRequest) -> str:
    """Return the requested language if the site has it, or else the browser's."""
    asked = request.GET.get("lang", "")
    try:
        return translation.get_supported_language_variant(asked)
    except LookupError:
        return translation.get_language_from_request(request)


def _context(event: Event, most: int) -> dict[str, Any]:
    standings = standings_of(event)
    bracket = event.rules.bracket(event, standings)
    rounds = [each for each in bracket.rounds if 2 * len(each.matches) <= max(2, most)] if bracket else []
    return {
        "event": event,
        "standings": standings,
        "bracket": bracket,
        "rounds": rounds,
        "is_whole": bracket is None or len(rounds) == len(bracket.rounds),
        "rows": [
            {
                "rank": row.rank,
                "entry": standings.entries[row.number],
                "name": standings.names[row.number],
                "numbers": [c.show(v.number) for c, v in zip(standings.columns, row.values, strict=True)],
                "came_to": event.rules.came_to(standings, row.number),
            }
            for row in standings.rows[:most]
        ],
        "more": max(0, len(standings.rows) - most),
        "url": settings.SITE_URL + event.get_absolute_url(),
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
    }
