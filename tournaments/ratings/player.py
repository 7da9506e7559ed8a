"""A player's ratings for their page."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Max

from accounts.models import User
from competition.ratings.glicko import Rating as Strength
from competition.ratings.months import Month
from engine.game import Game
from engine.games import game
from tournaments.models import RatedMonth, Rating

from .graph import Graph, draw
from .seed_rating import by_month


class Rated(NamedTuple):
    """A player's rating in a game.

    It says how strong they were at the end of the last rated month, after how many matches, and how it came about.
    """

    game: Game
    strength: Strength
    total: int
    graph: Graph


def ratings_of(player: User) -> list[Rated]:
    """Return the player's rating in every game in which they have one. Two queries."""
    rows: defaultdict[str, list[Rating]] = defaultdict(list)
    for row in Rating.objects.filter(player=player).order_by("month"):
        rows[row.game_slug].append(row)
    months = RatedMonth.objects.filter(game_slug__in=rows).values_list("game_slug").annotate(last=Max("month"))
    last = {slug: Month.on(day) for slug, day in months} if rows else {}
    rated = (_rated(slug, its_rows, last.get(slug)) for slug, its_rows in sorted(rows.items()))
    return [each for each in rated if each is not None]


def _rated(game_slug: str, rows: list[Rating], last: Month | None) -> Rated | None:
    history = by_month(rows, max(last or Month.on(rows[-1].month), Month.on(rows[-1].month)))
    graph = draw(history)
    try:
        played = game(game_slug)
    except LookupError:  # a game that this site no longer has
        return None
    return Rated(played, history[max(history)], rows[-1].total, graph) if graph else None
