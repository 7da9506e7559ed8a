"""Setting up an event as an organiser does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from engine.games import contests, game
from matches.time_control.time_control import TimeControl
from tournaments.events import open
from tournaments.events.settings import save
from tournaments.events.settings.save import VacationTerms
from tournaments.models import Event
from tournaments.models.formats import usual_format
from tournaments.settings.defaults import usual_tie_breaks

NO_VACATION = VacationTerms("none")


def open_event(
    organiser: User,
    name: str,
    *,
    game_slug: str | None = None,
    options: Mapping[str, str] | None = None,
    event_format: str | None = None,
    days: float = 3,
    vacation: VacationTerms = NO_VACATION,
    **settings: Any,
) -> Event:
    """Make an event open for entries, with the usual tie-breaks and these settings. Raises ``TournamentRefused``.

    It is of the first game and the first format if none are given, with that many days for a turn.
    """
    slug = event_format or usual_format()
    rules = game(game_slug) if game_slug else contests()[0]
    fixed = {
        "name": name,
        "options": rules.clean_options(options or {}),
        "format": slug,
        "tie_breaks": usual_tie_breaks(slug, scores_count=rules.scores_count),
        **TimeControl.fixed(days).columns(),
    }
    event = save.make(organiser, rules.slug, fixed | settings, vacation)
    return open.open_for_entries(event, by=organiser)
