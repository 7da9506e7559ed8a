"""Whether a season waits for nothing but its end."""

from __future__ import annotations

from matches import clocks
from tournaments.models import Event, Round, Season


def is_played_out(season: Season) -> bool:
    """Whether nothing is left to do but to end the season."""
    if season.stage != Season.Stage.RUNNING:
        return False
    events = Event.objects.filter(division__season=season)
    events = events.exclude(stage__in=(Event.Stage.FINISHED, Event.Stage.CANCELLED))
    rounds = Round.objects.filter(event__in=events)
    if season.ends_at is None or season.ends_at > clocks.now():
        rounds = rounds.exclude(stage=Round.Stage.CLOSED)
    else:
        rounds = rounds.filter(stage=Round.Stage.RUNNING)
    return not events.exclude(stage=Event.Stage.RUNNING).exists() and not rounds.exists()
