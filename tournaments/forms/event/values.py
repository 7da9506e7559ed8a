"""An event as values for the fields of its form."""

from __future__ import annotations

from typing import Any

from matches.clocks.presets import Pace
from matches.forms.game_options import option_name
from matches.forms.time_control import pace_values
from tournaments.models import Event
from tournaments.settings.defaults import usual_tie_breaks
from tournaments.settings.save import VacationTerms

from .fields import OWN, TIE_BREAK_FIELDS, USUAL

PLAIN = (
    *("name", "club", "description", "draws", "rated", "analysis", "format", "rounds", "accelerated"),
    *("points", "most_difference", "seeding", "registration", "places", "closes_at", "check_in", "check_in_hours"),
    *("late_until", "late_bye", "half_byes", "starts_at", "round_start", "round_days", "unfinished"),
    *("extension_days", "publishes_itself", "break_hours", "withdraws_no_shows", "leaver"),
    *("decides", "most_further", "third_place", "at_once", "computer_byes"),
    *("table_size", "table_points", "baton", "shows_forbidden"),
)
"""Fields that are columns of the event, with the same names and values."""


def values_of(event: Event) -> dict[str, Any]:
    """Return the values of the form's fields that would make this event."""
    vacation = VacationTerms.of(event)
    scores_count = not event.game_slug or event.game.scores_count
    usual = list(event.tie_breaks) == usual_tie_breaks(event.format, scores_count=scores_count)
    return {
        **{name: getattr(event, name) for name in PLAIN},
        "seen_by": event.seen_by.value,
        "cycles": str(event.cycles),
        "tie_break_order": USUAL if usual else OWN,
        **dict(zip(TIE_BREAK_FIELDS, event.tie_breaks, strict=False)),
        **{option_name(key): value for key, value in event.options.items()},
        **pace_values(Pace(event.clock_start, event.clock_increment, event.clock_cap)),
        **{name: getattr(event, name) for name in ("weekends", "nights", "at_zero")},
        **({"passes": event.passes} if event.passes else {}),
        "vacation": vacation.source != "none",
        "vacation_from": OWN if vacation.source == "own" else "friendly",
        "vacation_days": vacation.days,
        "vacation_shortest": vacation.shortest,
    }


def _usual_values() -> dict[str, Any]:
    values = values_of(Event(game_slug=""))
    return values | {"tie_break_order": USUAL, "vacation": True, "vacation_from": "friendly", "most_difference": None}


USUAL_VALUES = _usual_values()
