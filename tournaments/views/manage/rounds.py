"""A round in the hands of an organiser: paired, looked over, changed, published, given more time, taken back."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from competition.history import Code
from matches.views.requests import MemberRequest, see_other
from tournaments.drafts import edit_draft
from tournaments.entries import requested_byes
from tournaments.forms.reason import ReasonForm
from tournaments.forms.rounds import BYE, COLOURS, PAIR, PLAYS, SWAP, DraftForm, ExtendForm
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.permissions import organisers
from tournaments.rounds import extend, pairing_job, publish, take_back
from tournaments.views.get_event import for_organisers

from .round_context import RoundDesk

NOTHING_CHOSEN = gettext_noop("Choose what to do with the round.")
Forms = dict[str, forms.Form]
Act = Callable[[RoundDesk, User, dict[str, object]], str]


def _pair(desk: RoundDesk, by: User, given: dict[str, object]) -> str:
    pairing_job.ask(desk.event, desk.number, by=by, reason=str(given.get("reason", "")))
    return _("Round %(number)s is being prepared.") % {"number": desk.number}


def _pair_rest(desk: RoundDesk, by: User, given: dict[str, object]) -> str:
    pairing_job.ask(desk.event, desk.number, by=by, reason=str(given["reason"]), keep=True)
    return _("The others are being paired around your pairings.")


def _publish(desk: RoundDesk, by: User, _given: dict[str, object]) -> str:
    publish.publish(desk.stored, by=by)
    words = _("Round %(number)s is published. The matches begin, and we’re emailing the players.")
    return words % {"number": desk.number}


def _extend(desk: RoundDesk, by: User, given: dict[str, object]) -> str:
    seen = None if given["seen"] is None else str(given["seen"])
    extend.extend(desk.stored, int(str(given["days"])), by=by, reason=str(given["reason"]), seen=seen)
    words = _("Round %(number)s has more time. We’re emailing the players still in it.")
    return words % {"number": desk.number}


def _take_back(desk: RoundDesk, by: User, given: dict[str, object]) -> str:
    take_back.take_back(desk.stored, by=by, reason=str(given["reason"]))
    return _("Round %(number)s is a draft again, and its matches are annulled.") % {"number": desk.number}


ACTS: dict[str, Act] = {
    "pair": _pair,
    "pair_again": _pair,
    "pair_rest": _pair_rest,
    "publish": _publish,
    "extend": _extend,
    "take_back": _take_back,
}
WITHOUT_REASON = frozenset({"pair", "publish"})


@for_organisers()
def round_page(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    desk = _desk(event, number)
    if request.method != "POST":
        return _show(request, desk)
    key = request.POST.get("do", "")
    if key == "change":
        return _change(request, desk)
    if key not in ACTS:
        return _show(request, desk, refusal=_(NOTHING_CHOSEN), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _act(request, desk, key)


def _desk(event: Event, number: int) -> RoundDesk:
    if not event.is_begun or not 1 <= number <= event.rounds:
        raise Http404
    return RoundDesk(event, number)


def _act(request: MemberRequest, desk: RoundDesk, key: str) -> HttpResponse:
    form = form_of(key, request.POST)
    if not form.is_valid():
        return _show(request, desk, {key: form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    given = {**form.cleaned_data, "seen": request.POST.get("seen")}
    try:
        done = ACTS[key](desk, request.user, given)
    except TournamentRefused as refused:
        return _refused(request, desk, key, form, refused)
    messages.success(request, done)
    return see_other(_address(desk))


def _change(request: MemberRequest, desk: RoundDesk) -> HttpResponse:
    form = DraftForm(desk.event, desk.entries, request.POST)
    if not form.is_valid():
        return _show(request, desk, {"change": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        change(desk, form, request.user, request.POST.get("seen"))
    except TournamentRefused as refused:
        return _refused(request, desk, "change", form, refused)
    messages.success(request, _("Changed. It’s in the event’s log."))
    return see_other(_address(desk))


def change(desk: RoundDesk, form: DraftForm, by: User, seen: str | None) -> None:
    """Raises ``TournamentRefused``."""
    given = form.cleaned_data
    player, other, reason = given["player"], given["other"] or 0, given["reason"]
    action = given["action"]
    if action == SWAP:
        edit_draft.swap(desk.stored, player, other, by=by, reason=reason, seen=seen)
    elif action == PAIR:
        edit_draft.pair(desk.stored, player, other, by=by, reason=reason, seen=seen)
    elif action == COLOURS:
        edit_draft.turn_colours(desk.stored, player, by=by, reason=reason, seen=seen)
    elif action == BYE and given["bye"] == PLAYS:
        requested_byes.grant(desk.entry(player), desk.number, None, by=by, reason=reason)
    elif action == BYE:
        edit_draft.give_bye(desk.stored, player, Code(given["bye"]), by=by, reason=reason, seen=seen)


def form_of(key: str, posted: QueryDict | None = None) -> forms.Form:
    made: type[forms.Form] = ExtendForm if key == "extend" else ReasonForm
    form = made(posted, auto_id=f"{key}-%s")
    if key in WITHOUT_REASON:
        form.fields["reason"].required = False
    return form


def _refused(
    request: MemberRequest, desk: RoundDesk, key: str, form: forms.Form, refused: TournamentRefused
) -> HttpResponse:
    refusal = refused.message
    if refused.field in form.fields:
        form.add_error(refused.field, refused.message)
        refusal = ""
    return _show(request, RoundDesk(desk.event, desk.number), {key: form}, refusal=refusal, status=refused.status)


def _address(desk: RoundDesk) -> str:
    return reverse("tournaments:manage_round", args=[desk.event.pk, desk.number])


def _show(
    request: MemberRequest,
    desk: RoundDesk,
    sent: Forms | None = None,
    *,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """``sent`` are the forms that keep what was filled in."""
    sent = sent or {}
    context = {
        "event": desk.event,
        "desk": desk,
        "round": desk.round,
        "number": desk.number,
        "forms": {key: sent.get(key) or form_of(key) for key in ACTS},
        "changing": sent.get("change") or DraftForm(desk.event, desk.entries if desk.may_change else ()),
        "plays_in": desk.is_draft and organisers.plays_in(desk.event, request.user),
        "refusal": refusal,
    }
    return render(request, "tournaments/manage_round.html", context, status=status)
