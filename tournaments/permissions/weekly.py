"""What readers may see of weekly forests."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from tournaments.models import WeeklyAttempt

from .events import Reader


def vouch_for_matches(user: Reader) -> Q:
    """Return the matches of open weekly forests that the reader may see, for visitors without those of guests; for
    ``matches.permissions``."""
    attempts = WeeklyAttempt.objects.filter(match=OuterRef("pk"))
    if not isinstance(user, User):
        attempts = attempts.exclude(player__is_guest=True)
    return Q(Exists(attempts))


def may_name(user: Reader, player: User) -> bool:
    """Whether the reader may see the player's name in the standings: not if their results are private, nor for visitors
    if their matches are for members."""
    if isinstance(user, User) and user.pk == player.pk:
        return True
    return player.shows_results and (isinstance(user, User) or not player.for_members)
