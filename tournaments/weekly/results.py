"""Taking over the outcome of a weekly forest's match when it is finished."""

from __future__ import annotations

import logging
from typing import Any

from competition.tables import teams
from engine.game import Game
from matches.models import Match
from timekeeping import clock
from tournaments.models import WeeklyAttempt

log = logging.getLogger(__name__)


def match_finished(sender: object, match: Match, **_: Any) -> None:
    if match.is_sealed:
        take_result(match)


def take_result(match: Match) -> bool:
    """Take over the outcome of a finished match of a weekly forest. Idempotent."""
    undecided = WeeklyAttempt.objects.filter(match=match, decided_at=None)
    if not match.is_over or not undecided.exists():
        return False
    measured = None if match.seats.filter(share=None).exists() else list(match.game.measure(match.loaded_state))
    key = "" if measured is None else rank_key(match.game, measured)
    return bool(undecided.update(measured=measured, rank_key=key, decided_at=clock.now()))


def take_missed() -> int:
    """Take over results that were missed; return how many."""
    missed = Match.objects.filter(weekly_attempt__decided_at=None, status=Match.Status.FINISHED)
    taken = 0
    for match in missed.filter(weekly_attempt__isnull=False).order_by("pk"):
        try:
            taken += take_result(match)
        except Exception:  # one match that cannot be read must not keep the results of others back
            log.exception("what %s came to could not be taken over", match)
    return taken


def rank_key(rules: Game, measured: list[int]) -> str:
    return teams.rank_key(measured, [teams.Measure(each.fewer) for each in rules.measures()])
