"""The common part of formats in which a plan says who meets: a schedule, or a bracket.

Players who have left stay in it, and lose by forfeit.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet

from competition.history import Code
from timekeeping import clock
from tournaments.models import Entry, Event, Pairing, Round

from .format import Format


class ByPlan(Format):
    """A format in which a schedule or a bracket says who meets."""

    # -- settings --------------------------------------------------------------------------------------------------

    # -- the field: who enters, and how ----------------------------------------------------------------------------

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

    # -- results ---------------------------------------------------------------------------------------------------

    # -- standings -------------------------------------------------------------------------------------------------

    # -- out: sheets, files, the API -------------------------------------------------------------------------------

    # -- plans: how long it takes ----------------------------------------------------------------------------------


def is_annulled(entry: Entry) -> bool:
    """Return whether none of the leaver's decided matches counts. A draft changed by hand may have others."""
    counting = [not pairing.is_annulled for pairing in pairings_of(entry).filter(decided_at__isnull=False)]
    return bool(counting) and not any(counting)


def pairings_of(entry: Entry) -> QuerySet[Pairing]:
    """Return the matches that the plan has for an entry, by round."""
    return Pairing.objects.filter(Q(white=entry) | Q(black=entry), black__isnull=False).order_by("round__number")
