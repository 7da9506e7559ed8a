"""Events on the first page."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from accounts.models import User
from tournaments.events.home_page import on_home_page, open_to_visitors

register = template.Library()


@register.inclusion_tag("tournaments/_on_home.html")
def events_of(player: User) -> dict[str, Any]:
    """Those the player is in or organises, and some that take entries, with the seasons of their clubs that do."""
    return on_home_page(player, timezone.now())._asdict()


@register.inclusion_tag("tournaments/_on_home.html")
def events_for_visitors() -> dict[str, Any]:
    return {"own": [], "seasons": [], "open": open_to_visitors(timezone.now())}
