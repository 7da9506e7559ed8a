"""A player's friends: marking one, and the list with a way to challenge each."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.friends import MOST, TooManyFriends, add_friend, friends_of, remove_friend
from accounts.models import User
from matches.input.paging import leaf
from matches.input.requests import MemberRequest, see_other, way_back, whole_number
from matches.offers.refused import OfferRefused
from matches.offers.terms import find_player

ON_A_PAGE = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def friends_page(request: MemberRequest) -> HttpResponse:
    """Show the player's friends; on POST, add one, or remove one (``action`` "remove")."""
    if request.method != "POST":
        return _show_friends(request)
    if request.POST.get("action") == "remove":
        remove_friend(request.user, whole_number(request.POST.get("player")) or 0)
        return see_other(way_back(request, reverse("matches:friends")))
    try:
        player = _asked_for(request)
        add_friend(request.user, player)
    except OfferRefused as refused:
        return _show_friends(request, typed=request.POST.get("name", ""), fault=refused.message)
    except TooManyFriends:
        words = _("You can have %(number)s friends. Remove one before you add another.") % {"number": MOST}
        return _show_friends(request, typed=request.POST.get("name", ""), fault=words)
    messages.success(request, _("%(name)s is in your list of friends now.") % {"name": player.display_name})
    return see_other(way_back(request, reverse("matches:friends")))


def _asked_for(request: MemberRequest) -> User:
    """Return the player whose name was typed, or whose button was pressed. Raises ``OfferRefused``."""
    if "player" not in request.POST:
        player = find_player(request.POST.get("name", ""))
    else:
        player = get_object_or_404(User, pk=whole_number(request.POST["player"]), is_active=True)
        player = find_player(player.display_name)  # no one knows a guest who hasn't played yet
    if player == request.user:
        raise OfferRefused(_("You can’t be in your own list of friends."), "self")
    return player


def _show_friends(request: MemberRequest, *, typed: str = "", fault: str = "") -> HttpResponse:
    friends = leaf(request, friends_of(request.user), size=ON_A_PAGE, what=_("friends"))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if fault else HTTPStatus.OK
    return render(request, "matches/friends.html", {"friends": friends, "typed": typed, "fault": fault}, status=status)
