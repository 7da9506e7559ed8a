"""Why someone decided something by hand."""

from __future__ import annotations

from django.utils.translation import gettext as _

from i18n.text import Text
from matches.input.text import one_line, too_long

from .refused import MatchRefused


def checked_reason(reason: str, longest: int) -> str:
    """The reason in one line. Raises ``MatchRefused`` where there is none, or more than ``longest`` characters. A
    sentence
    of the site's own is left as it is, to be said again."""
    if isinstance(reason, Text):
        return reason
    reason = one_line(reason)
    if not reason:
        raise MatchRefused(_("Give a reason: players see it in the log."), "unreadable")
    if fault := too_long(reason, longest):
        raise MatchRefused(fault, "unreadable")
    return reason
