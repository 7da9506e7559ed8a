"""The lobby: "Play now", who waits there, and the challenges that are open to anyone."""

from __future__ import annotations

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
from i18n.text import listed
from jobs import clock
from matches.challenges.challenges import Refused
from matches.forms.computer import ComputerForm
from matches.forms.play_now import PlayNowForm
from matches.lobby import play_now
from matches.models import Match, Seek

from .challenges import open_to
from .paging import Leaf, leaf
from .requests import MemberRequest, contribution_in, see_other, whole_number

ON_A_PAGE = 20


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def lobby_page(request: MemberRequest) -> HttpResponse:
    own = list(play_now.waiting(clock.now()).filter(player=request.user))
    if request.method != "POST":
        return _show(request, own, PlayNowForm(waits=own[0] if own else None))
    form = PlayNowForm(request.POST if request.POST.get("action") == "play" else None, waits=own[0] if own else None)
    try:
        done = _act(request, form)
    except Refused as refused:
        return _show(request, own, form, refusal=refused.message, status=refused.status)
    return done or _show(request, own, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _act(request: MemberRequest, form: PlayNowForm) -> HttpResponse | None:
    """Do what a button says; ``None`` where the form says what is wrong. Raises ``Refused``."""
    action = request.POST.get("action")
    if action == "play":
        return _play(request, form) if form.is_valid() else None
    seek = get_object_or_404(Seek, pk=whole_number(request.POST.get("seek")))
    if action == "accept":
        return _go_to(request, play_now.accept(seek, request.user, contribution_in(request)))
    if action == "withdraw":
        play_now.withdraw(seek, request.user)
        messages.success(request, _("You’ve left the lobby."))
        return see_other(reverse("matches:lobby"))
    raise Refused(_("Choose what to do in the lobby."), "invalid")


def _play(request: MemberRequest, form: PlayNowForm) -> HttpResponse:
    wish = form.cleaned_data
    seek = play_now.play_now(
        request.user, wish["game"], wish["paces"], within=wish["within"], contribution=contribution_in(request)
    )
    if seek.match:
        return _go_to(request, seek.match)
    messages.success(request, _("You’re in the lobby. We’ll email you as soon as you’re paired."))
    return see_other(reverse("matches:lobby"))


def _go_to(request: MemberRequest, match: Match) -> HttpResponse:
    others = [seat.name for seat in match.seats.select_related("player") if seat.player_id != request.user.pk]
    messages.success(request, _("You’re paired with %(names)s. The match has begun.") % {"names": listed(others)})
    return see_other(match.get_absolute_url())


def _seeks_for(request: MemberRequest) -> Leaf:
    """The others who wait, each with whether they want a player of the reader's rating."""
    now, reader = clock.now(), request.user
    others = play_now.waiting(now).filter(play_now.not_declined_by(reader, now)).exclude(player=reader)
    if _friends_only(request):
        others = others.filter(player__in=friend_ids(reader))
    page = leaf(request, others, size=ON_A_PAGE, key="waiting", what=_("waiting players"))
    ratings = {slug: play_now.rating_of(reader, slug) for slug in {seek.game_slug for seek in page}}
    page.items[:] = [(seek, play_now.wants(seek, ratings[seek.game_slug])) for seek in page]
    return page


def _open_to(request: MemberRequest) -> Leaf:
    challenges = open_to(request.user)
    if _friends_only(request):
        challenges = challenges.filter(challenger__in=friend_ids(request.user))
    return leaf(request, challenges, size=ON_A_PAGE, key="open", what=_("open challenges"))


def _friends_only(request: MemberRequest) -> bool:
    return request.GET.get("who") == "friends"


def _show(
    request: MemberRequest, own: list[Seek], form: PlayNowForm, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "form": form,
        "own": own,
        "refusal": refusal,
        "seeks": _seeks_for(request),
        "open": _open_to(request),
        "friends_only": _friends_only(request),
        "computers": ComputerForm(auto_id="computer-%s") if settings.COMPUTER_PLAYERS else None,
    }
    return render(request, "matches/lobby.html", context, status=status)
