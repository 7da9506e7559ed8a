"""The organisers’ page of a season’s free places and cards."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.views.requests import MemberRequest, login_keeps, see_other, whole_number
from tournaments import admitting, cards
from tournaments.forms.manage_forms import ReasonForm
from tournaments.forms.place_forms import ASK, PUT_IN, OfferForm
from tournaments.leagues import waiting_line
from tournaments.models import Card, Season, Vacancy
from tournaments.places import counting, filling, offering, vacancies
from tournaments.refusal import Refused

from .finding import run_season

FIELDS = ("action", "vacancy", "card", "who", "how", "reason")
Sent = tuple[str, forms.Form | None, str, int]  # whose form was sent, with what was typed; a refusal, a status


def typed(posted: QueryDict) -> dict[str, str]:
    """What was typed, for ``login_keeps``."""
    return {name: str(posted[name]) for name in FIELDS if name in posted}


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: MemberRequest, club: str, league: str, number: int) -> HttpResponse:
    season = run_season(request, club, league, number)
    if request.method != "POST":
        return _show(request, season, ("", None, "", HTTPStatus.OK))
    acts: dict[str, Callable[[], Sent | str]] = {
        "offer": lambda: _offer(request, season),
        "give_up": lambda: _give_up(request, season),
        "lift": lambda: _lift(request, season),
    }
    action = acts.get(request.POST.get("action", ""))
    answer = action() if action else ("", None, _("Choose what to do."), HTTPStatus.UNPROCESSABLE_ENTITY)
    if isinstance(answer, tuple):
        return _show(request, season, answer)
    messages.success(request, answer)
    return see_other(reverse("leagues:places", args=[club, league, number]))


def _offer(request: MemberRequest, season: Season) -> Sent | str:
    vacancy = _vacancy(request, season)
    if vacancy is None:
        return _gone(_("This place is not free any more."))
    key = f"offer-{vacancy.pk}"
    form = OfferForm(request.POST, auto_id=f"{key}-%s")
    if not form.is_valid():
        return key, form, "", HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        player = admitting.find_player(form.cleaned_data["who"])
        if form.cleaned_data["how"] == PUT_IN:
            filling.put_in(vacancy, player, by=request.user)
            return _("%(name)s plays in this place now.") % {"name": player.display_name}
        offering.offer(vacancy, player, by=request.user)
    except Refused as refused:
        return _refused(key, form, refused)
    return _("%(name)s is asked by mail.") % {"name": player.display_name}


def _give_up(request: MemberRequest, season: Season) -> Sent | str:
    vacancy = _vacancy(request, season)
    if vacancy is None:
        return _gone(_("This place is not free any more."))
    return _with_reason(
        request,
        f"give_up-{vacancy.pk}",
        lambda reason: vacancies.give_up(vacancy, by=request.user, reason=reason),
        _("Nobody is sought any more; the rule for players who leave has been applied."),
    )


def _lift(request: MemberRequest, season: Season) -> Sent | str:
    card = cards.of_season(season).filter(pk=whole_number(request.POST.get("card")) or 0).first()
    if card is None:
        return _gone(_("This card is no longer there."))
    return _with_reason(
        request,
        f"lift-{card.pk}",
        lambda reason: cards.lift(card, by=request.user, reason=reason),
        _("The card is lifted."),
    )


def _with_reason(request: MemberRequest, key: str, act: Callable[[str], object], done: str) -> Sent | str:
    form = _reason_form(key, request.POST)
    if not form.is_valid():
        return key, form, "", HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        act(form.cleaned_data["reason"])
    except Refused as refused:
        return _refused(key, form, refused)
    return done


def _vacancy(request: MemberRequest, season: Season) -> Vacancy | None:
    return vacancies.open_in(season).filter(pk=whole_number(request.POST.get("vacancy")) or 0).first()


def _gone(words: str) -> Sent:
    return "", None, words, HTTPStatus.NOT_FOUND


def _refused(key: str, form: forms.Form, refused: Refused) -> Sent:
    if refused.field in form.fields:
        form.add_error(refused.field, refused.message)
        return key, form, "", refused.status
    return key, form, refused.message, refused.status


def _reason_form(key: str, posted: QueryDict | None = None) -> ReasonForm:
    return ReasonForm(posted, auto_id=f"{key}-%s")


def _show(request: MemberRequest, season: Season, sent: Sent) -> HttpResponse:
    key, form, refusal, status = sent
    filled: dict[str, forms.Form] = {key: form} if form is not None else {}
    context: dict[str, Any] = {
        "club": season.league.club,
        "league": season.league,
        "season": season,
        "vacancies": [_open(each, filled) for each in vacancies.open_in(season)],
        "waiting": waiting_line.in_line(season),
        "cards": [_card(each, filled) for each in cards.of_season(season)],
        "refusal": refusal,
    }
    return render(request, "leagues/places.html", context, status=status)


def _open(vacancy: Vacancy, filled: dict[str, forms.Form]) -> dict[str, Any]:
    offer, give_up = f"offer-{vacancy.pk}", f"give_up-{vacancy.pk}"
    return {
        "vacancy": vacancy,
        "matches": counting.in_words(vacancy),
        "asked": vacancy.offers.filter(answer="").select_related("player").first(),
        "answers": vacancy.offers.exclude(answer="").select_related("player"),
        "offering": filled.get(offer) or OfferForm(initial={"how": ASK}, auto_id=f"{offer}-%s"),
        "giving_up": filled.get(give_up) or _reason_form(give_up),
    }


def _card(card: Card, filled: dict[str, forms.Form]) -> dict[str, Any]:
    key = f"lift-{card.pk}"
    return {"card": card, "lifting": None if card.lifted_at else filled.get(key) or _reason_form(key)}
