"""Playing a computer, or a team's game alone, in one click, with an account or without."""

from __future__ import annotations

from hashlib import sha256
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.computers import computer_player
from accounts.models import User
from engine.game import Game
from engine.games import games_for_one
from matches.input.requests import contribution_in, network_of, see_other
from matches.models import Match
from matches.offers import terms
from matches.offers.refused import OfferRefused
from matches.offers.set_up import PRESSED_TWICE, set_up
from matches.time_control.presets import DEFAULT, PRESETS
from matches.time_control.time_control import TimeControl

from .cookie_guests import guest_of, guests_by_cookie, new_guest, remember_guest
from .one_click_form import AloneForm, ComputerForm

UNHURRIED: Final = PRESETS["14"]  # for guests, and for players alone


@require_http_methods(["GET", "HEAD", "POST"])
def play_computer(request: HttpRequest) -> HttpResponse:
    """Show the form; on POST, start the match, the reader's or a guest's."""
    if not settings.COMPUTER_PLAYERS:
        raise Http404
    if request.method != "POST":
        return _show_computer(request, ComputerForm(initial=request.GET.dict()))
    form = ComputerForm(request.POST)
    if not form.is_valid():
        return _show_computer(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        match = _start_against_computer(request, form)
    except OfferRefused as refused:
        return _show_computer(request, form, refusal=refused.message, status=refused.status)
    return see_other(match.get_absolute_url())


def _start_against_computer(request: HttpRequest, form: ComputerForm) -> Match:
    """Start the match. Raises ``OfferRefused``."""
    player = request.user if isinstance(request.user, User) else guest_who_plays(request)
    wish = form.cleaned_data
    offer = terms.compose(
        player,
        game_slug=wish["game"],
        options={},
        first=wish["first"],
        control=TimeControl(*(PRESETS[DEFAULT] if player.has_mailbox else UNHURRIED)),
        vacation=player.has_mailbox,
    )
    match = set_up(offer, [computer_player(wish["strength"])]).match
    assert match is not None
    return match


def guest_who_plays(request: HttpRequest) -> User:
    """Return the browser's guest, made if there is none.

    A browser that has sent the button twice may not know its session yet: its CSRF cookie tells it from others.
    """
    if (guest := guest_of(request)) is not None:
        return guest
    key = f"computer-guest:{sha256(request.META.get('CSRF_COOKIE', '').encode()).hexdigest()}"
    guest = guests_by_cookie().filter(pk=cache.get(key, 0)).first() if "CSRF_COOKIE" in request.META else None
    if guest is None:
        guest = new_guest(network_of(request))
        cache.set(key, guest.pk, PRESSED_TWICE.seconds)
    remember_guest(request, guest)
    return guest


def _show_computer(
    request: HttpRequest, form: ComputerForm, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    return render(request, "matches/computer.html", {"form": form, "refusal": refusal}, status=status)


# -- alone -----------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def play_alone(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; on POST, start the match, the reader's or a guest's."""
    rules = next((each for each in games_for_one() if each.slug == slug), None)
    if rules is None:
        raise Http404
    if request.method != "POST":
        return _show_alone(request, AloneForm(rules, initial=request.GET.dict()))
    form = AloneForm(rules, request.POST)
    if not form.is_valid():
        return _show_alone(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        match = _start_alone(request, rules, form.raw_options())
    except OfferRefused as refused:
        return _show_alone(request, form, refusal=refused.message, status=refused.status)
    return see_other(match.get_absolute_url())


def _start_alone(request: HttpRequest, rules: Game, options: dict[str, str]) -> Match:
    """Start the match. Raises ``OfferRefused``."""
    player = request.user if isinstance(request.user, User) else guest_who_plays(request)
    offer = terms.compose(
        player,
        seats=1,
        game_slug=rules.slug,
        options=options,
        control=TimeControl(*UNHURRIED),
        vacation=player.has_mailbox,
        contribution=contribution_in(request),
    )
    match = set_up(offer).match
    assert match is not None
    return match


def _show_alone(
    request: HttpRequest, form: AloneForm, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"form": form, "game": form.game, "refusal": refusal}
    return render(request, "matches/alone.html", context, status=status)
