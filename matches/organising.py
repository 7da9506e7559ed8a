"""Who may do by hand what an organiser does, and who else hears what was done to a clock."""

from __future__ import annotations

from collections.abc import Callable

from fortify_site.accounts.models import User

from .models import Match, Turn

Judge = Callable[[User, Match], bool]
Witness = Callable[[User | None, Turn, str], None]
Changer = Callable[[Match], bool]
_changers: list[Changer] = []
_judges: list[Judge] = []
_witnesses: list[Witness] = []


def ask_also(judge: Judge) -> None:
    """Let somebody else say, too, who organises a match: those who know what it is played for."""
    _judges.append(judge)


def may_organise(user: User, match: Match) -> bool:
    """Whether the user may change the clocks of this match and decide it: staff who have the permission to change
    matches, and the organisers of its event."""
    if not user.is_active:
        return False
    return (user.is_staff and user.has_perm("matches.change_match")) or any(judge(user, match) for judge in _judges)


def tell_also(witness: Witness) -> None:
    """Let somebody else write down, too, what organisers do to clocks: who, the line of the match's log, and why. It is
    called inside the transaction, with the match locked."""
    _witnesses.append(witness)


def change_also(changer: Changer) -> None:
    """Let somebody else say that all clocks of a match's event were stopped or given time, and those of this match will
    be at any moment."""
    _changers.append(changer)


def is_to_be_changed(match: Match) -> bool:
    """Whether nobody loses on time now, since the clocks were stopped or given time before."""
    return any(changer(match) for changer in _changers)


def witnessed(by: User | None, turn: Turn, reason: str) -> None:
    for witness in _witnesses:
        witness(by, turn, reason)
