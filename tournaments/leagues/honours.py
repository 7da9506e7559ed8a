"""Who won the seasons of a club's leagues, for its honours board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.clubs import honours
from tournaments.clubs.honours import Honour
from tournaments.models import Club, Division, Event, Season
from tournaments.permissions import Reader, visible_to


def won(club: Club, reader: Reader) -> QuerySet[Division]:
    """The divisions that are over, the latest season first."""
    seen = visible_to(reader).values("pk")
    divisions = Division.objects.filter(
        season__league__club=club, season__stage=Season.Stage.FINISHED, event__stage=Event.Stage.FINISHED
    ).filter(event__in=seen)
    return divisions.select_related("season__league__club", "event").order_by("-season__ended_at", "season", "level")


def told(divisions: Sequence[Division]) -> list[Honour]:
    """The first of each, under their league's name."""
    found = honours.of_events([each.event for each in divisions if each.event])
    return [_of_season(honour, division) for division, honour in zip(divisions, found, strict=True)]


def _of_season(honour: Honour, division: Division) -> Honour:
    season = division.season
    title = f"{season.name}, {division.name}"
    url, ended_at = season.get_absolute_url(), season.ended_at  # a division may have been over before the others
    return replace(honour, title=title, url=url, ended_at=ended_at, group=season.league.name)


def is_division() -> Exists:
    """Of an outer query's events."""
    return Exists(Division.objects.filter(event=OuterRef("pk")))
