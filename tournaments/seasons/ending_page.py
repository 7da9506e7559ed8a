"""The page on which a season is ended, cancelled or deleted; it says first what that leads to."""

from __future__ import annotations

from tournaments.events.ending.ending_page import EndingPage, LastSteps
from tournaments.seasons.finish import why_not_to_end

from .stages import steps_of


class SeasonEndingPage(EndingPage):
    last = LastSteps(steps_of, why_not_to_end)
