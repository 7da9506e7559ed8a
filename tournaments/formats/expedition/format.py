"""The expedition as a format: teams that are compared, without opponents."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import Scoring, System
from tournaments.formats.by_rounds import ByRounds

if TYPE_CHECKING:
    from engine.game import Game
    from tournaments.models import EventTerms


class Expedition(ByRounds):
    slug = "expedition"
    name = _("expedition")
    folders = ("expedition",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Expedition: in each round, every team plays the same match for itself")
    settings = frozenset(("rounds", "late_until", "break_hours"))
    suits_divisions = False

    def why_not_for(self, game: Game) -> str:
        return "" if game.together else gettext("An expedition is for games in which a team plays without opponents.")

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    def scoring(self, terms: EventTerms) -> Scoring:
        return Scoring(Fraction(0), Fraction(0))

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.TEAMS

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
