"""Pairings of rated events that were decided in past months."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from competition.ratings.months import Month
from tournaments.models import Entry, Event, Pairing, Rating, Round

from .factories import EventFactory, MatchFactory


def day(month: int, number: int = 15) -> datetime:
    return datetime(2026, month, number, 12, tzinfo=UTC)


def played(
    white: User, black: User, at: datetime, codes: str = "10", event: Event | None = None, **fields: Any
) -> Pairing:
    """Make a pairing that was played in an event, in a round of its own."""
    event = event or EventFactory(stage=Event.Stage.RUNNING)
    first, second = (Entry.objects.get_or_create(event=event, player=player)[0] for player in (white, black))
    number = event.round_set.count() + 1
    of = Round.objects.create(event=event, number=number, stage=Round.Stage.CLOSED)
    pairing = Pairing(
        round=of,
        board=1,
        white=first,
        black=second,
        white_code=codes[0],
        black_code=codes[1],
        match=MatchFactory(players=[white, black], game_slug=event.game_slug),
        decided_at=at,
    )
    for name, value in fields.items():
        setattr(pairing, name, value)
    pairing.save()
    return pairing


def rate(player: User, rating: float, month: Month, **fields: Any) -> Rating:
    """Store the rating that the month was closed with, after one match, the player's ninth."""
    usual: dict[str, Any] = {"game_slug": "fortify", "deviation": 60, "volatility": 0.06, "games": 1, "total": 9}
    return Rating.objects.create(player=player, rating=rating, month=month.first_day, **usual | fields)


def rating_of(player: User, month: int) -> Rating:
    return Rating.objects.get(player=player, month=Month(2026, month).first_day)
