"""The season of which an event is a division."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.utils.translation import gettext as _

from tournaments.gate import EVENT, SEASON
from tournaments.models import Event, Season
from tournaments.refusal import Refused

T = TypeVar("T")


def season_of(event: Event) -> Season | None:
    """Of whatever event; ``None`` for one that is no division."""
    found = Season.objects.filter(divisions__event=event)
    return found.select_related("league__club").first()


def decide(event_id: int, act: Callable[[Season, Event], T]) -> T:
    """Run ``act`` on a division and its season as they are now, the season's row held before the event's: so nobody
    comes into two divisions at the same moment. Raises ``Refused``."""
    season_id = Season.objects.filter(divisions__event=event_id).values_list("pk", flat=True).first()
    if season_id is None:
        raise Refused(_("This place is not free any more."), status=409)
    return SEASON.run(season_id, lambda season: EVENT.run(event_id, lambda event: act(season, event)))
