"""The Swiss as a format: rounds paired one by one, by the results so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.pairing.acceleration import first_half, is_baku_possible
from competition.pairing.dutch import Breach
from competition.trf import Document
from i18n.text import Text, noop, say
from tournaments.formats.by_rounds import ByRounds
from tournaments.formats.format import Trf
from tournaments.formats.of_two import OfTwo
from tournaments.formats.words import RoundWords
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, EventTerms, Round
from tournaments.rounds.drafts.draft import Slots, ToDraw
from tournaments.rounds.drafts.forbidden_pairs import Short
from tournaments.rounds.next_round import coming_round

from . import trf_import
from .check import broken
from .draw import pairs_for, without_unearned_bye
from .short_of_opponents import short_of_opponents

FIXED_FROM = 4  # once that round is paired, numbers no longer change


class Swiss(ByRounds, OfTwo):
    slug = "swiss"
    name = _("Swiss")

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

    meaningless_tie_break = _("%(name)s has no meaning in a Swiss. Choose another.")

    def faults(self, event: Event) -> Iterator[tuple[str, str]]:
        if event.accelerated and not is_baku_possible(self.scoring(event)):
            yield "accelerated", gettext("Acceleration (FIDE C.04.7) is for points in which a draw is half a win.")
        if event.half_byes > event.rounds >= 1:
            yield "half_byes", gettext("That is more than there are rounds.")

    def described(self, terms: EventTerms) -> Text:
        return say("Swiss, accelerated") if terms.accelerated else say("Swiss")

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    first_colour = (
        noop("Drawn for number 1 in round 1: %(seat)s."),
        noop("Drawn for number 1 in round 1: not %(seat)s."),
    )

    def why_not_begin(self, terms: EventTerms, count: int) -> TournamentRefused | None:
        most = count - 1 + count % 2
        if terms.rounds <= most:
            return None
        words = gettext(
            "With %(count)s players there are at most %(most)s opponents each, but this event has %(rounds)s "
            "rounds: give it fewer."
        )
        return TournamentRefused(words % {"count": count, "most": most, "rounds": terms.rounds}, "rounds", 409)

    def are_numbers_fixed(self, event: Event) -> bool:
        """Return whether numbers can't change any more (FIDE C.04.2)."""
        is_paired = event.round_set.filter(number__gte=FIXED_FROM).exclude(work=Round.Work.NONE).exists()
        return is_paired or coming_round(event) > FIXED_FROM

    def accelerate(self, event: Event, order: Sequence[Entry]) -> None:
        """Choose the players who get virtual points, if any (FIDE C.04.7)."""
        if event.accelerated and is_baku_possible(self.scoring(event)):
            group = first_half([entry.pk for entry in order])
            event.entries.exclude(pk__in=group).update(is_accelerated=False)
            event.entries.filter(pk__in=group).update(is_accelerated=True)

    def short_of_opponents(self, event: Event) -> list[Short]:
        return short_of_opponents(event)

    # -- rounds ----------------------------------------------------------------------------------------------------

    round_words = RoundWords(
        drawn_by=_("Paired by the Swiss rules."),
        change=_(
            "Anyone left without an opponent is paired again, by the rules where a bye is at stake; other pairings "
            "don’t change."
        ),
        no_opponent=noop("You have a bye this round, with the points of a win."),
    )
    draws_around_edits = True

    def draw(self, about: ToDraw) -> tuple[Slots, Slots]:
        return pairs_for(about.history, about.number, about.kept, about.ids, about.progress)

    def breaches(self, event: Event, round: Round, slots: Slots) -> Iterable[Breach]:
        return broken(event, round.number, slots)

    def settle_edit(self, before: Slots, after: Slots) -> Slots:
        return without_unearned_bye(before, after)

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    def trf(self, event: Event) -> Trf:
        code = "FIDE_DUTCH_2026_BAKU" if event.accelerated else "FIDE_DUTCH_2026"
        return Trf("Individual: Swiss-System", code)

    imports_trf = True

    def trf_length(self, event: Event, document: Document) -> tuple[int, int]:
        return trf_import.rounds_of(event, document), 1
