"""The bracket of a cup."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.formats.cup.shown_bracket import shown_bracket
from tournaments.kept import version_of
from tournaments.models import Event
from tournaments.standings.standings import standings_of
from tournaments.views.pages import answer, event_page


@event_page
def bracket_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the bracket of a cup; for other events the page says that there is none."""
    version = version_of(event)
    standings = standings_of(event, version=version)
    return answer(
        request,
        "tournaments/bracket.html",
        lambda: {"event": event, "standings": standings, "bracket": shown_bracket(event, standings)},
        version=version,
    )
