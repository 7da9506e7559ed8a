"""Who won the seasons of a club's leagues, for its honours board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.db.models import Exists, OuterRef

from tournaments.clubs import honours
from tournaments.clubs.honours import Honour
from tournaments.models import Club, Division, Event, Season
from tournaments.permissions import Reader, visible_to


def of_club(club: Club, reader: Reader) -> Iterator[Honour]:
    """The first of every division, under their league's name."""
    seen = visible_to(reader).values("pk")
    divisions = Division.objects.filter(
        season__league__club=club, season__stage=Season.Stage.FINISHED, event__stage=Event.Stage.FINISHED
    ).filter(event__in=seen)
    found = list(
        divisions.select_related("season__league__club", "event").order_by("-season__ended_at", "season", "level")
    )
    won = honours.of_events([each.event for each in found if each.event])
    for division, honour in zip(found, won, strict=True):
        season = division.season
        title = f"{season.name}, {division.name}"
        yield replace(honour, title=title, url=season.get_absolute_url(), group=season.league.name)


def is_division() -> Exists:
    """Of an outer query's events."""
    return Exists(Division.objects.filter(event=OuterRef("pk")))
