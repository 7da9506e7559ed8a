"""Whether a season waits for nothing but its end."""

from __future__ import annotations

from django.db.models import Count, F, Q, QuerySet

from tournaments.models import Event, Round, Season


def is_played_out(season: Season) -> bool:
    """Whether nothing is left to do but to end the season. Rounds of a Swiss that are not paired yet are left."""
    if season.stage != Season.Stage.RUNNING:
        return False
    events = Event.objects.filter(division__season=season)
    events = events.exclude(stage__in=(Event.Stage.FINISHED, Event.Stage.CANCELLED))
    to_be_played: QuerySet[Event] = events.filter(round_set__stage=Round.Stage.RUNNING)
    if not season.is_over_time:
        closed = Count("round_set", filter=Q(round_set__stage=Round.Stage.CLOSED))
        to_be_played = events.annotate(closed=closed).filter(closed__lt=F("rounds"))
    return not events.exclude(stage=Event.Stage.RUNNING).exists() and not to_be_played.exists()
