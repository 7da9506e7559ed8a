"""An event as values for the fields of its form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from matches.clocks.time_form import pace_values
from matches.offers.game_options import option_name
from matches.time_control.presets import Pace
from tournaments.models import Event
from tournaments.pages.fields import OWN, USUAL
from tournaments.settings.defaults import usual_tie_breaks
from tournaments.settings.rows import KEPT, OF_EVENTS, TIE_BREAK_FIELDS, Setting

from .save import VacationTerms

PLAIN = tuple(setting for setting in OF_EVENTS if setting.asked_by == (setting.name,))
"""Settings with one field of the same name and value."""


def values_of(event: Event) -> dict[str, Any]:
    """Return the values of the form's fields that would make this event."""
    vacation = VacationTerms.of(event)
    scores_count = not event.game_slug or event.game.scores_count
    usual = list(event.tie_breaks) == usual_tie_breaks(event.format, scores_count=scores_count)
    return {
        **{setting.name: _value(event, setting) for setting in PLAIN},
        "seen_by": event.seen_by.value,
        "tie_break_order": USUAL if usual else OWN,
        **dict(zip(TIE_BREAK_FIELDS, event.tie_breaks, strict=False)),
        **{option_name(key): value for key, value in event.options.items()},
        **pace_values(Pace(event.clock_start, event.clock_increment, event.clock_cap)),
        **({"passes": event.passes} if event.passes else {}),
        "vacation": vacation.source != "none",
        "vacation_from": OWN if vacation.source == "own" else "friendly",
        "vacation_days": vacation.days,
        "vacation_shortest": vacation.shortest,
    }


def _value(event: Event, setting: Setting) -> Any:
    """Return the value of a setting; the usual one if the event's format doesn't have it, as another might."""
    if setting.unused is KEPT or setting.is_in(event.rules):
        return getattr(event, setting.name)
    return setting.column.get_default()


@cache
def usual_values() -> Mapping[str, Any]:
    """Return the form's values for an event that sets nothing."""
    values = values_of(Event(game_slug=""))
    return values | {"tie_break_order": USUAL, "vacation": True, "vacation_from": "friendly", "most_difference": None}
