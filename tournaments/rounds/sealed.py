"""Sealed matches: those of a round that are played from the same seed, hidden until the last of them has ended."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from matches.models import Match
from tournaments.models import Pairing, WeeklyAttempt


def unseal(matches: Q = Q()) -> int:  # noqa: B008 (it is never changed)
    """Open the matches of rounds in which all have ended, those of the same week together; return how many."""
    running = Q(match__status=Match.Status.RUNNING) | Q(decided_at=None)
    at_work = Pairing.objects.filter(running, round__pairings__match=OuterRef("pk"), black__isnull=False)
    of_a_week = WeeklyAttempt.objects.filter(match=OuterRef("pk"))
    sealed = Match.objects.filter(matches, is_sealed=True, status=Match.Status.FINISHED)
    return sealed.exclude(Exists(at_work) | Exists(of_a_week)).update(is_sealed=False)
