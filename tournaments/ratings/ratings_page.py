"""The page of a game's rating list."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from accounts.models import User
from engine.games import contests, game
from matches.input.paging import leaf
from matches.input.requests import MemberRequest
from tournaments.ratings.list import LISTED_MONTHS, rating_list

ON_A_PAGE = 100


@login_required
@require_safe
def rating_page(request: MemberRequest, slug: str) -> HttpResponse:
    """Show a game's rating list, for members only, as players' pages are."""
    try:
        played = game(slug)
    except LookupError:
        raise Http404 from None
    if played not in contests():
        raise Http404
    listed = rating_list(slug)
    page = leaf(request, listed.rows, size=ON_A_PAGE, what=pgettext("pages of", "players"))
    players = User.objects.filter(is_active=True).in_bulk([row.player_id for row in page])
    context = {
        "game": played,
        "games": contests(),
        "month": listed.month,
        "months": LISTED_MONTHS,
        "page": page,
        "rows": [(row, players[row.player_id]) for row in page if row.player_id in players],
        "own": next((row for row in listed.rows if row.player_id == request.user.pk), None),
    }
    return render(request, "ratings/list.html", context)
