"""The search page: some results of each kind, or all of one."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe
from django_stubs_ext import StrOrPromise

from accounts.models import User
from fortify_site.api.rate_limit import count_for
from fortify_site.help import find as help_pages
from matches.input.requests import network_of
from matches.match_view.endings import result_in_words
from matches.models import Match

from . import find

A_MINUTE = 30
OF_EACH = 5
ON_A_PAGE = 20
HEADINGS: dict[str, StrOrPromise] = {
    "players": gettext_lazy("Players"),
    "clubs": gettext_lazy("Clubs"),
    "events": gettext_lazy("Events"),
    "matches": gettext_lazy("Matches"),
}


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    query = find.read_query(request.GET.get("q", ""))
    kind = request.GET.get("in", "")
    context: dict[str, Any] = {"query": query, "longest": find.LONGEST, "kind": kind if kind in find.KINDS else ""}
    if query.text and not query.is_too_short:
        if _asks_too_often(request):
            return render(request, "429.html", status=429)
        context |= _all_of(request, query, kind) if kind in find.KINDS else _some_of_each(request, query)
    return render(request, "search/search.html", context)


def _asks_too_often(request: HttpRequest) -> bool:
    whom = f"player-{request.user.pk}" if isinstance(request.user, User) else network_of(request)
    return count_for(f"search-{whom}", A_MINUTE).left < 0


def _some_of_each(request: HttpRequest, query: find.Query) -> dict[str, Any]:
    """Return the best of each kind. Help comes first if a page is called so, else last."""
    groups = []
    for kind, heading in HEADINGS.items():
        rows = find.found(kind, query, request.user, start=0, count=OF_EACH + 1)
        if rows:
            groups.append(_group(kind, heading, rows, OF_EACH))
    if topics := [] if query.number is not None else help_pages.found(query.words):
        place = 0 if help_pages.is_called(topics[0], query.words) else len(groups)
        groups.insert(place, {**_group("help", _("Help"), topics, OF_EACH), "more": False})
    return {"groups": groups}


def _all_of(request: HttpRequest, query: find.Query, kind: str) -> dict[str, Any]:
    """Return a page of one kind. Instead of counting, one more row than the page shows tells whether more follow."""
    number = Paginator(range(find.MOST_FOUND), ON_A_PAGE).get_page(request.GET.get("page", 1)).number
    start = (number - 1) * ON_A_PAGE
    rows = find.found(kind, query, request.user, start=start, count=ON_A_PAGE + 1)
    group = _group(kind, HEADINGS[kind], rows, ON_A_PAGE)
    return {
        "groups": [{**group, "more": False}] if rows else [],
        "previous": number - 1,
        "next": number + 1 if rows[ON_A_PAGE:] and start + ON_A_PAGE < find.MOST_FOUND else 0,
        "what": pgettext("pages of", "what was found"),
    }


def _group(kind: str, heading: StrOrPromise, rows: list[Any], size: int) -> dict[str, Any]:
    part = rows[:size]
    shown = [_match_row(match) for match in part] if kind == "matches" else part
    return {"kind": kind, "heading": heading, "rows": shown, "more": len(rows) > size}


def _match_row(match: Match) -> dict[str, Any]:
    seats = list(match.seats.all())
    return {
        "match": match,
        "names": " – ".join(seat.name for seat in seats),
        "result": result_in_words(match, seats) if match.is_over else "",
    }
