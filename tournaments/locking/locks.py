"""Locking events, clubs and seasons: an act gets the row as it is now, and does all of what it does or nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, Generic, ParamSpec, TypeVar

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from matches.gate.lock.locking import Obstacle, try_twice
from tournaments.models import Club, Event, Season

from .refused import Refused

M = TypeVar("M", bound=models.Model)
X = TypeVar("X")
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Lock(Generic[M]):
    """How a row of one model is changed by one writer at a time, and what is said where another was in the way."""

    model: type[M]
    changed: str
    busy: str
    gone: str

    def locked(self, act: Callable[Concatenate[M, P], R]) -> Callable[Concatenate[M, P], R]:
        """Call the act with a row, which it gets as it is now. Raises ``Refused``."""

        @wraps(act)
        def run(row: M, /, *args: P.args, **kwargs: P.kwargs) -> R:
            return self.run(row.pk, lambda held: act(held, *args, **kwargs))

        return run

    def locked_for(self, act: Callable[Concatenate[M, X, P], R]) -> Callable[Concatenate[X, P], R]:
        """Call the act with something that belongs to a row, as an entry to its event: it gets the row as it is now,
        and that as its caller has read it. Raises ``Refused``."""
        key = f"{self.model._meta.model_name}_id"

        @wraps(act)
        def run(what: X, /, *args: P.args, **kwargs: P.kwargs) -> R:
            return self.run(getattr(what, key), lambda held: act(held, what, *args, **kwargs))

        return run

    def run(self, pk: int, act: Callable[[M], R]) -> R:
        """Run ``act`` on the row as it is now, once more if another writer was in the way. Raises ``Refused``."""
        return try_twice(lambda: act(self._held(pk)), self._refused, take=lambda: self._held(pk))

    def _held(self, pk: int) -> M:
        row = self.model._default_manager.select_for_update(no_key=True).filter(pk=pk).first()
        if row is None:
            raise Refused(_(self.gone), status=404)
        return row

    def _refused(self, obstacle: Obstacle) -> Refused:
        return Refused(_(self.changed), status=409) if obstacle == "stale" else Refused(_(self.busy), status=503)


EVENT = Lock(
    Event,
    changed=gettext_noop("The event has changed since you looked. Check it, then try again."),
    busy=gettext_noop("The event is busy right now. Please try again."),
    gone=gettext_noop("This event no longer exists."),
)
CLUB = Lock(
    Club,
    changed=gettext_noop("The club has changed since you looked. Check it, then try again."),
    busy=gettext_noop("The club is busy right now. Please try again."),
    gone=gettext_noop("This club no longer exists."),
)
SEASON = Lock(
    Season,
    changed=gettext_noop("The season has changed since you looked. Check it, then try again."),
    busy=gettext_noop("The season is busy right now. Please try again."),
    gone=gettext_noop("This season no longer exists."),
)
CLUB_MAKER = Lock(User, CLUB.changed, CLUB.busy, CLUB.gone)  # who makes a club, or brings one in
