"""Events on the first page."""

from __future__ import annotations

from typing import Any

from django import template

from fortify_site.accounts.models import User
from tournaments.on_home import open_events, own_events

register = template.Library()


@register.inclusion_tag("tournaments/_on_home.html")
def events_of(player: User) -> dict[str, Any]:
    """Those the player is in or organises, and some that take entries."""
    return {"own": own_events(player), "open": open_events(player)}


@register.inclusion_tag("tournaments/_on_home.html")
def events_for_visitors() -> dict[str, Any]:
    return {"own": [], "open": open_events(None)}
