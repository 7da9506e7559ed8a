"""Tables of more than two, of games that are for two: none of this site's is for more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from accounts.models import User
from matches.challenges import challenges, gather
from matches.clocks.time_control import TimeControl
from matches.models import Challenge, Gathering

SIZES = [3, 4, 5]


@contextmanager
def every_game_for_several() -> Iterator[None]:
    with mock.patch.object(gather, "table_sizes", return_value=SIZES):
        yield


def table_of(
    host: User, *invited: str, seats: int = 4, by_link: bool = False, game: str = "fortify", message: str = ""
) -> Gathering:
    terms = challenges.compose(
        host,
        opponent=None,
        email="",
        game_slug=game,
        options={},
        first=Challenge.First.LOT,
        control=TimeControl.fixed(3),
        message=message,
    )
    with every_game_for_several():
        return gather.set_up(terms, seats=seats, invited=invited, by_link=by_link)
