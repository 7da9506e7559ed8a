"""Challenges in words."""

from __future__ import annotations

from django import template

from matches.models import Challenge

register = template.Library()


@register.filter
def terms(challenge: Challenge) -> str:
    """What would be played: "2 volleys for points, map 4x5"."""
    return challenge.game.describe_options(challenge.options)
