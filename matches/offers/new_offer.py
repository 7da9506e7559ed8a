"""The forms that set up a challenge or a table."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BooleanField
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from engine.game import Game
from engine.games import game, games
from engine.values import View
from i18n import dates
from matches.input.requests import MemberRequest, contribution_in, login_keeps, see_other
from matches.models import Offer
from matches.offers import shown, terms
from matches.offers.refused import OfferRefused
from matches.offers.set_up import set_up

from .challenge_form import ChallengeForm, choices_of
from .table_form import TableForm


def typed_offer(posted: QueryDict) -> dict[str, str]:
    """Return what was filled in, the longest last, for ``login_keeps``.

    Browsers don't send a box that isn't ticked, so it's added as empty.
    """
    unticked = [name for name, field in ChallengeForm.base_fields.items() if isinstance(field, BooleanField)]
    filled_in = dict.fromkeys(unticked, "") | posted.dict()
    typed = {name: str(text) for name, text in filled_in.items() if is_asked_for(name)}
    return dict(sorted(typed.items(), key=lambda item: len(item[1])))


def is_asked_for(name: str) -> bool:
    """Return whether an address may fill in the field of that name."""
    return name == "game" or name in ChallengeForm.base_fields or name.startswith("option_")


@login_keeps(typed_offer)
@require_http_methods(["GET", "HEAD", "POST"])
def challenge_new(request: MemberRequest) -> HttpResponse:
    """Show the form for a new challenge; on POST, send it, or choose another game in it (``switch``)."""
    status, is_again = HTTPStatus.OK, False
    if (team := _game_asked_for(request, games()[0])).together:
        return see_other(f"{reverse('matches:table_new')}?game={team.slug}")
    if _is_sent(request):
        form = ChallengeForm(_game_asked_for(request, games()[0]), request.POST)
        if (made := _set_up(request, form)) is not None:
            return made
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        form, is_again = _filled_in(request)
    context = {
        "form": form,
        "game": form.game,
        "games": games(),
        "has_tables": bool(terms.table_sizes(form.game)),
        "is_again": is_again,
        "carried": _carried(request, form),
        "view": start_view(form.game, form.options_so_far()),
    }
    return render(request, "matches/challenge_new.html", context, status=status)


def games_for_tables() -> list[Game]:
    """Return the games that more than two can play, or one alone."""
    return [each for each in games() if terms.table_sizes(each)]


@login_keeps(typed_offer)
@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: MemberRequest) -> HttpResponse:
    """Show the form for a new table; on POST, send it, or choose another game in it (``switch``)."""
    offered = games_for_tables()
    if not offered:
        raise Http404
    asked = _game_asked_for(request, offered[0])
    rules = asked if asked in offered else offered[0]
    if _is_sent(request):
        form = TableForm(rules, request.POST)
        if (made := _set_up(request, form)) is not None:
            return made
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        form, status = TableForm(rules, initial=request.GET.dict()), HTTPStatus.OK
    return render(request, "matches/table_new.html", {"form": form, "game": rules, "games": offered}, status=status)


def _is_sent(request: HttpRequest) -> bool:
    """Return whether the form was sent, rather than another game chosen in it."""
    return request.method == "POST" and "switch" not in request.POST


def _game_asked_for(request: HttpRequest, usual: Game) -> Game:
    slug = request.POST.get("switch") or request.POST.get("game") or request.GET.get("game")
    try:
        return game(slug) if slug else usual
    except LookupError:
        raise Http404 from None


def _set_up(request: MemberRequest, form: ChallengeForm) -> HttpResponse | None:
    """Set up the offer, and lead to it; ``None`` if the form says what is wrong."""
    if not form.is_valid():
        return None
    try:
        offer = set_up(form.compose(request.user, contribution_in(request)), form.asked())
    except OfferRefused as refused:
        form.blame(refused.field, refused.message)
        return None
    messages.success(request, _is_out(offer))
    return see_other((offer.match or offer).get_absolute_url())


def _is_out(offer: Offer) -> str:
    until = {"when": dates.moment(offer.expires_at)}
    if offer.match is not None:
        return _("The match has begun.")
    if offer.is_table:
        return _("Your table is set up. Players can join until %(when)s.") % until
    if offer.by_link:
        return _("Your challenge is ready. Now send its link.")
    if offer.free:
        return _("Your open challenge is posted until %(when)s.") % until
    return _("Challenge sent. %(name)s can answer until %(when)s.") % {"name": offer.places.get().addressed_to, **until}


def _filled_in(request: MemberRequest) -> tuple[ChallengeForm, bool]:
    """Return a form with the choices of the player's last challenge, and whether it has any.

    They are left out if the player wants the usual ones. Values from the address, or from the form in which another
    game was chosen, come before them.
    """
    last = None if "usual" in request.GET else _last_of(request.user)
    rules = _game_asked_for(request, game(last.game_slug) if last else games()[0])
    if last and last.game_slug != rules.slug:
        last = _last_of(request.user, rules.slug)
    typed = typed_offer(request.POST) if request.method == "POST" else _initial(request)
    return ChallengeForm(rules, initial={**(choices_of(last) if last else {}), **typed}), last is not None


def _last_of(player: User, game_slug: str = "") -> Offer | None:
    """Return the player's last challenge to a person whose choices can be offered again.

    It is one in that game, or in any that is played here. Challenges to a computer don't count: their terms suit few
    opponents.
    """
    slugs = [game_slug] if game_slug else [each.slug for each in games()]
    made = Offer.objects.filter(host=player, game_slug__in=slugs, places__player__computer=None)
    return made.exclude(shown.tables()).order_by("-pk").first()


def _initial(request: HttpRequest) -> dict[str, str]:
    """Return the values that the address fills in: any field by its name."""
    return {name: text for name, text in request.GET.dict().items() if is_asked_for(name)}


def _carried(request: HttpRequest, form: ChallengeForm) -> dict[str, str]:
    """Return what was typed for the options of another game, in case the player comes back to it."""
    options = {name: text for name, text in request.POST.dict().items() if name.startswith("option_")}
    return {name: text for name, text in options.items() if name not in form.fields}


def start_view(rules: Game, options: dict[str, Any]) -> View:
    """Return the board at the start of a match with these options, as a bystander sees it."""
    return rules.view(rules.start(rules.as_now(options), rules.seats[0], bytes(32)), None)


@login_required
@require_safe
def start_board(request: MemberRequest) -> HttpResponse:
    """Show the start of a match with the options of the query string: a piece of the page of a new challenge."""
    form = ChallengeForm(_game_asked_for(request, games()[0]), request.GET)
    return render(request, "matches/_start_board.html", {"view": start_view(form.game, form.options_so_far())})
