"""The page on which organisers change the clocks of a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from matches.clocks import seat_clock
from matches.gate import clock_acts
from matches.gate.refused import MatchRefused
from matches.input.requests import MemberRequest, fields, login_keeps, see_other, whole_number
from matches.match_view.open import open_clocks_view
from matches.match_view.permissions import may_organise
from matches.match_view.sides import BoardSide
from matches.match_view.view import MatchView
from matches.models import LogEntry, Seat
from matches.time_control.time_control import NOTHING
from matches.time_control.words import span

from .actions import length_seen
from .clock_form import AddTimeForm, ReasonForm

ADD, STOP, START = "add", "stop", "start"
LATEST = 10


@dataclass(frozen=True)
class Organised:
    """A player's side with the time left on its clock, and the two forms about it."""

    side: BoardSide
    left: timedelta
    adding: AddTimeForm
    switching: ReasonForm

    @property
    def may_stop(self) -> bool:
        return not self.side.seat.is_stopped_alone

    @property
    def may_start(self) -> bool:
        return bool(self.side.seat.stopped)


@dataclass(frozen=True)
class Sent:
    """A form as it was sent: the seat, and what to do with its clock."""

    seat: Seat
    action: str
    form: ReasonForm

    def act(self, at_length: int, by: User) -> str:
        """Do what the form says, and return it in words. Raises ``MatchRefused``."""
        reason: str = self.form.cleaned_data["reason"]
        name = self.seat.name
        if isinstance(self.form, AddTimeForm):
            turn = clock_acts.add_time(self.seat, self.form.amount, reason, at_length, by=by)
            added = _("You added %(time)s to %(name)s’s clock. We’ve emailed the players.")
            return added % {"time": span(turn.amount or NOTHING), "name": name}
        if self.action == STOP:
            clock_acts.stop_clock(self.seat, reason, at_length, by=by)
            return _("You paused %(name)s’s clock. We’ve emailed the players.") % {"name": name}
        clock_acts.start_clock(self.seat, reason, at_length, by=by)
        return _("You started %(name)s’s clock. We’ve emailed the players.") % {"name": name}


@login_keeps(fields("action", "seat", "days", "hours", "reason"))
@require_http_methods(["GET", "HEAD", "POST"])
def clocks_page(request: MemberRequest, pk: int) -> HttpResponse:
    """Show organisers the clocks of a match; on POST, add time, or pause or start a clock."""
    match_view = _open_for_organiser(pk, request)
    if request.method != "POST":
        return _show_clocks(
            request, match_view, _sent(match_view, request.GET, partial(_clock_form, initial=request.GET.dict()))
        )
    sent = _sent(match_view, request.POST, partial(_clock_form, data=request.POST))
    if sent is None:
        refusal = _("Choose a clock, and whether to add time, pause it or start it.")
        return _show_clocks(request, match_view, refusal=refusal, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if not sent.form.is_valid():
        return _show_clocks(request, match_view, sent, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        moved_on = _("The match has changed. Check it again before you change a clock.")
        done = sent.act(length_seen(request, moved_on), request.user)
    except MatchRefused as refused:
        sent.form.blame(refused.code, refused.message)
        return _show_clocks(request, _open_for_organiser(pk, request), sent, status=refused.status)
    messages.success(request, done)
    return see_other(reverse("matches:clocks", args=[pk]))


def _open_for_organiser(pk: int, request: MemberRequest) -> MatchView:
    match_view = open_clocks_view(pk, request.user)
    if not may_organise(request.user, match_view.match):
        raise PermissionDenied(_("Only organisers can change the clocks of a match."))
    return match_view


def _sent(match_view: MatchView, fields: QueryDict, make: Callable[[Seat, str], ReasonForm]) -> Sent | None:
    """Return the form that was sent; ``None`` if it names no seat of this match, or nothing to do with its clock."""
    action, seat_id = fields.get("action", ""), whole_number(fields.get("seat"))
    seat = next((seat for seat in match_view.seats if seat.pk == seat_id), None)
    return Sent(seat, action, make(seat, action)) if seat and action in {ADD, STOP, START} else None


def _clock_form(
    seat: Seat, action: str, *, data: QueryDict | None = None, initial: dict[str, str] | None = None
) -> ReasonForm:
    if action == ADD:
        return AddTimeForm(data, initial=initial, auto_id=f"add-{seat.pk}-%s")
    return ReasonForm(data, initial=initial, auto_id=f"switch-{seat.pk}-%s")


def _organised(side: BoardSide, sent: Sent | None, now: datetime) -> Organised:
    adding, switching = _clock_form(side.seat, ADD), _clock_form(side.seat, STOP)
    if sent is not None and sent.seat.pk == side.seat.pk:
        adding, switching = (sent.form, switching) if sent.action == ADD else (adding, sent.form)
    assert isinstance(adding, AddTimeForm)
    return Organised(side, seat_clock.time_left(side.seat, now), adding, switching)


def _show_clocks(
    request: MemberRequest,
    match_view: MatchView,
    sent: Sent | None = None,
    *,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page; ``sent`` is the form that keeps what was filled in."""
    of_all = Q(kind__in=(LogEntry.Kind.CLOCK_STOPPED, LogEntry.Kind.CLOCK_STARTED, LogEntry.Kind.TIME_GIVEN))
    lines = match_view.log().filter(Q(about__isnull=False) | of_all).order_by("-index")[:LATEST]
    context = {
        "match_view": match_view,
        "match": match_view.match,
        "game": match_view.game,
        "organised": [_organised(side, sent, match_view.now) for side in match_view.sides() if side.time],
        "lines": [match_view.line(turn) for turn in lines],
        "refusal": refusal,
    }
    return render(request, "matches/organise.html", context, status=status)
