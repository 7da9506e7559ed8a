"""Permissions in weekly forests."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from tournaments.models import WeeklyAttempt

from .events import Reader


def vouch_for_matches(user: Reader) -> Q:
    """Return the condition that the reader may see a match of an open weekly forest, for ``match_view.permissions``.

    Visitors don't see those of guests.
    """
    attempts = WeeklyAttempt.objects.filter(match=OuterRef("pk"))
    if not isinstance(user, User):
        attempts = attempts.exclude(player__is_guest=True)
    return Q(Exists(attempts))


def may_name(user: Reader, player: User) -> bool:
    """Return whether the reader may see the player's name in the standings.

    They may not if the player's results are private; nor may visitors if the player's matches are for members.
    """
    if isinstance(user, User) and user.pk == player.pk:
        return True
    return player.shows_results and (isinstance(user, User) or not player.for_members)
