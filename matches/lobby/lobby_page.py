"""The lobby: "Play now", who waits there, and the challenges that are open to anyone."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.friends import friend_ids
from accounts.models import User
from i18n.text import listed
from matches.input.paging import Leaf, leaf
from matches.input.requests import MemberRequest, contribution_in, see_other, whole_number
from matches.live.pages import open_lobby
from matches.lobby import play_now
from matches.models import Match, Seek
from matches.offers import shown
from matches.offers.new_offer import games_for_tables
from matches.offers.rating_range import ratings_of, wants
from matches.offers.refused import OfferRefused
from timekeeping import clock

from .one_click_form import ComputerForm, alone_forms
from .play_now_form import PlayNowForm

ON_A_PAGE = 20


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def lobby_page(request: MemberRequest) -> HttpResponse:
    """Show the lobby; on POST, do what a button there says."""
    now = clock.now()
    own = list(play_now.waiting(now).filter(player=request.user))
    if request.method != "POST":
        return _show_lobby(request, now, own, PlayNowForm(waits=own[0] if own else None))
    form = PlayNowForm(request.POST if request.POST.get("action") == "play" else None, waits=own[0] if own else None)
    try:
        done = _do_in_lobby(request, form)
    except OfferRefused as refused:
        return _show_lobby(request, now, own, form, refusal=refused.message, status=refused.status)
    return done or _show_lobby(request, now, own, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _do_in_lobby(request: MemberRequest, form: PlayNowForm) -> HttpResponse | None:
    """Do what a button says; ``None`` if the form says what is wrong. Raises ``OfferRefused``."""
    action = request.POST.get("action")
    if action == "play":
        return _play(request, form) if form.is_valid() else None
    seek = get_object_or_404(Seek, pk=whole_number(request.POST.get("seek")))
    if action == "accept":
        return _paired_or_waiting(request, play_now.accept_seek(seek, request.user, contribution_in(request)))
    if action == "withdraw":
        play_now.stop_waiting(seek, request.user)
        messages.success(request, _("You’ve left the lobby."))
        return see_other(reverse("matches:lobby"))
    raise OfferRefused(_("Choose what to do in the lobby."), "invalid")


def _play(request: MemberRequest, form: PlayNowForm) -> HttpResponse:
    wish = form.cleaned_data
    seek = play_now.play_now(
        request.user,
        wish["game"],
        wish["paces"],
        within=wish["within"],
        seats=wish["seats"],
        contribution=contribution_in(request),
    )
    return _paired_or_waiting(request, seek)


def _paired_or_waiting(request: MemberRequest, seek: Seek) -> HttpResponse:
    if seek.match:
        return _go_to(request, seek.match)
    messages.success(request, _("You’re in the lobby. We’ll email you as soon as you’re paired."))
    return see_other(reverse("matches:lobby"))


def _go_to(request: MemberRequest, match: Match) -> HttpResponse:
    others = [seat.name for seat in match.seats.select_related("player") if seat.player_id != request.user.pk]
    messages.success(request, _("You’re paired with %(names)s. The match has begun.") % {"names": listed(others)})
    return see_other(match.get_absolute_url())


def _seeks_for(request: MemberRequest, now: datetime) -> Leaf:
    """Return the seeks of the other players in the lobby, for the reader."""
    reader = request.user
    others = play_now.waiting(now).filter(play_now.not_declined_by(reader, now)).exclude(player=reader)
    if _friends_only(request):
        others = others.filter(player__in=friend_ids(reader))
    return leaf(request, others, size=ON_A_PAGE, key="waiting", what=_("waiting players"))


def _open_to(request: MemberRequest) -> Leaf:
    """Return the open challenges that the reader may accept."""
    challenges = shown.open_challenges(request.user)
    if _friends_only(request):
        challenges = challenges.filter(host__in=friend_ids(request.user))
    return leaf(request, challenges, size=ON_A_PAGE, key="open", what=_("open challenges"))


def _tables_for(request: MemberRequest) -> Leaf:
    """Return the tables with seats that the reader may take."""
    tables = shown.open_tables(request.user)
    if _friends_only(request):
        tables = tables.filter(host__in=friend_ids(request.user))
    return leaf(request, tables, size=ON_A_PAGE, key="tables", what=_("tables with free seats"))


def _say_who_is_wanted(reader: User, *pages: Leaf) -> None:
    """Note on each offer whether it is for players of the reader's rating."""
    ratings = ratings_of(reader, {offer.game_slug for page in pages for offer in page})
    for page in pages:
        page.items[:] = [(offer, wants(offer, ratings[offer.game_slug])) for offer in page]


def _friends_only(request: MemberRequest) -> bool:
    return request.GET.get("who") == "friends"


def _show_lobby(
    request: MemberRequest,
    now: datetime,
    own: list[Seek],
    form: PlayNowForm,
    *,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    # Before the lists are read: what happens meanwhile is news. The answer to a form is not to be asked for again.
    live = open_lobby(request.user) if request.method != "POST" else None
    seeks, offers = _seeks_for(request, now), _open_to(request)
    _say_who_is_wanted(request.user, seeks, offers)
    context = {
        "form": form,
        "own": own,
        "paired": play_now.just_paired(request.user, now),
        "refusal": refusal,
        "seeks": seeks,
        "open": offers,
        "tables": _tables_for(request) if games_for_tables() else None,
        "live": live,
        "friends_only": _friends_only(request),
        "alone_forms": alone_forms(),
        "computers": ComputerForm(auto_id="computer-%s") if settings.COMPUTER_PLAYERS else None,
    }
    return render(request, "matches/lobby.html", context, status=status)
