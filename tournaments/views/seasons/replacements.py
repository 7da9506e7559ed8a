"""The organisers’ page of a season’s free places and cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.input.requests import MemberRequest, fields, login_keeps, see_other, whole_number
from tournaments.entries import invite
from tournaments.forms.leagues import ASK, PUT_IN, OfferForm
from tournaments.forms.reason import ReasonForm
from tournaments.models import Card, Season, Vacancy
from tournaments.seasons.replacements import find_replacement, take_place, vacancies, waiting_list
from tournaments.seasons.replacements import words as place_words
from tournaments.views.send_form import Again, Forms, tried
from tournaments.withdrawals import cards

from .get_season import run_season

typed = fields("action", "vacancy", "card", "who", "how", "reason")


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: MemberRequest, club: str, league: str, number: int) -> HttpResponse:
    season = run_season(request, club, league, number)
    if request.method != "POST":
        return _show_replacements(request, season, Again(_begun(typed(request.GET)), status=HTTPStatus.OK))
    acts: dict[str, Callable[[], Again | str]] = {
        "offer": lambda: _offer(request, season),
        "give_up": lambda: _give_up(request, season),
        "lift": lambda: _lift(request, season),
    }
    action = acts.get(request.POST.get("action", ""))
    answer = action() if action else Again({}, _("Choose what to do."))
    if isinstance(answer, Again):
        return _show_replacements(request, season, answer)
    messages.success(request, answer)
    return see_other(reverse("leagues:places", args=[club, league, number]))


def _offer(request: MemberRequest, season: Season) -> Again | str:
    vacancy = _vacancy(request, season)
    if vacancy is None:
        return _gone(_("This place is no longer free."))
    key = f"offer-{vacancy.pk}"
    form = OfferForm(request.POST, auto_id=f"{key}-%s")

    def act() -> str:
        player = invite.find_member(form.cleaned_data["who"])
        if form.cleaned_data["how"] == PUT_IN:
            take_place.put_in(vacancy, player, by=request.user)
            return _("%(name)s now has this place.") % {"name": player.display_name}
        find_replacement.offer(vacancy, player, by=request.user)
        return _("We’ve emailed %(name)s the offer.") % {"name": player.display_name}

    return tried(key, form, act)


def _give_up(request: MemberRequest, season: Season) -> Again | str:
    vacancy = _vacancy(request, season)
    if vacancy is None:
        return _gone(_("This place is no longer free."))
    act = partial(vacancies.give_up, vacancy, by=request.user)
    done = _("The search has ended; the rule for players who leave now applies.")
    return _with_reason(request, f"give_up-{vacancy.pk}", act, done)


def _lift(request: MemberRequest, season: Season) -> Again | str:
    card = cards.of_season(season).filter(pk=whole_number(request.POST.get("card")) or 0).first()
    if card is None:
        return _gone(_("This card no longer exists."))
    act = partial(cards.lift, card, by=request.user)
    return _with_reason(request, f"lift-{card.pk}", act, _("The card is lifted."))


def _with_reason(request: MemberRequest, key: str, act: Callable[..., object], done: str) -> Again | str:
    form = _reason_form(key, request.POST)

    def acted() -> str:
        act(reason=form.cleaned_data["reason"])
        return done

    return tried(key, form, acted)


def _vacancy(request: MemberRequest, season: Season) -> Vacancy | None:
    return vacancies.open_in(season).filter(pk=whole_number(request.POST.get("vacancy")) or 0).first()


def _gone(words: str) -> Again:
    return Again({}, words, HTTPStatus.NOT_FOUND)


def _offer_form(key: str, initial: dict[str, str] | None = None) -> OfferForm:
    return OfferForm(initial={"how": ASK} | (initial or {}), auto_id=f"{key}-%s")


def _reason_form(key: str, posted: QueryDict | None = None, initial: dict[str, str] | None = None) -> ReasonForm:
    return ReasonForm(posted, initial=initial, auto_id=f"{key}-%s")


def _begun(words: dict[str, str]) -> Forms:
    """Return the form that was filled in when the login ended."""
    action = words.get("action", "")
    key = f"{action}-{words.get('card' if action == 'lift' else 'vacancy', '')}"
    if action == "offer":
        return {key: _offer_form(key, words)}
    return {key: _reason_form(key, initial=words)}


def _show_replacements(request: MemberRequest, season: Season, sent: Again) -> HttpResponse:
    filled, refusal, status = sent
    context: dict[str, Any] = {
        "club": season.league.club,
        "league": season.league,
        "season": season,
        "vacancies": [_open(each, filled) for each in vacancies.open_in(season)],
        "waiting": waiting_list.in_line(season),
        "cards": [_card(each, filled) for each in cards.of_season(season)],
        "refusal": refusal,
    }
    return render(request, "leagues/places.html", context, status=status)


def _open(vacancy: Vacancy, filled: Forms) -> dict[str, Any]:
    to_offer, give_up = f"offer-{vacancy.pk}", f"give_up-{vacancy.pk}"
    return {
        "vacancy": vacancy,
        "matches": place_words.in_words(vacancy),
        "asked": vacancy.offers.filter(answer="").select_related("player").first(),
        "answers": vacancy.offers.exclude(answer="").select_related("player"),
        "offering": filled.get(to_offer) or _offer_form(to_offer),
        "giving_up": filled.get(give_up) or _reason_form(give_up),
    }


def _card(card: Card, filled: Forms) -> dict[str, Any]:
    key = f"lift-{card.pk}"
    return {"card": card, "lifting": None if card.lifted_at else filled.get(key) or _reason_form(key)}
