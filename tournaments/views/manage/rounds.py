"""The organisers' page of a round: pair, check, change and publish it, give it more time, or take it back."""

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
from matches.input.requests import MemberRequest, see_other
from tournaments.drafts import edit_draft
from tournaments.drafts.draft import Edit
from tournaments.entries import requested_byes
from tournaments.forms.reason import ReasonForm
from tournaments.forms.rounds import PLAYS, DraftForm, ExtendForm
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.permissions import organisers
from tournaments.rounds import extend, pairing_job, publish, take_back
from tournaments.views.get_event import for_organisers

from .round_page import RoundPage

NOTHING_CHOSEN = gettext_noop("Choose what to do with the round.")
Forms = dict[str, forms.Form]
Act = Callable[[RoundPage, User, dict[str, object]], str]


def _pair(page: RoundPage, by: User, given: dict[str, object]) -> str:
    pairing_job.ask_for_pairing(page.event, page.number, by=by, reason=str(given.get("reason", "")))
    return _("Round %(number)s is being prepared.") % {"number": page.number}


def _pair_rest(page: RoundPage, by: User, given: dict[str, object]) -> str:
    pairing_job.ask_for_pairing(page.event, page.number, by=by, reason=str(given["reason"]), keep=True)
    return _("The others are being paired around your pairings.")


def _publish(page: RoundPage, by: User, _given: dict[str, object]) -> str:
    publish.publish(page.stored, by=by)
    words = _("Round %(number)s is published. The matches begin, and we’re emailing the players.")
    return words % {"number": page.number}


def _extend(page: RoundPage, by: User, given: dict[str, object]) -> str:
    seen = None if given["seen"] is None else str(given["seen"])
    extend.extend(page.stored, int(str(given["days"])), by=by, reason=str(given["reason"]), seen=seen)
    words = _("Round %(number)s has more time. We’re emailing the players still in it.")
    return words % {"number": page.number}


def _take_back(page: RoundPage, by: User, given: dict[str, object]) -> str:
    take_back.take_back_round(page.stored, by=by, reason=str(given["reason"]))
    return _("Round %(number)s is a draft again, and its matches are annulled.") % {"number": page.number}


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
    page = _page_of(event, number)
    if request.method != "POST":
        return _show_round(request, page)
    key = request.POST.get("do", "")
    if key == "change":
        return _change(request, page)
    if key not in ACTS:
        return _show_round(request, page, refusal=_(NOTHING_CHOSEN), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _act(request, page, key)


def _page_of(event: Event, number: int) -> RoundPage:
    if not event.is_begun or not 1 <= number <= event.rounds:
        raise Http404
    return RoundPage(event, number)


def _act(request: MemberRequest, page: RoundPage, key: str) -> HttpResponse:
    form = form_of(key, request.POST)
    if not form.is_valid():
        return _show_round(request, page, {key: form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    given = {**form.cleaned_data, "seen": request.POST.get("seen")}
    try:
        done = ACTS[key](page, request.user, given)
    except TournamentRefused as refused:
        return _refused(request, page, key, form, refused)
    messages.success(request, done)
    return see_other(_address(page))


def _change(request: MemberRequest, page: RoundPage) -> HttpResponse:
    form = DraftForm(page.event, page.entries, request.POST)
    if not form.is_valid():
        return _show_round(request, page, {"change": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        change(page, form, request.user, request.POST.get("seen"))
    except TournamentRefused as refused:
        return _refused(request, page, "change", form, refused)
    messages.success(request, _("Changed. It’s in the event’s log."))
    return see_other(_address(page))


def change(page: RoundPage, form: DraftForm, by: User, seen: str | None) -> None:
    """Change the draft as the form says. Raises ``TournamentRefused``."""
    given = form.cleaned_data
    player, other, reason = given["player"], given["other"] or 0, given["reason"]
    action = given["action"]
    if action == Edit.SWAP:
        edit_draft.swap(page.stored, player, other, by=by, reason=reason, seen=seen)
    elif action == Edit.PAIR:
        edit_draft.pair(page.stored, player, other, by=by, reason=reason, seen=seen)
    elif action == Edit.COLOURS:
        edit_draft.turn_colours(page.stored, player, by=by, reason=reason, seen=seen)
    elif action == Edit.BYE and given["bye"] == PLAYS:
        requested_byes.grant(page.entry(player), page.number, None, by=by, reason=reason)
    elif action == Edit.BYE:
        edit_draft.give_bye(page.stored, player, Code(given["bye"]), by=by, reason=reason, seen=seen)


def form_of(key: str, posted: QueryDict | None = None) -> forms.Form:
    made: type[forms.Form] = ExtendForm if key == "extend" else ReasonForm
    form = made(posted, auto_id=f"{key}-%s")
    if key in WITHOUT_REASON:
        form.fields["reason"].required = False
    return form


def _refused(
    request: MemberRequest, page: RoundPage, key: str, form: forms.Form, refused: TournamentRefused
) -> HttpResponse:
    refusal = refused.message
    if refused.field in form.fields:
        form.add_error(refused.field, refused.message)
        refusal = ""
    return _show_round(request, RoundPage(page.event, page.number), {key: form}, refusal=refusal, status=refused.status)


def _address(page: RoundPage) -> str:
    return reverse("tournaments:manage_round", args=[page.event.pk, page.number])


def _show_round(
    request: MemberRequest,
    page: RoundPage,
    sent: Forms | None = None,
    *,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page of a round. ``sent`` are the forms that keep what was filled in."""
    sent = sent or {}
    context = {
        "event": page.event,
        "page": page,
        "round": page.round,
        "number": page.number,
        "forms": {key: sent.get(key) or form_of(key) for key in ACTS},
        "changing": sent.get("change") or DraftForm(page.event, page.entries if page.may_change else ()),
        "plays_in": page.is_draft and organisers.plays_in(page.event, request.user),
        "refusal": refusal,
    }
    return render(request, "tournaments/manage_round.html", context, status=status)
