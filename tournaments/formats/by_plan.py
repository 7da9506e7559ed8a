"""The common part of formats in which a plan says who meets: a schedule, or a bracket.

Players who have left stay in it, and lose by forfeit.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from competition.history import Code
from i18n.text import say
from matches.gate import rulings
from matches.models import Match
from timekeeping import clock
from tournaments.entries.replacements import vacancies
from tournaments.locking.refused import unless_over
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds import advance
from tournaments.rounds.results.log_result import log_result

from .format import Format
from .words import WhyNot

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class ByPlan(Format):
    """A format in which a schedule or a bracket says who meets."""

    folder = "by_plan"

    # -- settings --------------------------------------------------------------------------------------------------

    withdrawal_words: ClassVar[StrOrPromise] = _("The player’s matches are forfeited.")

    # -- the field: who enters, and how ----------------------------------------------------------------------------

    why_not = WhyNot(
        enter_late=_("The event has begun: it takes no more entries."),
        miss_a_round=_("All matches are planned, so you can’t miss a round."),
        come_back=_("Players who leave can’t come back: their matches are forfeited."),
        keep_apart=_("All matches are planned. Annul a match that must not be played."),
        correct_a_bye=_("A round without an opponent gives no points here."),
    )

    def player_left(self, event: Event, entry: Entry, *, keeps_place: bool) -> None:
        if not (keeps_place and vacancies.open_vacancy(event, entry)):
            self.settle_matches(event, entry)

    def place_not_taken(self, event: Event, entry: Entry) -> None:
        self.settle_matches(event, entry)

    def settle_matches(self, event: Event, entry: Entry) -> None:
        """Settle the matches of a player who has left, with the event locked: those under way are forfeited.

        Matches to come are settled when their round is published. Raises ``TournamentRefused``.
        """
        under_way = pairings_of(entry).filter(decided_at=None, round__stage=Round.Stage.RUNNING)
        still_played = under_way.exclude(match__status=Match.Status.FINISHED)
        for pairing in still_played.select_related("round", "match", "white__player", "black__player"):
            _forfeit(event, pairing, entry)
        advance.advance(event)

    # -- rounds ----------------------------------------------------------------------------------------------------

    forfeits_for_leavers = True

    def may_draw_again(self, event: Event, draft: Round, give_up_pairs_of: Collection[int]) -> bool:
        return False

    def settle_for_those_away(self, event: Event, round: Round) -> list[Pairing]:
        """Decide the matches of players who left by forfeit.

        If none of a leaver's matches counts, the match is annulled.
        """
        now = clock.now()
        gone = event.entries.exclude(status=Entry.Status.ENTERED).exclude(is_open=True)
        away = {entry.pk: entry for entry in gone}
        self.settle_byes_of(round, away)
        forfeited = []
        for pairing in round.pairings.filter(black__isnull=False, decided_at=None):
            lost = {pairing.white_id, pairing.black_id} & away.keys()
            if lost:
                pairing.is_annulled = any(is_annulled(away[pk]) for pk in lost if pk)
                pairing.white_code = Code.FORFEIT_LOSS if pairing.white_id in lost else Code.FORFEIT_WIN
                pairing.black_code = Code.FORFEIT_LOSS if pairing.black_id in lost else Code.FORFEIT_WIN
                pairing.decided_at = now
                pairing.save(update_fields=["is_annulled", "white_code", "black_code", "decided_at"])
                forfeited.append(pairing)
        return forfeited

    def settle_byes_of(self, round: Round, away: Collection[int]) -> None:
        """Settle the byes of entries that have left."""


def is_annulled(entry: Entry) -> bool:
    """Return whether none of the leaver's decided matches counts. A draft changed by hand may have others."""
    counting = [not pairing.is_annulled for pairing in pairings_of(entry).filter(decided_at__isnull=False)]
    return bool(counting) and not any(counting)


def pairings_of(entry: Entry) -> QuerySet[Pairing]:
    """Return the matches that the plan has for an entry, by round."""
    return Pairing.objects.filter(Q(white=entry) | Q(black=entry), black__isnull=False).order_by("round__number")


def _forfeit(event: Event, pairing: Pairing, entry: Entry) -> None:
    match = pairing.match
    is_white = pairing.white_id == entry.pk
    lost, won = Code.FORFEIT_LOSS.value, Code.FORFEIT_WIN.value
    pairing.white_code, pairing.black_code = (lost, won) if is_white else (won, lost)
    pairing.decided_at = clock.now()
    pairing.save(update_fields=["white_code", "black_code", "decided_at"])
    words = say("%(name)s has left the event.", name=entry.shown_name)
    log_result(event, pairing, words)
    if match is None:
        return
    with unless_over():
        if seat := match.seats.filter(player=entry.player_id).first():
            rulings.forfeit(seat, words)
