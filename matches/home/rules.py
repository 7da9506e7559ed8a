"""The rules of each game. The text of a game's page is its own template, ``rules.html``."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.games import game, games, games_for_one
from matches.match_view.drawing import templates_of
from matches.offers import terms


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    """Show the games."""
    return render(request, "rules/list.html", {"games": games()})


@require_safe
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game."""
    try:
        rules = game(slug)
    except LookupError:
        raise Http404 from None
    context = {
        "game": rules,
        "text": templates_of(rules.slug, "rules.html"),
        "alone": rules in games_for_one(),
        "has_tables": bool(terms.table_sizes(rules)),
    }
    return render(request, "rules/game.html", context)
