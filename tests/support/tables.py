"""Tables for more than two, of games for two: none of this site's games is for more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from accounts.models import User
from matches.models import Offer
from matches.offers import terms
from matches.offers.set_up import set_up
from matches.time_control.time_control import TimeControl

SIZES = [3, 4, 5]


@contextmanager
def every_game_for_several() -> Iterator[None]:
    with mock.patch.object(terms, "table_sizes", return_value=SIZES):
        yield


def table_of(
    host: User, *invited: str, seats: int = 4, by_link: bool = False, game: str = "fortify", message: str = ""
) -> Offer:
    control = TimeControl.fixed(3)
    with every_game_for_several():
        offer = terms.compose(
            host, seats=seats, game_slug=game, options={}, control=control, message=message, by_link=by_link
        )
    return set_up(offer, [terms.find_asked(each) for each in invited])
