"""The reason for a decision that someone made by hand."""

from __future__ import annotations

from django.utils.translation import gettext as _

from i18n.text import Text
from matches.input.text import one_line, too_long

from .refused import MatchRefused


def checked_reason(reason: str, longest: int) -> str:
    """Return the reason on one line. Raises ``MatchRefused`` if it is empty, or has more than ``longest`` characters.

    One of the site's own sentences is returned as it is, so that it can be said in other languages.
    """
    if isinstance(reason, Text):
        return reason
    reason = one_line(reason)
    if not reason:
        raise MatchRefused(_("Give a reason: players see it in the log."), "unreadable")
    if fault := too_long(reason, longest):
        raise MatchRefused(fault, "unreadable")
    return reason
