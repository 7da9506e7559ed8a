"""Playing a team's game alone: in one click, with an account or without."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.models import User
from engine.game import Game
from engine.games import games_for_one
from matches.clocks.presets import PRESETS
from matches.clocks.time_control import TimeControl
from matches.forms.alone import AloneForm
from matches.models import Match
from matches.offers import terms
from matches.offers.refused import OfferRefused
from matches.offers.set_up import set_up

from .computer import guest_who_plays
from .requests import contribution_in, see_other

TIME: Final = PRESETS["14"]


@require_http_methods(["GET", "HEAD", "POST"])
def play_alone(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the form, POST starts the match: the reader's, or a guest's."""
    rules = next((each for each in games_for_one() if each.slug == slug), None)
    if rules is None:
        raise Http404
    if request.method != "POST":
        return _show(request, AloneForm(rules, initial=request.GET.dict()))
    form = AloneForm(rules, request.POST)
    if not form.is_valid():
        return _show(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        match = _start(request, rules, form.raw_options())
    except OfferRefused as refused:
        return _show(request, form, refusal=refused.message, status=refused.status)
    return see_other(match.get_absolute_url())


def _start(request: HttpRequest, rules: Game, options: dict[str, str]) -> Match:
    """Raises ``OfferRefused``."""
    player = request.user if isinstance(request.user, User) else guest_who_plays(request)
    offer = terms.compose(
        player,
        seats=1,
        game_slug=rules.slug,
        options=options,
        control=TimeControl(*TIME),
        leave=player.has_mailbox,
        contribution=contribution_in(request),
    )
    match = set_up(offer).match
    assert match is not None
    return match


def _show(request: HttpRequest, form: AloneForm, *, refusal: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    context = {"form": form, "game": form.game, "refusal": refusal}
    return render(request, "matches/alone.html", context, status=status)
