"""The cup as a format: a bracket, drawn match by match."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.pairing import knockout
from i18n.text import noop
from tournaments.formats.format import Format
from tournaments.formats.words import WhyNot
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event
from tournaments.settings.validate import MOST_IN_A_CUP

from . import leaver


class Cup(Format):
    slug = "cup"
    name = _("cup")
    folders = ("cup",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Cup: losers are out, until one player is left")
    settings = frozenset(("draws", "rated", "decides", "most_further", "third_place", "seeding"))
    suits_divisions = False

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    why_not = WhyNot(
        enter_late=_("The cup has begun: it takes no more entries."),
        miss_a_round=_("In a cup you can’t miss a round: players who don’t play are out."),
        come_back=_("Players who leave a cup can’t come back: their opponent has advanced."),
        keep_apart=_("In a cup the bracket says who meets. Swap two players in a draft instead."),
        correct_a_bye=_("In a cup a bye gives only a place in the next round."),
    )
    most_players = MOST_IN_A_CUP
    first_colour = (
        noop("Drawn for the better seed on board 1: %(seat)s."),
        noop("Drawn for the better seed on board 1: not %(seat)s."),
    )

    def why_not_begin(self, event: Event, count: int) -> TournamentRefused | None:
        if count <= self.most_players:
            return None
        words = gettext("%(count)s players are too many: a cup can have %(most)s.")
        return TournamentRefused(words % {"count": count, "most": self.most_players}, "format", 409)

    def rounds_for(self, event: Event, count: int) -> int:
        return knockout.rounds_of(count)

    def player_left(self, event: Event, entry: Entry, *, keeps_place: bool) -> None:
        leaver.settle_matches(event, entry)

    # -- rounds ----------------------------------------------------------------------------------------------------

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------
