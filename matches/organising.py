"""Who may do by hand what an organiser does."""

from __future__ import annotations

from fortify_site.accounts.models import User

from .models import Match


def may_organise(user: User, match: Match) -> bool:  # noqa: ARG001 (it may depend on the match)
    """Whether the user may change the clocks of this match: staff who have the permission to change matches."""
    return user.is_active and user.is_staff and user.has_perm("matches.change_match")
