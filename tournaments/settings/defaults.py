"""The tie-breaks of an event whose organiser hasn't chosen any."""

from __future__ import annotations

from competition.standings.tie_break import parse_tie_break
from tournaments.models.formats import format_of


def usual_tie_breaks(slug: str, *, scores_count: bool = True) -> list[str]:
    """Return the default tie-breaks of a format. ``scores_count``: tie-breaks by game points make sense."""
    codes = format_of(slug).usual_tie_breaks
    return [code for code in codes if scores_count or not parse_tie_break(code).kind.needs_scores]
