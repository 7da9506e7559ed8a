"""What happens in an event, told to whoever follows it from outside."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from .models import Event


class Happening(Enum):
    ROUND_PUBLISHED = "round.published"
    MATCH_ENDED = "match.ended"
    TABLE_CHANGED = "table.changed"


Witness = Callable[[Event, Happening, dict[str, int]], None]
_witnesses: Final[list[Witness]] = []


def tell_also(witness: Witness) -> None:
    """Let somebody else hear of it: called inside the transaction of the cause, with the event held, and with the ids
    of what it is about."""
    _witnesses.append(witness)


def tell(event: Event, what: Happening, **about: int) -> None:
    for witness in _witnesses:
        witness(event, what, about)
