"""A player's page, as other players see it."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from accounts.models import PARTS_OF_PAGE, User
from matches.input.paging import Leaf, leaf
from matches.input.requests import login_where_hidden
from matches.match_view import lists, permissions
from matches.match_view.permissions import Reader
from matches.models import Seat
from matches.results import results
from tournaments.permissions.clubs import shown_memberships
from tournaments.ratings.player import ratings_of
from tournaments.standings.placings import entries_of, placings_of

MATCHES_ON_A_PAGE = 10
EVENTS_ON_A_PAGE = 8
MOST_OF_ANOTHERS = 600


@require_safe
@login_where_hidden
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the player has done here and chooses to show, never the address. Guests have no page.

    Visitors get a 404 unless they may see one of the player's matches, so that no one learns from the numbers who is
    here.
    """
    player = get_object_or_404(User, pk=pk, is_active=True, is_guest=False)
    reader = request.user
    if not isinstance(reader, User) and not permissions.seats_seen_by(reader, lists.all_seats(player)).exists():
        raise Http404
    is_own = player == reader
    shown = {part: is_own or getattr(player, f"shows_{part}") for part in PARTS_OF_PAGE}
    found = results.results_of(player) if shown["results"] else []
    context: dict[str, Any] = {
        "player": player,
        "is_own": is_own,
        "shown": shown,
        "results": [each for each in found if not each.game.together],
        "together": [each for each in found if each.game.together],
        "rated": ratings_of(player) if shown["ratings"] else [],
        "memberships": shown_memberships(player, reader) if shown["clubs"] else [],
        "placings": _placings(request, player) if shown["events"] else None,
        "running": _running(request, player) if shown["running"] else None,
        **_finished(request, player, shown=shown["finished"]),
    }
    return render(request, "players/player.html", context)


def _running(request: HttpRequest, player: User) -> Leaf:
    return _matches(request, player, lists.running_seats(player), key="running", what=_("running matches"))


def _finished(request: HttpRequest, player: User, *, shown: bool) -> dict[str, Any]:
    """Return all finished matches, or only those against the reader.

    Those are the reader's, too, and shown in any case.
    """
    reader, seats = request.user, lists.finished_seats(player)
    key, what = "finished", _("finished matches")
    if not isinstance(reader, User) or reader == player:
        return {"finished": _matches(request, player, seats, key=key, what=what) if shown else None}
    tally = results.head_to_head(reader, player)
    against = bool(tally.matches) and (not shown or request.GET.get("against") == "me")
    if against:
        seats = results.between(seats, reader)
    page = _matches(request, player, seats, key=key, what=what) if shown or against else None
    return {"finished": page, "against": against, "head_to_head": tally}


def _matches(request: HttpRequest, player: User, seats: QuerySet[Seat], *, key: str, what: str) -> Leaf:
    page = leaf(request, _listed(request.user, player, seats), size=MATCHES_ON_A_PAGE, key=key, what=what)
    page.items[:] = lists.cards(page.items, request.user)
    return page


def _listed(reader: Reader, player: User, seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return all of one's own seats. Of another player's, return only as many as can be checked for the reader."""
    if player == reader:
        return seats
    return permissions.seats_seen_by(reader, seats)[:MOST_OF_ANOTHERS]


def _placings(request: HttpRequest, player: User) -> Leaf:
    rows = entries_of(player, request.user)
    page = leaf(request, rows, size=EVENTS_ON_A_PAGE, key="events", what=pgettext("pages of", "the events"))
    page.items[:] = placings_of(page.items)
    return page
