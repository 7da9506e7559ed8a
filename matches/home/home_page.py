"""The first page, for players and for visitors, the list of a player's matches, and emails that did not arrive."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.friends import friend_ids
from accounts.models import User
from engine.games import games, games_for_one
from matches.clocks import pauses
from matches.input.paging import leaf
from matches.input.requests import MemberRequest, see_other, way_back
from matches.live.pages import open_home
from matches.lobby.cookie_guests import guest_of
from matches.lobby.one_click_form import ComputerForm, alone_forms
from matches.mails import resend
from matches.match_view import lists
from matches.match_view.overview import overview
from matches.match_view.read_marks import mark_all_seen
from matches.offers import shown as offers
from matches.time_control.words import span

MOST_WAITING = 12
MOST_ROWS = 8
MOST_FINISHED = 5
ON_A_PAGE = 25


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the first page: the player's matches, or what visitors can do."""
    if isinstance(request.user, User):
        return _home_of(request, request.user)
    return render(request, "start.html", {"games": games(), **_for_visitor(request)})


def _for_visitor(request: HttpRequest) -> dict[str, Any]:
    """Return the ways to play a computer, and the matches played as a guest in this browser, for a visitor's page."""
    guest = guest_of(request)
    running = [] if guest is None else list(lists.running_seats(guest)[:MOST_ROWS])
    return {
        "alone_forms": alone_forms(),
        "form": ComputerForm(auto_id="computer-%s") if settings.COMPUTER_PLAYERS else None,
        "own": [] if guest is None else lists.cards(running, guest),
    }


def _home_of(request: HttpRequest, player: User) -> HttpResponse:
    """Return the page's context for a player, with what waits for them first.

    Every list is cut: the pages behind it have the rest.
    """
    now = timezone.now()
    shown = overview(player, most_waiting=MOST_WAITING, most_others=MOST_ROWS, most_finished=MOST_FINISHED)
    mark_all_seen(request, [card.seat for card in shown.waiting])
    counts = offers.count_waiting(player)
    context = {
        **vars(shown),
        "live": open_home(player.pk, shown.waiting_count, shown.asked_last),
        **counts._asdict(),
        "received": offers.received(player)[:MOST_ROWS] if counts.received_count else [],
        "made": offers.made(player)[:MOST_ROWS] if counts.made_count else [],
        "tables": offers.tables_of(player)[:MOST_ROWS] if counts.tables_count else [],
        "alone": games_for_one(),
        "away_until": pauses.away_until([player.pk], now).get(player.pk),
    }
    return render(request, "home.html", context)


@login_required
@require_safe
def match_list(request: MemberRequest) -> HttpResponse:
    """Show the reader's own matches, running or finished, page by page."""
    show_finished = request.GET.get("show") == "finished"
    rows = lists.finished_seats(request.user) if show_finished else lists.running_seats(request.user)
    friends_only = request.GET.get("who") == "friends"
    if friends_only:
        rows = lists.against(rows, friend_ids(request.user))
    page = leaf(request, rows, size=ON_A_PAGE, what=_("matches"))
    page.items[:] = lists.cards(page.items, request.user)
    context = {"matches": page, "show_finished": show_finished, "friends_only": friends_only}
    return render(request, "matches/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_again(request: MemberRequest) -> HttpResponse:
    """Send again the emails that didn't reach the player.

    GET leads to the first page, where the button is: readers who had to log in first arrive by GET.
    """
    if request.method != "POST":
        return redirect("home")
    try:
        sent = resend.send_again(request.user)
    except resend.TooSoon:
        wait = _("We’ve just sent them again. Wait %(time)s before you try once more.")
        messages.warning(request, wait % {"time": span(resend.AGAIN_AFTER)})
    else:
        if sent:
            words = ngettext(
                "%(number)s email is on its way to %(address)s.",
                "%(number)s emails are on their way to %(address)s.",
                sent,
            )
            messages.success(request, words % {"number": sent, "address": request.user.email})
        else:
            messages.info(request, _("No emails about your turns are waiting."))
    return see_other(way_back(request))
