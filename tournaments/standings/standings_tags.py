"""Template filters for standings."""

from __future__ import annotations

from fractions import Fraction

from django import template

from competition.standings import TieBreak
from tournaments.standings.explain import article, points_words

register = template.Library()


@register.filter
def article_of(tie_break: TieBreak) -> str:
    return article(tie_break)


@register.filter
def in_points(points: Fraction) -> str:
    """Write points as standings do: 2½."""
    return points_words(points)
