"""The leagues of a club, as its pages list them."""

from __future__ import annotations

from django.db.models import OuterRef, Subquery

from tournaments.models import Club, League, Season
from tournaments.permissions import Reader

from .permissions import visible_in_club


def with_their_seasons(club: Club, reader: Reader) -> list[tuple[League, Season | None]]:
    """By name, each with its latest season that the reader may see. Few queries, however many they are."""
    last = visible_in_club(reader, club).filter(league=OuterRef("pk")).values("pk")[:1]
    leagues = list(club.leagues.annotate(last_season=Subquery(last)).order_by("name"))
    latest = Season.objects.in_bulk([league.last_season for league in leagues if league.last_season])
    return [(league, latest.get(league.last_season)) for league in leagues]
