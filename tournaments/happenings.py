"""What happens in events and seasons, told to whoever follows it from outside."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from .models import Event, Season


class Happening(Enum):
    ROUND_PUBLISHED = "round.published"
    MATCH_ENDED = "match.ended"
    TABLE_CHANGED = "table.changed"
    SEASON_PUBLISHED = "season.published"
    SEASON_ENDED = "season.ended"


Witness = Callable[[Event | Season, Happening, dict[str, int]], None]
_witnesses: Final[list[Witness]] = []


def tell_also(witness: Witness) -> None:
    """Let somebody else hear of it: called inside the transaction of the cause, with the event or season held, and with
    the ids of what it is about."""
    _witnesses.append(witness)


def tell(where: Event | Season, what: Happening, **about: int) -> None:
    for witness in _witnesses:
        witness(where, what, about)
