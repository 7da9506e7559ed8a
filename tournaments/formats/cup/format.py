"""The cup as a format: a bracket, drawn match by match."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competition.history import Code, History
from competition.pairing import knockout
from i18n.text import noop
from tournaments.formats.by_plan import ByPlan
from tournaments.formats.course import Course, boards
from tournaments.formats.format import Advance, Format, Ranking, SecondView
from tournaments.formats.of_two import OfTwo
from tournaments.formats.words import RoundWords, StandingsWords, WhyNot
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, EventTerms, Pairing, Round
from tournaments.rounds.drafts.draft import Edit, Slots, ToDraw
from tournaments.rounds.results.verdicts import GOES_ON, Rule, Verdict
from tournaments.sheets.sheet import Column
from tournaments.standings import result_words
from tournaments.standings.bracket import ShownBracket
from tournaments.standings.sheet_columns import Filled
from tournaments.standings.standings import EventStandings

from . import drawn_match
from .bracket import Bracket, bracket_of, by_place, winner_of
from .draw import draft_of, reasons_not_to_publish
from .drawn_match import FURTHER
from .shown_bracket import shown_bracket
from .words import reached, round_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from tournaments.rounds.results.outcomes import UnfinishedMatch

MOST_IN_A_CUP = 128
PLACES_ARE_FIXED = _("Swap two players in the bracket, or the colours of a match. The bracket’s places are fixed.")
IS_OUT = _("Left before this round, in which there was no opponent.")


class Cup(ByPlan, OfTwo):
    slug = "cup"
    name = _("cup")

    # -- settings --------------------------------------------------------------------------------------------------

    choice = _("Cup: losers are out, until one player is left")
    settings = frozenset(("draws", "rated", "decides", "most_further", "third_place", "seeding"))
    suits_divisions = False
    withdrawal_words = _("The match is forfeited, and the opponent advances.")
    is_for_playoffs = True
    why_no_playoffs = _("A cup has a winner already: it needs no playoffs.")

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

    plays_on_after_draws = True
    both_lose = _("Both lose, and no one advances")
    may_be_annulled = False
    fills: ClassVar[Mapping[Rule, StrPromise]] = {
        rule: words for rule, words in OfTwo.fills.items() if rule is not Rule.ANNUL
    }
    byes_explained = dict.fromkeys(result_words.BYES, IS_OUT) | {
        Code.PAIRING_BYE: _("No opponent in this round: on to the next one.")
    }

    def draws_between(self, white: str, black: str) -> list[tuple[Verdict, str]]:
        goes_on = gettext("A draw, and %(name)s advances")
        return [
            (Verdict.DRAW, gettext("A draw, decided by the cup’s tie-break")),
            (Verdict.WHITE_GOES_ON, goes_on % {"name": white}),
            (Verdict.BLACK_GOES_ON, goes_on % {"name": black}),
        ]

    def verdict_by(self, rule: Rule, match: UnfinishedMatch) -> Verdict | None:
        return None if rule is Rule.ANNUL or not match.scores else super().verdict_by(rule, match)

    def refuse_verdict(self, event: Event, pairing: Pairing, verdict: Verdict) -> None:
        """Raise ``TournamentRefused`` as well if no one would advance, or the winner so far has an opponent by now."""
        if verdict not in GOES_ON:
            super().refuse_verdict(event, pairing, verdict)
        if verdict is Verdict.ANNULLED:
            raise TournamentRefused(
                gettext("In a cup someone must advance: say who wins, or that both lose."), "verdict", 409
            )
        later = event.round_set.filter(number__gt=pairing.round.number).exclude(stage=Round.Stage.DRAFT).first()
        if later is not None and pairing.decided_at is not None:
            words = gettext(
                "Round %(round)s is published with the winners so far. Take it back before you correct this result."
            )
            raise TournamentRefused(words % {"round": later.number}, status=409)

    def settle_draw(
        self, event: Event, pairing: Pairing, *, may_play: bool = True, by: User | None, through: Entry | None
    ) -> None:
        if drawn_match.is_drawn(pairing):
            drawn_match.decide(event, pairing, may_play=may_play, by=by, through=through)

    def named_to_advance(self, pairing: Pairing) -> Entry | None:
        return pairing.through if drawn_match.is_named(pairing) else None

    def advance(self, event: Event, pairing: Pairing) -> Advance:
        drawn, winner = list(pairing.drawn.all()), winner_of(pairing)
        sides = [entry for entry in (pairing.white, pairing.black) if entry is not None and entry.pk == winner]
        how = drawn_match.how_of(event, pairing, drawn) or ""
        return Advance(sides[0] if sides else None, how, drawn_match.why_of(pairing), drawn)

    def round_name(self, event: Event, number: int) -> str:
        return round_name(number, event.rounds)

    # -- standings -------------------------------------------------------------------------------------------------

    standings_words = StandingsWords(
        how=_("Players are ranked by how far they got; those who went out in the same round share a place."),
        came_to=pgettext_lazy("a round of a cup", "Reached"),
    )
    ranks_by_numbers = False
    second_view = SecondView("bracket", _("Bracket"))
    signs_explained = result_words.SIGN_WORDS | {
        "U": _("no opponent, so on to the next round"),
        "Z": _("out of the cup"),
    }
    no_sign = OfTwo.no_sign | {Code.ZERO_BYE}  # which is every round after the player was out

    def ranking(self, event: Event, history: History, after: int) -> Ranking:
        bracket, found = bracket_of(event, after), super().ranking(event, history, after)
        return Ranking(found.columns, by_place(found.rows, bracket), beside=bracket)

    def came_to(self, standings: EventStandings, number: int) -> str:
        bracket = _bracket_in(standings)
        is_decided = not standings.is_open
        return reached(bracket.places[number], bracket.last, after=standings.after, is_decided=is_decided)

    def bracket(self, event: Event, standings: EventStandings) -> ShownBracket:
        return shown_bracket(event, standings, _bracket_in(standings))

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    why_no_trf = noop("TRF files only support Swiss events and round robins, not cups.")

    def sheet_result(self, standings: EventStandings) -> list[Filled]:
        return [Filled(Column("reached", _("Reached")), lambda row: self.came_to(standings, row.number))]

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


def _bracket_in(standings: EventStandings) -> Bracket:
    """Return the bracket that was worked out with the standings."""
    assert isinstance(standings.beside, Bracket)
    return standings.beside
