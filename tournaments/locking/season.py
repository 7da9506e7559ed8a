"""The season of which an event is a division, and whether it is played out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Event, Round, Season

from .locks import EVENT, SEASON
from .refused import TournamentRefused

T = TypeVar("T")


def season_of(event: Event) -> Season | None:
    """Return the season of which the event is a division, if any."""
    found = Season.objects.filter(divisions__event=event)
    return found.select_related("league__club").first()


def is_played_out(season: Season) -> bool:
    """Return whether all play is over, so that the season only needs to be ended.

    While rounds of a Swiss are still to be paired, it isn't.
    """
    if season.stage != Season.Stage.RUNNING:
        return False
    events = Event.objects.filter(division__season=season)
    events = events.exclude(stage__in=(Event.Stage.FINISHED, Event.Stage.CANCELLED))
    to_be_played: QuerySet[Event] = events.filter(round_set__stage=Round.Stage.RUNNING)
    if not season.is_over_time:
        closed = Count("round_set", filter=Q(round_set__stage=Round.Stage.CLOSED))
        to_be_played = events.annotate(closed=closed).filter(closed__lt=F("rounds"))
    return not events.exclude(stage=Event.Stage.RUNNING).exists() and not to_be_played.exists()


def decide(event_id: int, act: Callable[[Season, Event], T]) -> T:
    """Run ``act`` on a division and its season as they are now. Raises ``TournamentRefused``.

    The season's row is locked before the event's, so that no one gets into two divisions at once.
    """
    season_id = Season.objects.filter(divisions__event=event_id).values_list("pk", flat=True).first()
    if season_id is None:
        raise TournamentRefused(_("This place is no longer free."), status=409)
    return SEASON.run(season_id, lambda season: EVENT.run(event_id, lambda event: act(season, event)))
