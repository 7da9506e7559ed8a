"""Ratings month by month, from the games and the months in which they ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NamedTuple

from .glicko import Game, P, Rating, rate_period
from .months import Month


class Ended(NamedTuple, Generic[P]):
    """A game and when it ended, which decides the month it is rated in."""

    at: datetime
    game: Game[P]


@dataclass(frozen=True, slots=True)
class Closed(Generic[P]):
    """A month that is over, and every player's rating at its end.

    It is there to be stored: later months need nothing else of the past.
    """

    month: Month
    ratings: Mapping[P, Rating]


def periods(games: Iterable[Ended[P]], now: datetime, since: Closed[P] | None = None) -> Iterator[Closed[P]]:
    """Yield each month that is over by ``now``, in order: from the first game's month, or from the one after ``since``.

    ``games`` come in any order, and may include games of the current month, which wait until it is over. Raises
    ``ValueError`` for a game that ended before ``since`` did; to rate it, start from the month before it.
    """
    by_month: defaultdict[Month, list[Game[P]]] = defaultdict(list)
    for ended in games:
        by_month[Month.of(ended.at)].append(ended.game)
    if since and by_month and min(by_month) <= since.month:
        raise ValueError(f"{since.month} is closed, and there are games from before its end.")
    month = since.month.following if since else min(by_month, default=Month.of(now))
    ratings = since.ratings if since else {}
    while month < Month.of(now):
        ratings = rate_period(ratings, by_month[month])
        yield Closed(month, ratings)
        month = month.following
