"""What templates need to know of leagues."""

from __future__ import annotations

from fractions import Fraction

from django import template

from tournaments.explaining import points_words
from tournaments.models import Season

register = template.Library()

STAGE_CHIPS = {
    Season.Stage.REGISTRATION: "good",
    Season.Stage.RUNNING: "accent",
    Season.Stage.CANCELLED: "bad",
}


@register.filter
def season_chip(season: Season) -> str:
    """The word that styles the season's stage."""
    return STAGE_CHIPS.get(Season.Stage(season.stage), "")


@register.filter
def in_points(points: Fraction) -> str:
    """As tables have it: 2½."""
    return points_words(points)
