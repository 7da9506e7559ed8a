"""The first page, for players and for visitors, and the list of one's own matches."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from engine.games import games
from jobs import clock
from matches.leave import pauses
from matches.mails.resend import held_turns
from matches.match_view import lists
from matches.match_view.read_marks import mark_all_seen

from .challenges import open_to
from .challenges import waiting as waiting_challenges
from .paging import leaf
from .requests import MemberRequest

MOST_WAITING = 12
MOST_ROWS = 8
ON_A_PAGE = 25


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, User):
        return _home_of(request, request.user)
    return render(request, "start.html", {"games": games()})


def _home_of(request: HttpRequest, player: User) -> HttpResponse:
    """What waits for the player first. Every list is cut: the pages behind it have the rest."""
    waiting = lists.waiting(player)
    others = lists.others_turn(player)
    finished = lists.finished(player)
    cards = lists.cards(waiting[:MOST_WAITING], player)
    mark_all_seen(request, [card.seat for card in cards])
    challenges = waiting_challenges()
    received, made = challenges.filter(opponent=player), challenges.filter(challenger=player)
    context = {
        "waiting": cards,
        "waiting_count": waiting.count(),
        "others": lists.cards(others[:MOST_ROWS], player),
        "others_count": others.count(),
        "finished": lists.cards(finished[:5], player),
        "received": received[:MOST_ROWS],
        "made": made[:MOST_ROWS],
        "open_count": open_to(player).count(),
        "undelivered_count": held_turns(player).count(),
        "away_until": pauses.away_until([player.pk], clock.now()).get(player.pk),
        **(received | made).aggregate(
            received_count=Count("pk", filter=Q(opponent=player)), made_count=Count("pk", filter=Q(challenger=player))
        ),
    }
    return render(request, "home.html", context)


@login_required
@require_safe
def match_list(request: MemberRequest) -> HttpResponse:
    """The reader's own matches, running or finished, page by page."""
    show_finished = request.GET.get("show") == "finished"
    rows = lists.finished(request.user) if show_finished else lists.running(request.user)
    page = leaf(request, rows, size=ON_A_PAGE, what=_("matches"))
    page.items[:] = lists.cards(page.items, request.user)
    return render(request, "matches/list.html", {"matches": page, "show_finished": show_finished})
