"""A button by which an organiser takes a whole event or season to its next stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.models import Event, Season
from tournaments.pages.page_with_buttons import Act

Do = Callable[..., object]  # of an event or a season, by whom and, where it may take one, with a reason
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
    act: Do
    stages: frozenset[str]
    group: Group = "round"
    needs_reason: Callable[[Any], bool] | None = None
    tone: str = ""

    def asks(self, whole: Event | Season) -> bool:
        """Return whether a reason must be given now."""
        return self.needs_reason is not None and self.needs_reason(whole)

    def take(self, whole: Event | Season, by: User, reason: str = "") -> str:
        """Take the step, and return in words what was done. Raises ``TournamentRefused``."""
        more = {"reason": reason} if self.needs_reason else {}
        self.act(whole, by=by, **more)
        return _(self.done)


def acts_of(steps: Mapping[str, Step], whole: Event | Season, by: User) -> dict[str, Act]:
    """Return the acts of the steps that are on the organisers' page itself."""
    return {key: Act(partial(step.take, whole, by)) for key, step in steps.items() if step.group != "last"}
