"""The Swiss as a format: rounds paired one by one, by the results so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from i18n.text import Text, say
from tournaments.formats.by_rounds import ByRounds

if TYPE_CHECKING:
    from tournaments.models import EventTerms


class Swiss(ByRounds):
    slug = "swiss"
    name = _("Swiss")
    folders = ("swiss",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Swiss: in each round you meet someone with about your score")
    settings = frozenset(
        (
            *("draws", "rated", "rounds", "points", "tie_breaks", "most_difference", "seeding", "accelerated"),
            *("late_until", "late_bye", "half_byes", "break_hours", "withdraws_no_shows", "computer_byes"),
            "shows_forbidden",
        )
    )
    usual_tie_breaks = ("BH/C1", "BH", "SB", "VPD")

    def described(self, terms: EventTerms) -> Text:
        return say("Swiss, accelerated") if terms.accelerated else say("Swiss")

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
