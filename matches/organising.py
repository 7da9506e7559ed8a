"""Who may do by hand what an organiser does."""

from __future__ import annotations

from collections.abc import Callable

from fortify_site.accounts.models import User

from .models import Match

Judge = Callable[[User, Match], bool]
_judges: list[Judge] = []


def ask_also(judge: Judge) -> None:
    """Let somebody else say, too, who organises a match: those who know what it is played for."""
    _judges.append(judge)


def may_organise(user: User, match: Match) -> bool:
    """Whether the user may change the clocks of this match and decide it: staff who have the permission to change
    matches, and the organisers of its event."""
    if not user.is_active:
        return False
    return (user.is_staff and user.has_perm("matches.change_match")) or any(judge(user, match) for judge in _judges)
