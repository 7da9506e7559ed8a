"""The common part of formats whose matches have a seat for each of several players, or for each of a team."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from competition.history import Code, Scoring
from i18n.text import noop
from tournaments.models import EventTerms
from tournaments.rounds.drafts.draft import Slots, away

from .format import Format
from .words import OutcomeWords, WhyNot


class OfSeveral(Format):
    """A format whose matches are for several players."""

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    why_not = WhyNot(correct_a_bye=_("A missed round gives no points here."))

    # -- rounds ----------------------------------------------------------------------------------------------------

    keeps_table_seats = True

    def with_bye(self, slots: Slots, player: int, code: Code) -> Slots:
        return away(slots, player)

    def most_in_match(self, event: EventTerms) -> int:
        return max(event.game.seats)

    # -- results ---------------------------------------------------------------------------------------------------

    outcome_words = OutcomeWords(
        annulled=_("counts for nobody"),
        if_ended=_(
            "This ends the match with its current points, and all players are told. If a player forfeits, the others "
            "play on where the game allows it."
        ),
    )

    def scoring(self, terms: EventTerms) -> Scoring:
        """Return no points: a table or a team counts otherwise."""
        return Scoring(Fraction(0), Fraction(0))

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    why_no_trf = noop("TRF files only support matches of two, not events at tables.")
