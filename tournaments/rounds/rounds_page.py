"""The page of a round: who plays whom, and how far they have got."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import pgettext

from matches.input.paging import leaf
from matches.input.requests import whole_number
from tournaments.locking.kept import Version, version_of
from tournaments.models import Event, Round
from tournaments.pages.kept_pages import answer, event_page
from tournaments.standings.standings import standings_of

from .pairings import boards_of, pairings_of

BOARDS_ON_A_PAGE = 60


@event_page
def round_page(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    round_ = event.round_set.filter(number=number).exclude(stage=Round.Stage.DRAFT).first()
    if round_ is None:
        raise Http404
    version = version_of(event)
    page = whole_number(request.GET.get("page")) or 1
    return answer(
        request,
        "tournaments/round.html",
        lambda: _context(request, event, round_, version),
        version=version,
        key=(min(page, 1 + event.entries.count() // BOARDS_ON_A_PAGE),),
    )


def _context(request: HttpRequest, event: Event, round_: Round, version: Version) -> dict[str, Any]:
    standings = standings_of(event, version=version)
    pairings = leaf(request, pairings_of(round_), size=BOARDS_ON_A_PAGE, what=pgettext("pages of", "pairings"))
    again = event.rules.meetings_again(event, round_, pairings.items, standings.history)
    matches = round_.pairings.filter(black__isnull=False, is_annulled=False)
    return {
        "event": event,
        "round": round_,
        "leaf": pairings,
        "boards": boards_of(event, pairings.items, standings.history, round_.number - 1, again.pairs),
        "why_again": again.why,
        **matches.aggregate(matches=Count("pk"), decided=Count("decided_at")),
        "annulled": any(pairing.is_annulled for pairing in pairings.items),
        "left": [entry for entry in standings.entries.values() if entry.left_words],
        "numbers": range(1, standings.last + 1),
    }
