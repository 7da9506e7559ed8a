"""Locking events, clubs and seasons: an act gets the row as it is now, and is done as a whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Generic, ParamSpec, TypeVar

from django.db import OperationalError, models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from jobs.try_twice import Obstacle, is_deadlock, try_once, try_twice
from tournaments.models import Club, Event, Season

from .refused import TournamentRefused

M = TypeVar("M", bound=models.Model)
P = ParamSpec("P")
R = TypeVar("R")


class Deadlock(Exception):
    """Raised when PostgreSQL ends an act's wait for a row, whose holder is waiting for one of the act's own rows.

    ``take`` locks the row that was waited for. An act may call another, which locks a second row: a player who moves up
    holds the season, then the event; one who leaves a division, the event, then the season. If two such acts meet, only
    letting go of the first row helps. So the inner act gives up, and the outermost one begins again with the second
    row, in the other's order.
    """

    def __init__(self, take: Callable[[], object]) -> None:
        super().__init__()
        self.take = take


@dataclass(frozen=True)
class Lock(Generic[M]):
    """A lock by which only one writer changes a row of the model, and the words if another was in the way."""

    model: type[M]
    changed: str
    busy: str
    gone: str

    def transaction_with_retry(self, act: Callable[P, R]) -> Callable[P, R]:
        """Run the act, which locks the row it changes, in a transaction; run it again if another writer was in the way.

        Raises ``TournamentRefused`` if one is in the way again.
        """

        @wraps(act)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            attempt = partial(act, *args, **kwargs)
            try:
                return try_twice(attempt, self._refused)
            except Exception as error:
                deadlock = next((each for each in (error, error.__cause__) if isinstance(each, Deadlock)), None)
                if deadlock is None and not is_deadlock(error.__cause__):
                    raise
                if transaction.get_connection().in_atomic_block:  # the outermost act begins again
                    raise self._refused("busy") from (deadlock or error.__cause__)
            return try_once(partial(_after, deadlock, attempt), self._refused)

        return run

    def run(self, pk: int, act: Callable[[M], R]) -> R:
        """Run ``act`` on the locked row of that key, as ``transaction_with_retry`` does."""
        return self.transaction_with_retry(lambda: act(self.lock(pk)))()

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


def _after(deadlock: Deadlock | None, attempt: Callable[[], R]) -> R:
    """Run ``attempt`` with the row locked that the deadlock was about, if that is known."""
    if deadlock is not None:
        deadlock.take()
    return attempt()


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
