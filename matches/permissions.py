"""The right to do by hand what an organiser does."""

from __future__ import annotations

from accounts.models import User

from . import hooks
from .models import Match


def may_organise(user: User, match: Match) -> bool:
    """Whether the user may change the clocks of this match and decide it: staff who have the permission to change
    matches, and the organisers of its event."""
    if not user.is_active:
        return False
    return (user.is_staff and user.has_perm("matches.change_match")) or any(hooks.organiser_check.ask(user, match))
