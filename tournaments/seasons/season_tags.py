"""Template tags for leagues."""

from __future__ import annotations

from django import template

from tournaments.models import Division, Event, Season

register = template.Library()

STAGE_CHIPS = {
    Season.Stage.REGISTRATION: "good",
    Season.Stage.RUNNING: "accent",
    Season.Stage.CANCELLED: "bad",
}


@register.filter
def season_chip(season: Season) -> str:
    """Return the CSS class that styles the season's stage."""
    return STAGE_CHIPS.get(Season.Stage(season.stage), "")


@register.simple_tag
def division_of(event: Event) -> Division | None:
    """Return the division of a season that is played as this event; ``None`` if there is none."""
    if event.club_id is None:  # then there is no need to look
        return None
    return Division.objects.filter(event=event).select_related("season__league__club").first()
