"""A button by which an organiser takes an event or a season as a whole to its next stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from accounts.models import User
from tournaments.models import Event, Season

Act = Callable[..., object]  # of an event or a season, by whom and, where one is asked for, with a reason
Asked = Literal["", "optional", "needed"]
NOT_ASKED: Asked = ""
OPTIONAL: Asked = "optional"
NEEDED: Asked = "needed"


@dataclass(frozen=True, slots=True)
class Step:
    """``what`` says what will happen, ``done`` what did; these and ``label`` are messages. ``tone`` is the look of its
    button."""

    key: str
    label: str
    what: str
    done: str
    act: Act
    stages: frozenset[str]
    reason: Asked = NOT_ASKED
    tone: str = ""

    def take(self, whole: Event | Season, by: User, reason: str) -> None:
        """Raises ``Refused``."""
        more = {"reason": reason} if self.reason else {}
        self.act(whole, by=by, **more)
