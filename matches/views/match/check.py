"""The record of a finished match, checked as ``python -m engine verify`` checks it, and how that is done by hand."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.record.check import check, findings
from matches.match_view.seed import seed_facts
from matches.match_view.view import MatchView, open_match_view
from matches.record import record_of
from matches.views.requests import login_where_hidden


@login_where_hidden
@require_safe
def check_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What was checked and found right, or what is wrong and on which line; nothing while the match runs."""
    return show_check(request, open_match_view(pk, request.user))


def show_check(request: HttpRequest, match_view: MatchView, token: str = "") -> HttpResponse:
    """``token`` is that of the link by which the reader came."""
    match_url = reverse("matches:link", args=[token]) if token else match_view.match.get_absolute_url()
    if not match_view.match.is_open:
        return redirect(match_url)
    text = record_of(match_view.match, match_view.seats, match_view.seat)
    checked = check(text)
    context = {
        "match_view": match_view,
        "match": match_view.match,
        "match_url": match_url,
        "by_link": bool(token),
        "faults": checked.faults,
        "findings": [] if checked.faults else list(findings(checked)),
        "facts": seed_facts(match_view.match, match_view.seats),
        "lines": text.splitlines(),
    }
    return render(request, "matches/check.html", context)


@require_safe
def chance_document(_request: HttpRequest) -> HttpResponse:
    """docs/chance.md, as it is."""
    try:
        text = (settings.BASE_DIR / "docs" / "chance.md").read_text(encoding="utf-8")
    except OSError:
        raise Http404 from None
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
