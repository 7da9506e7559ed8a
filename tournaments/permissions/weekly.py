"""What readers may see of weekly forests."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from tournaments.models import WeeklyAttempt

from .events import Reader


def vouch_for_matches(user: Reader) -> Q:
    """For ``matches.permissions``: those of weekly forests, once they are open; for visitors not those of
    guests."""
    attempts = WeeklyAttempt.objects.filter(match=OuterRef("pk"))
    if not isinstance(user, User):
        attempts = attempts.exclude(player__is_guest=True)
    return Q(Exists(attempts))


def may_name(user: Reader, player: User) -> bool:
    """Whether the table names the player to the reader: not where their results are for themselves, nor to visitors
    where their matches are for members."""
    if isinstance(user, User) and user.pk == player.pk:
        return True
    return player.shows_results and (isinstance(user, User) or not player.for_members)
