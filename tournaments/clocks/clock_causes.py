"""The email that says what was done to all clocks of an event or a season, queued in the transaction of its cause."""

from __future__ import annotations

from matches.models import Seat
from tournaments.locking.scope import Scope
from tournaments.mails.all_players import tell_all_players

KIND = "event_clocks"


def clocks_acted(scope: Scope, group: str) -> None:
    """Queue what was done to all clocks to everyone with a running match."""
    running = Seat.objects.filter(match__pairing__round__event__in=scope.events().order_by(), finished_at=None)
    tell_all_players(KIND, scope, {"group": group}, once=group, among=running)
