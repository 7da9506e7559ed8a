"""Common parts of the pages that are for an event as well as for a season with all its divisions."""

from __future__ import annotations

from typing import Any

from tournaments.locking.scope import Scope
from tournaments.models import Season
from tournaments.pages.get_event import organised
from tournaments.pages.get_season import run_season
from tournaments.pages.page_with_buttons import PageWithButtons


class ScopePage(PageWithButtons):
    """A page for the organisers of an event, or of a season, as its address says."""

    scope: Scope

    def find(self) -> None:
        find = organised if "pk" in self.kwargs else run_season
        self.scope = Scope(find(self.request, **self.kwargs))


def context_of(scope: Scope) -> dict[str, Any]:
    """Return the context of ``tournaments/_whole_head.html``."""
    whole = scope.whole
    if not isinstance(whole, Season):
        return {"scope": scope, "event": whole}
    return {"scope": scope, "season": whole, "league": whole.league, "club": whole.league.club}
