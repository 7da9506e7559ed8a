"""The transaction in which a club is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.utils.translation import gettext_noop

from tournaments.gate import Words, decide_about
from tournaments.models import Club

T = TypeVar("T")

WORDS = Words(
    gettext_noop("The club changed while this was on its way; look at it again."),
    gettext_noop("The club is busy at this moment; nothing was changed, please send it again."),
    gettext_noop("This club is no longer there."),
)


def decide(club_id: int, act: Callable[[Club], T]) -> T:
    """Run ``act`` on the club as it is now, its row held, all of it or nothing. Raises ``Refused``."""
    return decide_about(Club, club_id, act, WORDS)
