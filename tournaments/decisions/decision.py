"""One thing that an organiser should decide, or know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournaments.models import Pairing

Tone = Literal["", "warn", "bad"]
Kind = Literal["", "overdue", "stalled", "paused", "left"]


@dataclass(frozen=True, slots=True)
class Item:
    """A match that needs a decision, with the reason."""

    pairing: Pairing
    words: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Something to decide. ``url`` is where, ``label`` the text of the link to it.

    A ``step`` is the key of a decision whose button is on the event's or season's own page. Without a ``tone`` it is
    for information only. Decisions about matches have a ``kind``, and the event's page lists the matches (``items``,
    and how many ``more``).
    """

    title: str
    words: str
    url: str = ""
    label: str = ""
    tone: Tone = "warn"
    step: str = ""
    kind: Kind = ""
    items: tuple[Item, ...] = ()
    more: int = 0

    @property
    def waits(self) -> bool:
        """True if an organiser must act."""
        return bool(self.tone)
