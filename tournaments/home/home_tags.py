"""Template tags for events on the home page."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from accounts.models import User
from tournaments.decisions import inbox
from tournaments.weekly import standings, weeks

from .home_page import on_home_page, open_to_visitors

register = template.Library()

MOST_ON_HOME = 5


@register.inclusion_tag("tournaments/_on_home.html")
def events_of(player: User) -> dict[str, Any]:
    """Return the events the player is in or organises, and some to enter, with the seasons of their clubs."""
    return on_home_page(player, timezone.now())._asdict()


@register.inclusion_tag("tournaments/_decisions_on_home.html")
def decisions_for(player: User) -> dict[str, Any]:
    """Return the organiser's decisions; looked up only if there are any."""
    lines = inbox.waiting_for(player) if player.decisions else []
    return {"lines": lines[:MOST_ON_HOME], "count": len(lines)}


@register.inclusion_tag("tournaments/_on_home.html")
def events_for_visitors() -> dict[str, Any]:
    return {"own": [], "seasons": [], "open": open_to_visitors(timezone.now())}


@register.inclusion_tag("weekly/_offer.html", takes_context=True)
def weekly_forest(context: Any) -> dict[str, Any]:
    """Show a card with a button for each level of this week's forest, if there is one."""
    forest = weeks.offered(timezone.now())
    return {
        "forest": forest,
        "boards": standings.weekly_levels() if forest else [],
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("weekly/_on_home.html")
def weekly_forest_row() -> dict[str, Any]:
    """Show this week's forest as a row of a list."""
    return {"forest": weeks.offered(timezone.now())}


@register.simple_tag
def weekly_forest_url() -> str:
    """Return the page of this week's forest; "" if the host has switched it off."""
    return weeks.PATH if weeks.is_on() else ""
