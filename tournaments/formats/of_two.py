"""The common part of formats whose matches are for two players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.history import ABSENT, Code, Colour, History, Result
from competition.ratings.glicko import START
from competition.standings import standings
from i18n.text import Text, say
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, TableSeat
from tournaments.rounds import pairings_sheet
from tournaments.rounds.results import of_two
from tournaments.rounds.results.verdicts import GOES_ON, OF_TWO, Rule, Verdict
from tournaments.sheets.sheet import Sheet
from tournaments.standings.progress import Colours
from tournaments.standings.result_words import both
from tournaments.standings.tie_breaks import BY_POINTS, tie_breaks_of

from .format import Format, Ranking

if TYPE_CHECKING:
    from tournaments.rounds.results.outcomes import UnfinishedMatch

UNRATED = START.points  # what opponents without a rating count as: everybody begins with that here


class OfTwo(Format):
    """A format whose matches are for two players."""

    # -- results ---------------------------------------------------------------------------------------------------

    outcomes = of_two.OfTwo()
    verdicts = OF_TWO
    both_lose = gettext_lazy("Both lose")
    may_be_annulled = True

    def results_of(self, pairing: Pairing, numbers: Mapping[int, int]) -> Mapping[int, Result]:
        white, black = pairing.white_id, pairing.black_id or 0
        if pairing.is_annulled:
            return {white: ABSENT, black: ABSENT}
        points = (pairing.white_points, pairing.black_points)
        known = None if points[0] is None or points[1] is None else (points[0], points[1])
        return {
            white: Result(
                Code(pairing.white_code or Code.RUNNING),
                numbers.get(black, 0),
                Colour.WHITE,
                known,
            ),
            black: Result(
                Code(pairing.black_code or Code.RUNNING),
                numbers.get(white, 0),
                Colour.BLACK,
                known and (known[1], known[0]),
            ),
        }

    def result_line(self, pairing: Pairing) -> Text:
        return say(
            "Round %(round)s, board %(board)s: %(white)s – %(black)s %(score)s.",
            round=pairing.round.number,
            board=pairing.board,
            white=pairing.white.shown_name,
            black=pairing.black.shown_name if pairing.black else say("bye"),
            score=say("annulled") if pairing.is_annulled else both(pairing.white_code, pairing.black_code),
        )

    def where(self, pairing: Pairing) -> str:
        return _("board %(number)s") % {"number": pairing.board}

    def choices_for(self, pairing: Pairing) -> list[tuple[Verdict, str]]:
        by_forfeit = _("%(name)s wins by forfeit: %(other)s didn’t play, or forfeits")
        return self._choices(pairing, by_forfeit, _("Annulled: it counts for neither"))

    def choices_among_many(self, pairing: Pairing) -> list[tuple[Verdict, str]]:
        return self._choices(pairing, _("%(name)s wins by forfeit"), _("It counts for neither"))

    def _choices(self, pairing: Pairing, by_forfeit: str, annulled: str) -> list[tuple[Verdict, str]]:
        white, black = pairing.white.shown_name, pairing.black.shown_name if pairing.black else ""
        return [
            (Verdict.WHITE, _("%(name)s wins") % {"name": white}),
            *self.draws_between(white, black),
            (Verdict.BLACK, _("%(name)s wins") % {"name": black}),
            (Verdict.WHITE_BY_FORFEIT, by_forfeit % {"name": white, "other": black}),
            (Verdict.BLACK_BY_FORFEIT, by_forfeit % {"name": black, "other": white}),
            (Verdict.BOTH_LOSE, str(self.both_lose)),
            *([(Verdict.ANNULLED, annulled)] if self.may_be_annulled else []),
        ]

    def draws_between(self, white: str, black: str) -> list[tuple[Verdict, str]]:
        """Return the kinds of draws that an organiser can choose, with words for each."""
        return [(Verdict.DRAW, _("A draw"))]

    def verdict_by(self, rule: Rule, match: UnfinishedMatch) -> Verdict | None:
        """Return the verdict that a rule gives.

        A match that hasn't begun counts for neither player once no more rounds begin.
        """
        if rule is Rule.ANNUL:
            return Verdict.ANNULLED
        if not match.has_begun:
            return Verdict.ANNULLED if match.pairing.round.event.is_over_time else None
        scores = match.scores
        if rule is Rule.DRAW or not scores or scores[0] == scores[1]:
            return Verdict.DRAW
        return Verdict.WHITE if scores[0] > scores[1] else Verdict.BLACK

    def refuse_verdict(self, event: Event, pairing: Pairing, verdict: Verdict) -> None:
        super().refuse_verdict(event, pairing, verdict)
        if verdict in GOES_ON:
            raise TournamentRefused(_("Only in a cup can you say who advances. Choose a draw."), "verdict")

    # -- standings -------------------------------------------------------------------------------------------------

    def ranking(self, event: Event, history: History, after: int) -> Ranking:
        columns = (BY_POINTS, *tie_breaks_of(event))
        rows = standings(history, columns, self.system, after, unrated=UNRATED, difference_cap=event.most_difference)
        return Ranking(columns, rows)

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    def pairings_sheet(self, event: Event, colours: Colours, through: int | None = None) -> Sheet:
        return pairings_sheet.sheet_of_two(event, colours, through)

    def fault_in_archive(self, event: Event, pairing: Pairing, seats: Sequence[TableSeat]) -> str:
        return "black" if pairing.white is pairing.black else "seats" if seats else ""
