"""Setting up an event as an organiser does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games import game
from fortify_site.accounts.models import User
from matches.clocks import TimeControl
from tournaments import opening
from tournaments.models import Event
from tournaments.setting_up import saving
from tournaments.setting_up.saving import LeaveTerms
from tournaments.setting_up.usual import usual_tie_breaks

NO_LEAVE = LeaveTerms("none")


def open_event(
    organiser: User,
    name: str,
    *,
    game_slug: str = "fortify",
    options: Mapping[str, str] | None = None,
    event_format: Event.Format = Event.Format.SWISS,
    days: float = 3,
    leave: LeaveTerms = NO_LEAVE,
    **settings: Any,
) -> Event:
    """An event that is open for entries: with so many days for a turn, the usual tie-breaks and these settings. Raises
    ``Refused``."""
    fixed = {
        "name": name,
        "options": game(game_slug).clean_options(options or {}),
        "format": event_format,
        "tie_breaks": usual_tie_breaks(event_format),
        **TimeControl.fixed(days).columns(),
    }
    event = saving.make(organiser, game_slug, fixed | settings, leave)
    return opening.open_for_entries(event, by=organiser)
