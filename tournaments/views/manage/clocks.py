"""The page of acts on all clocks of an event or a season: stop them, start them, or give them time."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from matches.input.requests import MemberRequest, fields, see_other, whole_number
from matches.playing.clock_form import AddTimeForm, ReasonForm
from tournaments.clocks import all_clocks
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import ClockAct
from tournaments.views.event_or_season import context_of, of_both

Kind = ClockAct.Kind
typed = fields("action", "days", "hours", "reason")
DONE = {
    Kind.STOP: gettext_noop("The clocks are paused. The players get an email."),
    Kind.START: gettext_noop("The clocks are running again. The players get an email."),
    Kind.ADD: gettext_noop("The time is added. The players get an email."),
}


def _page(request: MemberRequest, scope: Scope) -> HttpResponse:
    if request.method != "POST":
        return _show_clocks(request, scope, _form(request.GET.get("action", ""), initial=typed(request.GET)))
    action = request.POST.get("action", "")
    form = _form(action, request.POST)
    if action not in Kind.values:
        return _show_clocks(
            request, scope, form, _("Choose what to do with the clocks."), HTTPStatus.UNPROCESSABLE_ENTITY
        )
    if not form.is_valid():
        return _show_clocks(request, scope, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    amount = form.amount if isinstance(form, AddTimeForm) else None
    reason: str = form.cleaned_data["reason"]
    seen = whole_number(request.POST.get("seen")) or 0
    try:
        waiting = all_clocks.act(scope, Kind(action), by=request.user, reason=reason, seen=seen, amount=amount)
    except TournamentRefused as refused:
        if refused.field in form.fields:
            form.add_error(refused.field, refused.message)
            return _show_clocks(request, scope, form, status=refused.status)
        return _show_clocks(request, scope, form, refused.message, refused.status)
    messages.success(request, _(DONE[Kind(action)]))
    if waiting:
        words = ngettext(
            "%(number)s match follows within a minute or two.",
            "%(number)s matches follow within a minute or two.",
            waiting,
        )
        messages.info(request, words % {"number": waiting})
    return see_other(request.path)


def _form(action: str, data: QueryDict | None = None, initial: dict[str, str] | None = None) -> ReasonForm:
    kind = AddTimeForm if action == Kind.ADD else ReasonForm
    return kind(data, initial=initial, auto_id="add-%s" if action == Kind.ADD else "switch-%s")


def _show_clocks(
    request: MemberRequest, scope: Scope, sent: ReasonForm, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """Show the page. ``sent`` is the form that keeps what was filled in."""
    is_adding = isinstance(sent, AddTimeForm)
    stops = all_clocks.stops(scope)
    context = {
        **context_of(scope),
        "adding": sent if is_adding else _form(Kind.ADD),
        "switching": _form("") if is_adding else sent,
        "stops": stops,
        "may_stop": scope.events().count() > len(stops),
        "waiting": all_clocks.behind(scope.events()).count(),
        "seen": all_clocks.last_of(scope),
        "refusal": refusal,
    }
    return render(request, "tournaments/clocks.html", context, status=status)


of_event, of_season = of_both(_page, typed)
