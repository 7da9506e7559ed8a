"""The seeds of an expedition: one for all matches of a round, secret until the last of them has ended."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from engine.chance import mix_seed
from matches.models import Match
from matches.record.fairness import Came
from tournaments.models import Entry, Event, Pairing, WeeklyAttempt


def fix_contributions(entries: Iterable[Entry]) -> list[str]:
    """Return what the seeds are made of besides the server's bytes, in the order of the entries, for all rounds.

    Players who gave nothing get something random.
    """
    return [entry.contribution or secrets.token_hex(32) for entry in entries]


def label_of(event: Event, number: int) -> str:
    again = f"/{event.begun_again}" if event.begun_again else ""
    return f"event/{event.pk}/{number}/forest{again}"


def seed_of(event: Event, number: int) -> str:
    """Return the seed of a round: 64 hexadecimal digits."""
    return mix_seed(bytes.fromhex(event.server), label_of(event, number), event.given).hex()


def of_team(event: Event, number: int, came: Came) -> tuple[str, None, list[User]]:
    """Return the seed of the team's match, an empty origin, and the players by seat: those in ``came``, in order."""
    return seed_of(event, number), None, [player for player, _given in came]


def unseal(matches: Q = Q()) -> int:  # noqa: B008 (it is never changed)
    """Open the matches of rounds in which all have ended, those of the same week together; return how many."""
    running = Q(match__status=Match.Status.RUNNING) | Q(decided_at=None)
    at_work = Pairing.objects.filter(running, round__pairings__match=OuterRef("pk"), black__isnull=False)
    of_a_week = WeeklyAttempt.objects.filter(match=OuterRef("pk"))
    sealed = Match.objects.filter(matches, is_sealed=True, status=Match.Status.FINISHED)
    return sealed.exclude(Exists(at_work) | Exists(of_a_week)).update(is_sealed=False)
