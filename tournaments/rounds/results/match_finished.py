"""Taking over the result of a finished match into its event, with what follows from it."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from accounts.models import User
from matches.models import Match
from tournaments.hooks import lost_on_time
from tournaments.locking.locks import EVENT
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds import advance

from . import record_result
from .verdicts import Given

log = logging.getLogger(__name__)


def take_result(match: Match) -> None:
    """Take over the result of a finished match, if it belongs to an event. Idempotent."""
    event_id = Pairing.objects.filter(match=match, decided_at=None).values_list("round__event", flat=True).first()
    if event_id is not None:
        EVENT.run(event_id, partial(_take, match_id=match.pk))


def match_finished(sender: object, match: Match, **kwargs: Any) -> None:
    try:
        take_result(match)
    except TournamentRefused as refused:
        log.warning("the result of %s could not be taken over now (%s); the sweep will see to it", match, refused)


def record_missed_results() -> int:
    """Take over every result that was missed; return how many."""
    missed = Pairing.objects.filter(decided_at=None, match__status=Match.Status.FINISHED)
    missed = missed.select_related("match").defer("match__state").order_by("match__finished_at", "pk")
    taken = 0
    for pairing in missed.iterator(chunk_size=200):
        assert pairing.match is not None
        try:
            take_result(pairing.match)
            taken += 1
        except Exception:  # one match that cannot be read must not keep the results of others back
            log.exception("the result of %s could not be taken over", pairing.match)
    return taken


def record_pairing_result(
    event: Event,
    pairing: Pairing,
    *,
    by: User | None = None,
    reason: str = "",
    through: Entry | None = None,
    given: Given | None = None,
) -> bool:
    """Take over the result of the pairing's match, with the event locked; return false if it is known, or not there.

    ``by``, ``reason``, ``through`` and ``given`` are as for ``record_result.record``.
    """
    match = pairing.match
    if pairing.decided_at is not None or match is None or not match.is_over:
        return False
    seats = record_result.record(event, pairing, match, by=by, reason=reason, through=through, given=given)
    if losers := event.rules.outcomes.lost_on_time(pairing, seats):
        lost_on_time.send(None, event=event, pairing=pairing, losers=losers)
    return True


def _take(event: Event, *, match_id: int) -> None:
    found = Pairing.objects.filter(match=match_id, round__event=event)
    pairing = found.select_related("round", "match", "white__player", "black__player").first()
    if pairing is None:
        return
    if pairing.round.stage == Round.Stage.DRAFT:  # it was taken back, and its matches annulled
        Pairing.objects.filter(pk=pairing.pk, decided_at=None).update(match=None)
        return
    record_pairing_result(event, pairing)
    advance.advance(event)
