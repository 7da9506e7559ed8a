"""Organisers' reasons, which players read in the event's log."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import Text
from matches.gate import rulings
from matches.input.text import one_line

from .refused import TournamentRefused

LONGEST = rulings.LONGEST_REASON


def checked(reason: str, by: User | None) -> str:
    """Return the reason in one line; the site itself needs none.

    A sentence of the site's own stays as it is, to be translated later. Raises ``TournamentRefused``.
    """
    if isinstance(reason, Text):
        return reason
    reason = one_line(reason)
    if by is not None and not reason:
        raise TournamentRefused(_("Give a reason: players see it in the log."), "reason")
    if len(reason) > LONGEST:
        words = _("The reason has %(length)s characters: use at most %(most)s.")
        raise TournamentRefused(words % {"length": len(reason), "most": LONGEST}, "reason")
    return reason
