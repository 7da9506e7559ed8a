"""A button by which an organiser takes a whole event or season to its next stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from accounts.models import User
from tournaments.models import Event, Season

Act = Callable[..., object]  # of an event or a season, by whom and, where it may take one, with a reason
Group = Literal["round", "set_up", "last"]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an event or season, with its button.

    ``what`` says what will happen, ``done`` what did; these and ``label`` are messages. ``tone`` is the button's look,
    ``group`` where it stands: the ``last`` are on a page of their own (``ending``). ``needs_reason`` says whether
    players are owed a reason; without it the act takes none.
    """

    key: str
    label: str
    what: str
    done: str
    act: Act
    stages: frozenset[str]
    group: Group = "round"
    needs_reason: Callable[[Any], bool] | None = None
    tone: str = ""

    def asks(self, whole: Event | Season) -> bool:
        """Return whether a reason must be given now."""
        return self.needs_reason is not None and self.needs_reason(whole)

    def take(self, whole: Event | Season, by: User, reason: str) -> None:
        """Take the step. Raises ``TournamentRefused``."""
        more = {"reason": reason} if self.needs_reason else {}
        self.act(whole, by=by, **more)
