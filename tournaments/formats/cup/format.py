"""The cup as a format: a bracket, drawn match by match."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import Code
from competition.pairing import knockout
from i18n.text import noop
from tournaments.drafts.draft import Edit, Slots, ToDraw
from tournaments.formats.by_plan import ByPlan
from tournaments.formats.course import Course, boards
from tournaments.formats.format import Format
from tournaments.formats.words import RoundWords, WhyNot
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, EventTerms, Round

from . import leaver
from .draw import draft_of, reasons_not_to_publish
from .drawn_match import FURTHER

MOST_IN_A_CUP = 128
PLACES_ARE_FIXED = _("Swap two players in the bracket, or the colours of a match. The bracket’s places are fixed.")


class Cup(ByPlan):
    slug = "cup"
    name = _("cup")
    folders = ("cup",)

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Cup: losers are out, until one player is left")
    settings = frozenset(("draws", "rated", "decides", "most_further", "third_place", "seeding"))
    suits_divisions = False

    def faults(self, event: Event) -> Iterator[tuple[str, str]]:
        if event.places is not None and event.places > MOST_IN_A_CUP:
            yield "places", gettext("A cup has at most %(most)s places.") % {"most": MOST_IN_A_CUP}

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

    def why_not_begin(self, terms: EventTerms, count: int) -> TournamentRefused | None:
        if count <= self.most_players:
            return None
        words = gettext("%(count)s players are too many: a cup can have %(most)s.")
        return TournamentRefused(words % {"count": count, "most": self.most_players}, "format", 409)

    def rounds_for(self, terms: EventTerms, count: int) -> int:
        return knockout.rounds_of(count)

    def player_left(self, event: Event, entry: Entry, *, keeps_place: bool) -> None:
        leaver.settle_matches(event, entry)

    # -- rounds ----------------------------------------------------------------------------------------------------

    round_words = RoundWords(
        drawn_by=_("Paired by the bracket."),
        what_again=_("The whole round, with the current players. Changes made by hand are lost."),
        change=PLACES_ARE_FIXED,
        begin=PLACES_ARE_FIXED,
        only=noop("In a cup the bracket is fixed. Swap two players, or the colours of a match."),
        no_opponent=noop("You have no opponent this round and advance to the next."),
    )
    rounds_may_be_empty = True
    shows_points = False
    edits: ClassVar = {edit: Format.edits[edit] for edit in (Edit.SWAP, Edit.COLOURS)}

    def draw(self, about: ToDraw) -> tuple[Slots, Slots]:
        draft = draft_of(about.event, about.number, about.ids)
        return draft, draft

    def may_draw_again(self, event: Event, draft: Round, give_up_pairs_of: Collection[int]) -> bool:
        return not draft.pairings.filter(is_by_hand=True).exists()

    def reasons_not_to_publish(self, event: Event, round: Round, slots: Slots) -> list[str]:
        return reasons_not_to_publish(event, round.number, slots)

    def settle_byes_of(self, round: Round, away: Collection[int]) -> None:
        round.pairings.filter(black=None, white__in=away).update(white_code=Code.ZERO_BYE)

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------

    def course(self, terms: EventTerms, count: int) -> Course:
        last = self.rounds_for(terms, count)
        sizes = [count - 2 ** (last - 1), *(2 ** (last - number) for number in range(2, last + 1))]
        return replace(
            super().course(terms, count),
            rounds=tuple(map(boards, sizes)),
        )

    def matches_for_one(self, event: Event) -> int:
        return 1 + event.most_further if FURTHER in event.decides else 1
