"""Pairing a draft again when someone comes or goes before it is published."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.models import Event, Round
from tournaments.rounds import pairing_job
from tournaments.rounds.next_round import coming_round
from tournaments.standings.history import is_here

from . import store

Work = Round.Work


def people_changed(event: Event, give_up_pairs_of: Collection[int] = ()) -> None:
    """Have the draft of a Swiss or a cup paired again at once, with the event locked.

    A draft that couldn't be paired before is paired, too; one that is being paired notices anyway. Pairs made by hand
    in a Swiss stay if they can, without those of the entries in ``give_up_pairs_of``. A cup's draft that was changed by
    hand is left to its organiser.
    """
    if event.is_round_robin or event.stage != Event.Stage.RUNNING:
        return
    draft = event.round_set.filter(number=coming_round(event), stage=Round.Stage.DRAFT).first()
    if draft is None:
        return
    draft.event = event
    if event.is_swiss_like:
        _drop_hand_made_pairs(event, draft, give_up_pairs_of)
    elif draft.pairings.filter(is_by_hand=True).exists():
        return
    if draft.work in (Work.DONE, Work.FAILED):
        pairing_job.queue(event, draft)


def _drop_hand_made_pairs(event: Event, draft: Round, give_up_pairs_of: Collection[int]) -> None:
    """Give up the pairs and byes made by hand that can't stay."""
    by_hand = [slot for slot in store.read_draft(draft) if slot.by_hand]
    if not by_hand:
        return
    entries = list(event.entries.filter(number__isnull=False))
    here = {entry.pk for entry in entries if is_here(event, entry, draft.number)}
    kept = [slot for slot in by_hand if here.issuperset(slot.players) and not set(give_up_pairs_of) & set(slot.players)]
    stays = {slot.white for slot in kept}
    draft.pairings.filter(is_by_hand=True).exclude(white__in=stays).update(is_by_hand=False)
