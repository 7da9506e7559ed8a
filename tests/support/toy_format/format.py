"""A toy format: everyone plays number 1, one after another, while the others wait."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import ABSENT, Code, Pair, Result
from i18n.text import noop
from tournaments.formats.by_plan import ByPlan
from tournaments.formats.course import Course, boards
from tournaments.formats.of_two import OfTwo
from tournaments.formats.words import RoundWords
from tournaments.locking.refused import TournamentRefused
from tournaments.models import EventTerms
from tournaments.rounds.drafts.draft import Slots, ToDraw
from tournaments.rounds.drafts.store import draft_of

MOST_PLAYERS = 40


class ToyFormat(ByPlan, OfTwo):
    slug = "toy_format"
    name = _("everyone plays number 1")

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Everyone plays number 1: one match in each round, and the others wait")
    settings = frozenset(("draws", "rated", "points", "tie_breaks", "seeding"))
    usual_tie_breaks = ("VPD",)

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    most_players = MOST_PLAYERS

    def why_not_begin(self, terms: EventTerms, count: int) -> TournamentRefused | None:
        if count <= MOST_PLAYERS:
            return None
        words = gettext("%(count)s players are too many: there can be %(most)s.")
        return TournamentRefused(words % {"count": count, "most": MOST_PLAYERS}, "format", 409)

    def rounds_for(self, terms: EventTerms, count: int) -> int:
        return count - 1

    # -- rounds ----------------------------------------------------------------------------------------------------

    round_words = RoundWords(
        drawn_by=_("Number 1 plays the others in the order of their numbers."),
        no_opponent=noop("You have no opponent this round. Everyone meets number 1 once; the other rounds are byes."),
        what_again=_("The whole round, by the rules. Changes made by hand are lost."),
    )

    def draw(self, about: ToDraw) -> tuple[Slots, Slots]:
        """Return number 1's match, in which it has the first colour in odd rounds, and byes for the others."""
        first, *others = sorted(about.ids)
        opponent = others[about.number - 1]
        match = Pair(first, opponent) if about.number % 2 else Pair(opponent, first)
        byes = [Pair(number, 0) for number in others if number != opponent]
        draft = draft_of([match, *byes], about.history, about.number, about.ids)
        return draft, draft

    # -- results ---------------------------------------------------------------------------------------------------

    byes_explained: ClassVar = {
        **OfTwo.byes_explained,
        Code.PAIRING_BYE: _("Number 1 plays someone else: no points."),
    }

    def bye_result(self, code: Code) -> Result:
        return ABSENT if code is Code.PAIRING_BYE else super().bye_result(code)

    # -- plans: how long it takes ----------------------------------------------------------------------------------

    def course(self, terms: EventTerms, count: int) -> Course:
        return replace(super().course(terms, count), rounds=(boards(1),) * self.rounds_for(terms, count))
