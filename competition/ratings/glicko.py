"""One rating period by Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013).

The arithmetic is the library's; here is what a period means to us: all players are rated at once, against what the
opponents were rated when the month began.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from competition.history import Code
from i18n.text import say

P = TypeVar("P", bound=Hashable)

TAU = 0.5  # how fast the volatility may change: the paper's example, and the middle of its "reasonable choices"
ESTABLISHED = 110.0  # the deviation up to which a rating says something; as on the large servers for chess
_SCORES = {Code.WIN: Fraction(1), Code.DRAW: Fraction(1, 2), Code.LOSS: Fraction(0)}


class Rating(NamedTuple):
    """On Glicko's scale, where 200 points are about three wins in four. ``deviation`` is the standard deviation: the
    player's strength is within two of them with 95 %. ``volatility`` says how erratic the results are."""

    value: float
    deviation: float
    volatility: float

    @property
    def established(self) -> bool:
        return self.deviation <= ESTABLISHED

    @property
    def points(self) -> int:
        return _rounded(self.value)

    @property
    def margin(self) -> int:
        """Half the width of the 95 % interval, in points."""
        return _rounded(2 * self.deviation)

    @property
    def shown(self) -> str:
        """``1512 ± 61``."""
        return f"{self.points} ± {self.margin}"

    def __str__(self) -> str:
        """As ``shown``, and in words when it is provisional."""
        return self.shown if self.established else say("%(rating)s, provisional", rating=self.shown)


START = Rating(1500.0, 350.0, 0.06)


class Game(NamedTuple, Generic[P]):
    """A match played to a result. ``score`` is what the first player got of it: 1, ½ or 0."""

    first: P
    second: P
    score: Fraction


def rated_game(first: P, second: P, code: Code) -> Game[P] | None:
    """The match as ratings see it, ``code`` being the first player's result; ``None`` when it is not to be rated: a
    forfeit, a bye, a match still running, or one that was played but is marked as unrated."""
    score = _SCORES.get(code)
    return None if score is None else Game(first, second, score)


def rate_period(ratings: Mapping[P, Rating], games: Iterable[Game[P]]) -> dict[P, Rating]:
    """Every player's rating after a period in which these games were played, in whatever order.

    Players who are not in ``ratings`` start at ``START``. Those who played nothing keep their rating, and its deviation
    grows, but never beyond that of a newcomer.
    """
    faced: defaultdict[P, list[tuple[float, float, float]]] = defaultdict(list)
    for first, second, score in games:
        if first == second or not 0 <= score <= 1:
            raise ValueError(f"No game between two players with a score from 0 to 1: {first}, {second}, {score}")
        faced[first].append((*_scaled(ratings.get(second, START)), float(score)))
        faced[second].append((*_scaled(ratings.get(first, START)), float(1 - score)))
    players = dict.fromkeys([*ratings, *faced])
    return {player: _rated(ratings.get(player, START), faced.get(player, [])) for player in players}


def idle(rating: Rating, months: int) -> Rating:
    """The rating after ``months`` periods in which the player played nothing: what ``rate_period`` makes of it."""
    deviation = rd_to_phi(rating.deviation)
    grown = phi_to_rd(math.sqrt(deviation**2 + months * rating.volatility**2))
    return rating._replace(deviation=min(grown, START.deviation))


def _rated(before: Rating, faced: list[tuple[float, float, float]]) -> Rating:
    # Sorted, because sums of floating-point numbers depend on their order, and ratings must not.
    mu, phi, volatility = update_rating(*_scaled(before), before.volatility, sorted(faced), TAU)
    return Rating(mu_to_rating(mu), min(phi_to_rd(phi), START.deviation), volatility)


def _scaled(rating: Rating) -> tuple[float, float]:
    return rating_to_mu(rating.value), rd_to_phi(rating.deviation)


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)
