"""Annulling matches that still run though their round was taken back, or their event cancelled for good."""

from __future__ import annotations

import logging

from django.db.models import Q

from i18n.text import Text, say
from jobs.broker import Job
from matches.gate import rulings
from matches.gate.refused import MatchRefused
from matches.models import Match
from tournaments.locking.log import Kind
from tournaments.models import Event, Pairing, Round

log = logging.getLogger(__name__)

ANNUL_MATCHES = Job[int]("tournaments.tasks.annul_matches")
AT_ONCE = 20  # matches annulled while their organiser waits; a worker sees to more
LEFT_OVER = Pairing.objects.filter(
    Q(round__event__stage=Event.Stage.CANCELLED, round__event__undo_until=None) | Q(round__stage=Round.Stage.DRAFT),
    decided_at=None,
    match__status=Match.Status.RUNNING,
)


def annul_left_over(event_id: int | None = None, most: int | None = None) -> int:
    """Annul matches that still run in cancelled events and in rounds that were taken back; return how many.

    At most ``most`` are annulled in one call.
    """
    left = LEFT_OVER if event_id is None else LEFT_OVER.filter(round__event=event_id)
    rows = left.select_related("match", "round__event").defer("match__state").order_by("pk")
    return sum(_annul(pairing) for pairing in list(rows[:most]))


def _annul(pairing: Pairing) -> bool:
    round, match = pairing.round, pairing.match
    assert match is not None
    is_off = round.event.stage == Event.Stage.CANCELLED
    lines = round.event.log.filter(
        **{"kind": Kind.EVENT} if is_off else {"kind": Kind.ROUND, "round_number": round.number}
    )
    line = lines.exclude(reason="").order_by("-pk").first()
    why = line.reason if line else ""
    try:
        rulings.annul(match, _why_annulled(round, why, is_off=is_off))
    except MatchRefused as refused:
        log.warning("%s could not be annulled now (%s); the sweep will see to it", match, refused)
        return False
    return True


def _why_annulled(round: Round, why: str, *, is_off: bool) -> Text:
    if is_off:
        return say("the event was called off: %(why)s", why=why) if why else say("the event was called off")
    if why:
        return say("round %(round)s was taken back: %(why)s", round=round.number, why=why)
    return say("round %(round)s was taken back", round=round.number)
