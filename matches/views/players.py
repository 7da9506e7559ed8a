"""A player as other players see them."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from matches.match_view import lists, visibility
from matches.models import Seat

from .paging import leaf
from .requests import login_where_hidden

ON_A_PAGE = 15
MOST_OF_ANOTHERS = 600


@require_safe
@login_where_hidden
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Name, matches and results; never the address. A guest who has not played yet has no page, so that no one learns
    from one that an address was invited; nor have for visitors those of whom they may see no match, so that no one
    learns from the numbers who is here."""
    known = Q(is_guest=False) | Exists(Seat.objects.filter(player=OuterRef("pk")))
    player = get_object_or_404(User.objects.filter(known, is_active=True), pk=pk)
    if not isinstance(request.user, User) and not visibility.seats_seen_by(request.user, lists.all_of(player)).exists():
        raise Http404
    rows = [_listed(request, player, seats) for seats in (lists.running(player), lists.finished(player))]
    running = leaf(request, rows[0], size=ON_A_PAGE, key="running", what=_("running matches"))
    finished = leaf(request, rows[1], size=ON_A_PAGE, key="finished", what=_("finished matches"))
    running.items[:] = lists.cards(running.items, request.user)
    finished.items[:] = lists.cards(finished.items, request.user)
    context = {"player": player, "running": running, "finished": finished, "is_own": player == request.user}
    return render(request, "players/player.html", context)


def _listed(request: HttpRequest, player: User, seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """All of one's own; of another's, no more than can be looked through for what the reader may see."""
    if player == request.user:
        return seats
    return visibility.seats_seen_by(request.user, seats)[:MOST_OF_ANOTHERS]
