"""The round robin as a format: a schedule drawn up at the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.history import ABSENT, Code, History, Result, System
from competition.pairing import berger
from competition.pairing.dutch import Breach
from competition.trf import Document
from i18n.text import Text, say
from tournaments.formats.by_plan import ByPlan
from tournaments.formats.course import Course
from tournaments.formats.format import Trf
from tournaments.formats.of_two import OfTwo
from tournaments.formats.trf_rounds import PlayedRound
from tournaments.formats.words import RoundWords, StandingsWords, WhyNot
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, EventTerms, Round
from tournaments.rounds.drafts.draft import Slots, ToDraw

from . import leaver, rolling_start, schedule, trf_import

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, StrPromise


class RoundRobin(ByPlan, OfTwo):
    slug = "round_robin"
    name = _("round robin")

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Round robin: everyone meets everyone")
    settings = frozenset(
        (
            *("draws", "rated", "cycles", "at_once", "points", "tie_breaks", "most_difference", "seeding"),
            *("withdraws_no_shows", "leaver", "computer_byes", "replacements", "replace_days"),
        )
    )
    is_usual_in_leagues = True
    usual_tie_breaks = ("DE", "SB", "KS", "VPD")

    meaningless_tie_break = _("%(name)s has no meaning in a round robin. Choose another.")

    withdrawal_words: ClassVar[StrOrPromise] = ""  # the setting ``leaver`` says it

    def described(self, terms: EventTerms) -> Text:
        return say("double round robin") if terms.cycles == 2 else say("round robin")

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    why_not = WhyNot(
        enter_late=_("The round robin has begun: it takes no more entries."),
        miss_a_round=_("In a round robin everyone meets everyone, so you can’t miss a round."),
        come_back=_("Players who leave a round robin can’t come back: all their matches are decided."),
        keep_apart=_("In a round robin everyone meets everyone. Annul a match that must not be played."),
        correct_a_bye=_("In a round robin a round without an opponent gives no points."),
    )

    most_players = 60

    def why_not_begin(self, terms: EventTerms, count: int) -> TournamentRefused | None:
        if count <= self.most_players:
            return None
        words = gettext("%(count)s players are too many: a round robin can have %(most)s. Make it a Swiss.")
        return TournamentRefused(words % {"count": count, "most": self.most_players}, "format", 409)

    def rounds_for(self, terms: EventTerms, count: int) -> int:
        return len(berger.schedule(range(1, count + 1), terms.cycles))

    def settle_matches(self, event: Event, entry: Entry) -> None:
        leaver.settle_matches(event, entry)

    # -- rounds ----------------------------------------------------------------------------------------------------

    round_words = RoundWords(
        drawn_by=_("Paired by the round-robin table."),
        what_again=_("The whole round, with the current players. Changes made by hand are lost."),
    )
    draws_ahead = True

    def draw_up(self, event: Event, entries: Sequence[Entry], after: int = 0) -> None:
        schedule.draw_up(event, entries, after)

    def draw(self, about: ToDraw) -> tuple[Slots, Slots]:
        draft = schedule.draft_of(about.event, about.number, about.ids)
        return draft, draft

    def breaches(self, event: Event, round: Round, slots: Slots) -> Iterable[Breach]:
        return schedule.broken(event, round.number, slots)

    def most_open_rounds(self, event: EventTerms) -> int:
        return event.rounds if self.begins_match_by_match(event) else event.at_once or event.rounds

    def last_to_begin(self, event: Event, first: int, open_rounds: int) -> int:
        if not self.begins_match_by_match(event):
            return super().last_to_begin(event, first, open_rounds)
        last = rolling_start.last_that_can_begin(event, first)
        return last if open_rounds else max(first, last)

    def why_no_match_begins(self, event: Event, number: int) -> str:
        if not self.begins_match_by_match(event) or rolling_start.last_that_can_begin(event, number):
            return ""
        return gettext("None of its matches can begin yet: the players have as many as they may have at once.")

    def begins_match_by_match(self, event: EventTerms) -> bool:
        return rolling_start.begins_match_by_match(event)

    def hold_back(self, event: Event, round: Round) -> bool:
        holds = self.begins_match_by_match(event)
        if holds:
            round.pairings.filter(black__isnull=False, decided_at=None).update(waits=True)
        return holds

    def let_begin(self, event: Event) -> set[int]:
        return rolling_start.let_begin(event)

    # -- results ---------------------------------------------------------------------------------------------------

    byes_explained: ClassVar[Mapping[Code, StrPromise]] = {
        **OfTwo.byes_explained,
        Code.PAIRING_BYE: _(
            "With an odd number of players everyone has one round without an opponent. It gives no points."
        ),
    }

    def bye_result(self, code: Code) -> Result:
        """Return the result that a bye counts as: an absence, if everyone has one such round."""
        return ABSENT if code is Code.PAIRING_BYE else super().bye_result(code)

    # -- standings -------------------------------------------------------------------------------------------------

    system = System.ROUND_ROBIN

    standings_words = StandingsWords(
        crosstable=_(
            "The result against the player whose row has the number of the column. A win is 1, a draw ½, a loss 0."
        ),
        crosstable_on_paper=_(
            "For each opponent: colour (%(first)s: %(first_colour)s, %(second)s: %(second_colour)s) and "
            "result. + and − are forfeits; U, F, H and Z are byes (Z: absent, no points); × is annulled; … "
            "is still running."
        ),
    )
    crosstable_by_rounds = False

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    def trf(self, event: Event) -> Trf:
        return Trf(f"Individual: {'Double ' if event.cycles == 2 else ''}Round-Robin")

    imports_trf = True

    def trf_length(self, event: Event, document: Document) -> tuple[int, int]:
        return trf_import.rounds_and_cycles(document)

    def refuse_trf(self, history: History, played: Sequence[PlayedRound], cycles: int) -> None:
        trf_import.refuse_other_schedule(history, played, cycles, self.most_players)

    # -- plans: how long it takes ----------------------------------------------------------------------------------

    def course(self, terms: EventTerms, count: int) -> Course:
        table = berger.schedule(range(1, count + 1), terms.cycles)
        rounds = tuple(tuple((pair.white, pair.black) for pair in round if not pair.is_bye) for round in table)
        if self.begins_match_by_match(terms):
            return Course(rounds, terms.at_once, by_matches=True, cycles=terms.cycles)
        return Course(rounds, terms.at_once, every=self.round_takes(terms))
