"""Pairing a draft again when someone comes or goes before it is published."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.models import Event, Round
from tournaments.rounds import pairing_job
from tournaments.rounds.next_round import coming_round

Work = Round.Work


def people_changed(event: Event, give_up_pairs_of: Collection[int] = ()) -> None:
    """Have the coming draft drawn again at once if its format does that, with the event locked.

    A draft that couldn't be drawn before is drawn, too; one that is being drawn notices anyway. Pairs made by hand stay
    if they can, without those of the entries in ``give_up_pairs_of``.
    """
    if event.rules.draws_ahead or event.stage != Event.Stage.RUNNING:
        return
    draft = event.round_set.filter(number=coming_round(event), stage=Round.Stage.DRAFT).first()
    if draft is None:
        return
    draft.event = event
    if event.rules.may_draw_again(event, draft, give_up_pairs_of) and draft.work in (Work.DONE, Work.FAILED):
        pairing_job.queue(event, draft)
