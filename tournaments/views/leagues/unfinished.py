"""All matches of a season that are not over, and one button that does with them what the season has."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from matches.scores import score
from matches.views.requests import MemberRequest, fields, login_keeps, see_other
from tournaments.forms.league_forms import AtEndForm
from tournaments.leagues import unfinished
from tournaments.leagues.unfinished import Open
from tournaments.models import Season
from tournaments.refusal import Refused
from tournaments.settling import Verdict

from .finding import run_season

typed = fields("reason")


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: MemberRequest, club: str, league: str, number: int) -> HttpResponse:
    season = run_season(request, club, league, number)
    if request.method != "POST":
        return _show(request, season, AtEndForm(season, initial=typed(request.GET)))
    form = AtEndForm(season, request.POST)
    if not form.is_valid():
        return _show(request, season, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        count = unfinished.apply_rule(season, by=request.user, reason=form.cleaned_data["reason"])
    except Refused as refused:
        return _show(request, season, form, refused.message, refused.status)
    done = ngettext("%(number)s match was dealt with.", "%(number)s matches were dealt with.", count)
    messages.success(request, done % {"number": count})
    return see_other(reverse("leagues:manage", args=[club, league, number]))


def _show(
    request: MemberRequest, season: Season, form: AtEndForm, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "club": season.league.club,
        "league": season.league,
        "season": season,
        "matches": [
            {"open": each, "score": score(*each.scores) if each.scores else "–", "becomes": _becomes(season, each)}
            for each in unfinished.open_matches(season)
        ],
        "form": form,
        "why_not": unfinished.why_not_yet(season),
        "ends_it": unfinished.ends_it(season),
        "refusal": refusal,
    }
    return render(request, "leagues/unfinished.html", context, status=status)


def _becomes(season: Season, each: Open) -> str:
    """What the season's rule makes of the match."""
    white, black = each.pairing.white, each.pairing.black
    match each.verdict:
        case Verdict.WHITE:
            return _("%(name)s wins") % {"name": white.shown_name}
        case Verdict.BLACK:
            return _("%(name)s wins") % {"name": black.shown_name if black else ""}
        case Verdict.DRAW:
            return _("A draw")
        case Verdict.ANNULLED:
            return _("It counts for neither") if each.has_begun else _("It has not begun and counts for neither")
        case _:
            words = ngettext("%(number)s more day", "%(number)s more days", season.more_days)
            return words % {"number": season.more_days}
