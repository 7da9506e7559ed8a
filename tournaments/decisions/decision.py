"""One thing that an organiser should decide, or know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournaments.models import Pairing

Tone = Literal["", "warn", "bad"]
Kind = Literal["", "overdue", "stalled", "paused", "left"]


@dataclass(frozen=True, slots=True)
class Item:
    """A match that waits, with why."""

    pairing: Pairing
    words: str


@dataclass(frozen=True, slots=True)
class Decision:
    """``url`` is where it is decided, ``label`` the link to it. A ``step`` is the key of one whose button the page of
    the event or season itself has. What has no ``tone`` is to be known, and waits for nobody. ``kind`` says of matches
    which they are: the event's page lists them (``items``, and ``more`` that are not listed)."""

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
        """Whether it waits for an organiser."""
        return bool(self.tone)
