"""The page on which a season is ended, cancelled or deleted; it says first what that leads to."""

from __future__ import annotations

from django.http import HttpResponse

from matches.input.requests import MemberRequest
from tournaments.locking.scope import Scope
from tournaments.seasons.finish import why_not_to_end
from tournaments.views.event_or_season import page_of_season
from tournaments.views.manage.ending import LastSteps, ending_page, typed

from .stages import steps_of


def _of_season(request: MemberRequest, scope: Scope) -> HttpResponse:
    return ending_page(request, scope, LastSteps(steps_of, why_not_to_end))


of_season = page_of_season(_of_season, typed)
