"""Why an organiser does something: players read it in the event's log."""

from __future__ import annotations

from fortify_site.accounts.models import User
from matches import ruling
from matches.lines import one_line, too_long

from .refusal import Refused

LONGEST = ruling.LONGEST_REASON


def checked(reason: str, by: User | None) -> str:
    """The reason in one line; the site itself needs none. Raises ``Refused``."""
    reason = one_line(reason)
    if by is not None and not reason:
        raise Refused("Say why: players read it in the event’s log.", "reason")
    if fault := too_long(reason, LONGEST):
        raise Refused(fault.replace("Your message", "The reason"), "reason")
    return reason
