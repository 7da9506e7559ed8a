"""The bracket of a cup."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.locking.kept import version_of
from tournaments.models import Event
from tournaments.pages.kept_pages import answer, event_page
from tournaments.standings.standings import standings_of


@event_page
def bracket_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the bracket of an event; if it has none, the page says so."""
    version = version_of(event)
    standings = standings_of(event, version=version)
    return answer(
        request,
        "tournaments/bracket.html",
        lambda: {"event": event, "standings": standings, "bracket": event.rules.bracket(event, standings)},
        version=version,
    )
