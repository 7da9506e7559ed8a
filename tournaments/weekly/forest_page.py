"""The page of the weekly forest: this week's, with a button for each level, and those of the weeks before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from http import HTTPStatus
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from i18n.text import say
from matches.input.paging import Leaf, leaf
from matches.input.requests import see_other
from matches.lobby.cookie_guests import guest_of
from matches.lobby.one_click import guest_who_plays
from matches.offers.refused import OfferRefused
from timekeeping import clock
from tournaments.models import WeeklyAttempt, WeeklyForest
from tournaments.models.weekly import WEEK
from tournaments.pages.send_form import send
from tournaments.weekly import standings, weeks
from tournaments.weekly.play import play
from tournaments.weekly.standings import Key, WeeklyLevel

ROWS_ON_A_PAGE = 50
WEEKS_ON_A_PAGE = 12


@dataclass(frozen=True)
class Own:
    """The reader's attempt at a level; ``rank`` is 0 while it runs, and if it doesn't count."""

    attempt: WeeklyAttempt
    rank: int


@require_safe
def current_page(request: HttpRequest) -> HttpResponse:
    if not weeks.is_on():
        raise Http404
    now = clock.now()
    forest = weeks.current(now)
    if forest is None:
        return render(request, "weekly/none.html", {"past": _past(request, weeks.monday_of(now))})
    return _show_forest(request, forest, now)


@require_http_methods(["GET", "HEAD", "POST"])
def forest_page(request: HttpRequest, week: str) -> HttpResponse:
    """Show the standings (GET), or begin the reader's match at a level (POST), also as a guest."""
    now = clock.now()
    begins_on = _begins_on(week, now)
    forest = WeeklyForest.objects.filter(begins_on=begins_on).first()
    if forest is None and begins_on == weeks.monday_of(now):
        return see_other(reverse("weekly:current"))  # it says that it isn't fixed yet
    if forest is None:
        raise Http404
    answer, refusal, status = send(request, partial(_begin, request, forest, now))
    return answer or _show_forest(request, forest, now, refusal=refusal, status=status)


def _begin(request: HttpRequest, forest: WeeklyForest, now: datetime) -> tuple[str, str]:
    board = _board(request.POST.get("game", ""), request.POST.get("level", ""))
    if now >= forest.ends_at:  # before a visitor becomes a guest for nothing
        raise OfferRefused(say("This week is over. Play the new forest."), "closed")
    player = request.user if isinstance(request.user, User) else guest_who_plays(request)
    return "", play(forest, board.game, board.level.value, player).get_absolute_url()


def _begins_on(week: str, now: datetime) -> date:
    """Return the day that the address names. Raises ``Http404`` if it is still to come, or no day."""
    try:
        begins_on = date.fromisoformat(week)
    except ValueError:
        raise Http404 from None
    if begins_on > weeks.monday_of(now) or not weeks.is_on():
        raise Http404
    return begins_on


def _board(slug: str, level: str) -> WeeklyLevel:
    """Return the level by its game and name. Raises ``OfferRefused``."""
    for board in standings.weekly_levels():
        if board.key == (slug, level):
            return board
    raise OfferRefused(_("Choose a level."), "invalid")


def _show_forest(
    request: HttpRequest, forest: WeeklyForest, now: datetime, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    reader = request.user if isinstance(request.user, User) else guest_of(request)
    own = _own(forest, reader)
    sizes = standings.sizes(forest)
    shown = _shown_board(request, own, sizes)
    is_over = now >= forest.ends_at
    context = {
        "forest": forest,
        "is_over": is_over,
        "is_current": weeks.monday_of(now) == forest.begins_on,
        "games": [
            (rules, [(board, own.get(board.key)) for board in boards])
            for rules, boards in groupby(standings.weekly_levels(), key=attrgetter("game"))
        ],
        "tables": [(board, sizes.get(board.key, 0)) for board in standings.weekly_levels()],
        "has_games": len({board.game.slug for board in standings.weekly_levels()}) > 1,
        "shown": shown,
        "own": own.get(shown.key),
        "level": _level_with(own.get(shown.key), shown),
        "is_guest": reader is not None and reader.is_guest,
        "measures": [(say(each.name), say(each.explained)) for each in shown.game.measures()],
        "playing": standings.still_playing(forest, shown) if forest.closed_at is None else 0,
        "refusal": refusal,
        **_table(request, forest, shown),
        **_around(request, forest, now),
    }
    return render(request, "weekly/forest.html", context, status=status)


def _own(forest: WeeklyForest, reader: User | None) -> dict[Key, Own]:
    if reader is None:
        return {}
    attempts = forest.attempts.filter(player=reader, counts=True).select_related("match", "forest")
    found = {(each.game_slug, each.level): each for each in attempts.defer("match__state")}
    return {
        board.key: Own(attempt, standings.rank_of(attempt, board) if attempt.rank_key else 0)
        for board in standings.weekly_levels()
        if (attempt := found.get(board.key)) is not None
    }


def _level_with(own: Own | None, board: WeeklyLevel) -> int:
    """Return how many others share the reader's place; 0 for a guest, who isn't in the table."""
    if own is None or not own.rank or (own.attempt.player and own.attempt.player.is_guest):
        return 0
    return standings.listed(own.attempt.forest, board).filter(rank_key=own.attempt.rank_key).count() - 1


def _shown_board(request: HttpRequest, own: Mapping[Key, Own], sizes: Mapping[Key, int]) -> WeeklyLevel:
    """Return the level to show: the one asked for, else the last that the reader began.

    Otherwise it is the one with the most rows, which is the first if there are none.
    """
    boards = {board.key: board for board in standings.weekly_levels()}
    first = next(iter(boards))
    asked = request.GET.get("game", first[0]), request.GET.get("level", "")
    last = max(own, key=lambda key: own[key].attempt.pk, default=first)
    most = max(boards, key=lambda key: sizes.get(key, 0))
    return boards[asked if asked in boards else last if own else most]


def _table(request: HttpRequest, forest: WeeklyForest, board: WeeklyLevel) -> dict[str, Any]:
    page = leaf(
        request, standings.listed(forest, board), size=ROWS_ON_A_PAGE, what=pgettext("pages of", "the standings")
    )
    for attempt in page:
        attempt.forest = forest
    start = page.page.start_index() - 1
    return {"page": page, "rows": standings.weekly_rows(page.items, board, request.user, start=start)}


def _around(request: HttpRequest, forest: WeeklyForest, now: datetime) -> dict[str, Any]:
    """Return what this week's page shows besides: last week's winners, what comes next week, and the weeks before."""
    if weeks.monday_of(now) != forest.begins_on:
        return {}
    last = WeeklyForest.objects.filter(begins_on=forest.begins_on - WEEK, closed_at__isnull=False).first()
    best = standings.best_of(last, request.user) if last is not None else []
    return {
        "last": last,
        "best": best,
        "coming": weeks.coming(now),
        "past": _past(request, forest.begins_on - WEEK if best else forest.begins_on),
    }


def _past(request: HttpRequest, before: date) -> Leaf:
    """Return the weeks in which someone played, the latest first."""
    played = WeeklyAttempt.objects.filter(forest=OuterRef("pk"), counts=True).exclude(player__is_guest=True)
    over = WeeklyForest.objects.filter(Exists(played), begins_on__lt=before).order_by("-begins_on")
    return leaf(request, over, size=WEEKS_ON_A_PAGE, key="weeks", what=pgettext("pages of", "the weeks"))
