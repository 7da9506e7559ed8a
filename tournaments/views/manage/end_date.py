"""The page on which the end of an event or a season is moved."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from matches.input.requests import MemberRequest, fields, see_other
from matches.time_control.time_control import DAY
from timekeeping import clock
from tournaments.events import end_date
from tournaments.forms.unfinished import EndForm
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import Season
from tournaments.views.event_or_season import context_of, of_both

typed = fields("ends_at", "reason")


def _page(request: MemberRequest, scope: Scope) -> HttpResponse:
    if request.method != "POST":
        known = {"ends_at": _suggested(scope)} | typed(request.GET)
        return _show_end_date(request, scope, EndForm(initial=known), scope.end_key)
    form, seen = EndForm(request.POST), request.POST.get("seen", "")
    if not form.is_valid():
        return _show_end_date(request, scope, form, seen, HTTPStatus.UNPROCESSABLE_ENTITY)
    ends_at, reason = form.cleaned_data["ends_at"], form.cleaned_data["reason"]
    try:
        end_date.move(scope, ends_at, by=request.user, reason=reason, seen=seen)
    except TournamentRefused as refused:
        scope.whole.refresh_from_db()
        form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        return _show_end_date(request, scope, form, scope.end_key, refused.status)
    messages.success(request, _("The end is moved. The players get an email."))
    return see_other(scope.address)


def _suggested(scope: Scope) -> object:
    season = scope.season
    if season and season.is_over_time and season.at_end == Season.AtEnd.EXTEND:
        return clock.now().replace(second=0, microsecond=0) + season.more_days * DAY
    return scope.whole.ends_at


def _show_end_date(
    request: MemberRequest, scope: Scope, form: EndForm, seen: str, status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {
        **context_of(scope),
        "form": form,
        "seen": seen,
        "ends_at": scope.whole.ends_at,
        "why_not": end_date.why_cannot_move_end(scope),
        "zone": request.user.time_zone,
    }
    return render(request, "tournaments/end_date.html", context, status=status)


of_event, of_season = of_both(_page, typed)
