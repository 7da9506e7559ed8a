"""Common parts of the pages that are for an event as well as for a season with all its divisions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from matches.input.requests import MemberRequest, login_keeps
from tournaments.locking.scope import Scope
from tournaments.models import Season

from .get_event import organised
from .seasons.get_season import run_season

ScopeView = Callable[[MemberRequest, Scope], HttpResponse]
View = Callable[..., HttpResponse]


def of_both(view: ScopeView, typed: Callable[..., Any]) -> tuple[View, View]:
    """Return the page of an event and that of a season; ``typed`` is as for ``login_keeps``."""
    return page_of_event(view, typed), page_of_season(view, typed)


def page_of_event(view: ScopeView, typed: Callable[..., Any]) -> View:
    """Return the page of an event, for its organisers."""

    @login_keeps(typed)
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def of_event(request: MemberRequest, pk: int) -> HttpResponse:
        return view(request, Scope(organised(request, pk)))

    return of_event


def page_of_season(view: ScopeView, typed: Callable[..., Any]) -> View:
    """Return the page of a season, for its organisers."""

    @login_keeps(typed)
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def of_season(request: MemberRequest, club: str, league: str, number: int) -> HttpResponse:
        return view(request, Scope(run_season(request, club, league, number)))

    return of_season


def context_of(scope: Scope) -> dict[str, Any]:
    """Return the context of ``tournaments/_whole_head.html``."""
    whole = scope.whole
    if not isinstance(whole, Season):
        return {"scope": scope, "event": whole}
    return {"scope": scope, "season": whole, "league": whole.league, "club": whole.league.club}
