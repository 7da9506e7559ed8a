"""A player as other players see them."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from fortify_site.accounts.models import User
from matches.models import Seat

from . import lists
from .paging import leaf
from .requests import MemberRequest

ON_A_PAGE = 15


@login_required
@require_safe
def player_page(request: MemberRequest, pk: int) -> HttpResponse:
    """Name, matches and results; never the address. A guest who has not played yet has no page, so that nobody learns
    from one that an address was invited."""
    known = Q(is_guest=False) | Exists(Seat.objects.filter(player=OuterRef("pk")))
    player = get_object_or_404(User.objects.filter(known, is_active=True), pk=pk)
    running = leaf(request, lists.running(player), size=ON_A_PAGE, key="running", what=_("running matches"))
    finished = leaf(request, lists.finished(player), size=ON_A_PAGE, key="finished", what=_("finished matches"))
    running.items[:] = lists.cards(running.items, request.user)
    finished.items[:] = lists.cards(finished.items, request.user)
    context = {"player": player, "running": running, "finished": finished, "is_own": player == request.user}
    return render(request, "players/player.html", context)
