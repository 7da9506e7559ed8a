"""What becomes of a draft when somebody comes or goes before it is published."""

from __future__ import annotations

import secrets

from matches import clocks

from .coming import coming_round
from .models import Event, Round

Work = Round.Work


def people_changed(event: Event) -> None:
    """A round of a Swiss or of a cup that was paired, or could not be, is asked for anew, for the next sweep to pair,
    unless an organiser has changed it by hand: then it is theirs to see to. While it is being paired there is nothing
    to do, since that looks again at its end. With the event held."""
    if event.is_round_robin or event.stage != Event.Stage.RUNNING:
        return
    drafts = event.round_set.filter(number=coming_round(event), stage=Round.Stage.DRAFT)
    draft = drafts.filter(work__in=(Work.DONE, Work.FAILED)).first()
    if draft is None or draft.pairings.filter(is_by_hand=True).exists():
        return
    draft.work, draft.work_key = Work.QUEUED, secrets.token_hex(16)
    draft.asked_at, draft.progress, draft.failure = clocks.now(), 0, ""
    draft.save(update_fields=["work", "work_key", "asked_at", "progress", "failure"])
