"""The organisers' page of an event: what needs a decision now, its stages, and who organises it."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.input.requests import MemberRequest, fields, see_other, whole_number
from matches.mails import moments
from tournaments.cups import playoffs
from tournaments.cups.playoffs import Tie
from tournaments.decisions.events import decisions
from tournaments.entries.pairing_numbers import without_account
from tournaments.events import organisers
from tournaments.forms.organiser import AddOrganiserForm, PlayoffsForm
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Round
from tournaments.permissions.events import may_organise
from tournaments.settings.describe import terms_of
from tournaments.views.get_event import for_organisers
from tournaments.views.stage_button import Step

from . import round_state
from .listed_matches import with_matches
from .stages import STEPS, steps_of

NOTHING_CHOSEN = gettext_noop("Choose what to do with the event.")
typed = fields("action", "name", "size")
Forms = dict[str, forms.Form]


@for_organisers(typed)
def manage_page(request: MemberRequest, event: Event) -> HttpResponse:
    if request.method != "POST":
        return _show_manage(request, event, _begun(request.GET))
    action = request.POST.get("action", "")
    if action in STEPS and STEPS[action].group != "last":
        return _take_step(request, event, STEPS[action])
    if action == "add":
        return _add(request, event)
    if action == "remove":
        return _remove(request, event)
    if action == "playoffs":
        return _playoffs(request, event)
    return _show_manage(request, event, refusal=_(NOTHING_CHOSEN), status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _take_step(request: MemberRequest, event: Event, step: Step) -> HttpResponse:
    try:
        step.take(event, request.user, "")
    except TournamentRefused as refused:
        return _show_manage(request, event, refusal=refused.message, status=refused.status)
    messages.success(request, _(step.done))
    return see_other(_address(event))


def _begun(query: QueryDict) -> Forms:
    """Return the form that was filled in when the login ended."""
    return {"add": AddOrganiserForm(initial=typed(query))}


def _add(request: MemberRequest, event: Event) -> HttpResponse:
    form = AddOrganiserForm(request.POST)
    if not form.is_valid():
        return _show_manage(request, event, {"add": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        player = organisers.add(event, form.cleaned_data["name"], by=request.user)
    except TournamentRefused as refused:
        form.add_error(refused.field or None, refused.message)
        return _show_manage(request, event, {"add": form}, status=refused.status)
    messages.success(request, _("%(name)s now organises the event, too.") % {"name": player.display_name})
    return see_other(_address(event))


def _remove(request: MemberRequest, event: Event) -> HttpResponse:
    try:
        player = organisers.remove(event, whole_number(request.POST.get("organiser")) or 0, by=request.user)
    except TournamentRefused as refused:
        return _show_manage(request, event, refusal=refused.message, status=refused.status)
    messages.success(request, _("%(name)s no longer organises the event.") % {"name": player.display_name})
    return see_other(_address(event) if may_organise(request.user, event) else reverse("home"))


def _playoffs(request: MemberRequest, event: Event) -> HttpResponse:
    form = _playoffs_form(playoffs.SIZES, playoffs.ties_of(event), request.POST)
    if not form.is_valid():
        return _show_manage(request, event, {"playoffs": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        cup = playoffs.make(event, by=request.user, **form.cleaned_data)
    except TournamentRefused as refused:
        is_beside = refused.field in form.fields
        if is_beside:
            form.add_error(refused.field, refused.message)
        said = "" if is_beside else refused.message
        return _show_manage(request, event, {"playoffs": form}, refusal=said, status=refused.status)
    words = _("“%(event)s” is created with its players entered. Review it, then open it.")
    messages.success(request, words % {"event": cup.name})
    return see_other(_address(cup))


def _playoffs_form(sizes: Sequence[int], ties: Sequence[Tie], posted: QueryDict | None = None) -> PlayoffsForm:
    """Make the form of the playoffs. Its first choice is the largest size for which no one needs to be chosen."""
    open_ties = [tie for tie in ties if not tie.is_told_apart]
    undecided = {tie.size: tie.names for tie in open_ties}
    level = {entry.pk: entry.shown_name for tie in open_ties for entry in tie.entries}
    usual = max((size for size in sizes if size not in undecided), default=sizes[-1])
    return PlayoffsForm(sizes, posted, initial={"size": usual}, undecided=undecided, level=list(level.items()))


def _next_round(event: Event, rounds: list[Round]) -> int:
    """Return the number of the round that no one has begun to pair; 0 if there is none."""
    number = max((each.number for each in rounds), default=0) + 1
    return number if event.stage == Event.Stage.RUNNING and number <= event.rounds else 0


def _address(event: Event) -> str:
    return reverse("tournaments:manage", args=[event.pk])


def _show_manage(
    request: MemberRequest,
    event: Event,
    sent: Forms | None = None,
    *,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the organisers' page. ``sent`` are the forms that keep what was filled in."""
    event.refresh_from_db()
    sent = sent or {}
    found = with_matches(event, decisions(event))
    offered = {each.step for each in found}
    steps = {step.key: step for step in steps_of(event)}
    rounds = list(event.round_set.only("number", "stage", "event"))
    ties, sizes = playoffs.ties_of(event), playoffs.sizes_for(event)
    context = {
        "event": event,
        "decisions": found,
        "steps": steps,
        "more_steps": [step for step in steps.values() if step.group == "round" and step.key not in offered],
        "state": [*round_state.of_rounds(event), *round_state.of_entries(event)],
        "pairing_rule": round_state.pairing_rule(event) if event.stage == Event.Stage.RUNNING else "",
        "undo_until": moments.moment(event.undo_until) if event.undo_until else "",
        "ends": [step for step in steps.values() if step.group == "last"],
        "adding": sent.get("add") or AddOrganiserForm(),
        "organisers": list(event.organisers.order_by("display_name")),
        "facts": terms_of(event),
        "without_account": without_account(event).count() if event.stage == Event.Stage.RUNNING else 0,
        "rounds": rounds,
        "next_round": _next_round(event, rounds),
        "refusal": refusal,
        "playoffs": playoffs.playoff_of(event),
        "ties": ties,
        "playing_off": sent.get("playoffs") or (_playoffs_form(sizes, ties) if sizes else None),
    }
    return render(request, "tournaments/manage.html", context, status=status)
