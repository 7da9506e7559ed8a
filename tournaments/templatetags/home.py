"""Events on the first page."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import User
from jobs import clock
from tournaments.events.home_page import open_events, own_events
from tournaments.seasons import register as season_register

register = template.Library()


@register.inclusion_tag("tournaments/_on_home.html")
def events_of(player: User) -> dict[str, Any]:
    """Those the player is in or organises, and some that take entries, with the seasons of their clubs that do."""
    now = clock.now()
    seasons = [] if player.is_guest else season_register.open_to(player, now)
    return {"own": own_events(player), "seasons": seasons, "open": open_events(player, now)}


@register.inclusion_tag("tournaments/_on_home.html")
def events_for_visitors() -> dict[str, Any]:
    return {"own": [], "seasons": [], "open": open_events(None, clock.now())}
