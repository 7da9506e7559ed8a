"""Locking events, clubs and seasons: an act gets the row as it is now, and is done as a whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

from django.db import OperationalError, models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from matches.gate.lock.try_twice import Deadlock, Obstacle, is_deadlock, try_twice
from tournaments.models import Club, Event, Season

from .refused import TournamentRefused

M = TypeVar("M", bound=models.Model)
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Lock(Generic[M]):
    """A lock by which only one writer changes a row of the model, and the words if another was in the way."""

    model: type[M]
    changed: str
    busy: str
    gone: str

    def in_one_transaction(self, act: Callable[P, R]) -> Callable[P, R]:
        """Run the act, which locks the row it changes, in a transaction; run it again if another writer was in the way.

        Raises ``TournamentRefused`` if one still is.
        """

        @wraps(act)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            return try_twice(lambda: act(*args, **kwargs), self._refused, leaves_deadlocks=True)

        return run

    def run(self, pk: int, act: Callable[[M], R]) -> R:
        """Run ``act`` on the locked row of that key, as ``in_one_transaction`` does."""
        return self.in_one_transaction(lambda: act(self.lock(pk)))()

    def lock(self, pk: int) -> M:
        """Return the row as it is now; no one else can write it until the transaction ends.

        Raises ``TournamentRefused`` if it is gone.
        """
        try:
            return self._held(pk)
        except OperationalError as error:
            if is_deadlock(error):
                raise Deadlock(lambda: self._held(pk)) from error
            raise

    def _held(self, pk: int) -> M:
        row = self.model._default_manager.select_for_update(no_key=True).filter(pk=pk).first()
        if row is None:
            raise TournamentRefused(_(self.gone), status=404)
        return row

    def _refused(self, obstacle: Obstacle) -> TournamentRefused:
        return (
            TournamentRefused(_(self.changed), status=409)
            if obstacle == "stale"
            else TournamentRefused(_(self.busy), status=503)
        )


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
