"""The transaction in which a season is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.utils.translation import gettext_noop

from tournaments.gate import Words, decide_about
from tournaments.models import Season

T = TypeVar("T")

WORDS = Words(
    gettext_noop("The season changed while this was on its way; look at it again."),
    gettext_noop("The season is busy at this moment; nothing was changed, please send it again."),
    gettext_noop("This season is no longer there."),
)


def decide(season_id: int, act: Callable[[Season], T]) -> T:
    """Run ``act`` on the season as it is now, its row held, all of it or nothing. Raises ``Refused``."""
    return decide_about(Season, season_id, act, WORDS)
