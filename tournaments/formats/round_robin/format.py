"""The round robin as a format: a schedule drawn up at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from competition.history import System
from i18n.text import Text, say
from tournaments.formats.format import Format

if TYPE_CHECKING:
    from tournaments.models import EventTerms


class RoundRobin(Format):
    slug = "round_robin"
    name = _("round robin")
    folders = ("round_robin",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Round robin: everyone meets everyone")
    settings = frozenset(
        (
            *("draws", "rated", "cycles", "at_once", "points", "tie_breaks", "most_difference", "seeding"),
            *("withdraws_no_shows", "leaver", "computer_byes", "replacements", "replace_days"),
        )
    )
    usual_tie_breaks = ("DE", "SB", "KS", "VPD")

    def described(self, terms: EventTerms) -> Text:
        return say("double round robin") if terms.cycles == 2 else say("round robin")

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.ROUND_ROBIN

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
