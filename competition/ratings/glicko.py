"""One rating period by Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013).

All players are rated at once, against the ratings that their opponents had when the month began. A match of several
players counts for each of them as much as one match of two: as pairs, each against each, whose weights add up to 1.
That is the full comparison of pairs by Ruby C. Weng and Chih-Jen Lin ("A Bayesian Approximation Method for Online
Ranking", Journal of Machine Learning Research 12, 2011), except that there every pair has the weight 1: the pairs of
one match tell far less than the same number of matches would. The arithmetic of one pair is the library's; it knows no
weights.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Generic, NamedTuple, TypeVar

from glicko2.math import E, g, mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi

from competition.history import Code
from i18n.text import say

P = TypeVar("P", bound=Hashable)

TAU = 0.5  # how fast the volatility may change: the paper's example, and the middle of its "reasonable choices"
CLOSE = 1e-6  # how exactly the logarithm of a variance is found, as in the paper's step 5
ESTABLISHED = 110.0  # the deviation up to which a rating says something; as on the large servers for chess
_SCORES = {Code.WIN: Fraction(1), Code.DRAW: Fraction(1, 2), Code.LOSS: Fraction(0)}


class Rating(NamedTuple):
    """A rating on Glicko's scale, where 200 points are about three wins in four.

    ``deviation`` is the standard deviation: the player's strength is within two of them with a probability of 95 %.
    ``volatility`` says how erratic the results are.
    """

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
        """The rating as players see it: ``1512 ± 61``."""
        return f"{self.points} ± {self.margin}"

    def __str__(self) -> str:
        """Write the rating as ``shown`` does, with a word added when it is provisional."""
        return self.shown if self.established else say("%(rating)s, provisional", rating=self.shown)


START = Rating(1500.0, 350.0, 0.06)


class Game(NamedTuple, Generic[P]):
    """A match of two played to a result, or one pair of players in a match of several, which then weighs less.

    ``score`` is the first player's: 1, ½ or 0.
    """

    first: P
    second: P
    score: Fraction
    weight: Fraction = Fraction(1)


def rated_game(first: P, second: P, code: Code) -> Game[P] | None:
    """Return a match of two as ratings see it; ``code`` is the first player's result.

    ``None`` when it isn't rated: a forfeit, a bye, a match still running, or one marked as unrated.
    """
    score = _SCORES.get(code)
    return None if score is None else Game(first, second, score)


def table_games(places: Mapping[P, int]) -> list[Game[P]]:
    """Return a match of several players as ratings see it, from their final places, 1 for the best.

    In each pair, the player with the better place has won.
    """
    weight = Fraction(1, max(len(places) - 1, 1))
    pairs = combinations(places.items(), 2)
    return [Game(first, second, _won(place, other), weight) for (first, place), (second, other) in pairs]


def _won(place: int, other: int) -> Fraction:
    return Fraction(1, 2) if place == other else Fraction(place < other)


def rate_period(ratings: Mapping[P, Rating], games: Iterable[Game[P]]) -> dict[P, Rating]:
    """Return every player's rating after a period with the given games, whatever their order.

    Players who are not in ``ratings`` start at ``START``. Those without a game keep their rating, and its deviation
    grows, but never beyond that of a newcomer.
    """
    faced: defaultdict[P, list[_Faced]] = defaultdict(list)
    for first, second, score, weight in games:
        if first == second or not 0 <= score <= 1 or weight <= 0:
            raise ValueError(f"No game between two players with a score from 0 to 1: {first}, {second}, {score}")
        faced[first].append(_Faced(*_scaled(ratings.get(second, START)), float(score), float(weight)))
        faced[second].append(_Faced(*_scaled(ratings.get(first, START)), float(1 - score), float(weight)))
    players = dict.fromkeys([*ratings, *faced])
    return {player: _rated(ratings.get(player, START), faced.get(player, [])) for player in players}


def idle(rating: Rating, months: int) -> Rating:
    """Return the rating after ``months`` periods without a game, as ``rate_period`` would give it."""
    deviation = rd_to_phi(rating.deviation)
    grown = phi_to_rd(math.sqrt(deviation**2 + months * rating.volatility**2))
    return rating._replace(deviation=min(grown, START.deviation))


class _Faced(NamedTuple):
    """An opponent, on the scale of the paper, and the player's score against them."""

    mu: float
    phi: float
    score: float
    weight: float


def _rated(before: Rating, faced: list[_Faced]) -> Rating:
    """Rate one player after a period (steps 3 to 8 of the paper)."""
    mu, phi = _scaled(before)
    # Sorted, because sums of floating-point numbers depend on their order, and ratings must not.
    information, gain = _learnt(mu, sorted(faced))
    volatility = before.volatility
    if faced:
        variance = 1 / information
        volatility = _new_volatility(phi, volatility, variance, variance * gain)
    narrowed = 1 / (1 / (phi**2 + volatility**2) + information)
    return Rating(mu_to_rating(mu + narrowed * gain), min(phi_to_rd(math.sqrt(narrowed)), START.deviation), volatility)


def _learnt(mu: float, faced: Iterable[_Faced]) -> tuple[float, float]:
    """Return the inverse of v, and the sum that Δ and the new rating have in common."""
    information = gain = 0.0
    for each in faced:
        impact, expected = g(each.phi), E(mu, each.mu, each.phi)
        information += each.weight * impact**2 * expected * (1 - expected)
        gain += each.weight * impact * (each.score - expected)
    return information, gain


def _new_volatility(phi: float, volatility: float, variance: float, delta: float) -> float:
    """Find the volatility under which the month's results are likeliest (step 5)."""

    def slope(x: float) -> float:
        new = math.exp(x)
        total = phi**2 + variance + new
        return new * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    start = math.log(volatility**2)
    above = delta**2 - phi**2 - variance
    if above > 0:
        return math.exp(_root(slope, start, math.log(above)) / 2)
    steps = 1
    while slope(start - steps * TAU) < 0:
        steps += 1
    return math.exp(_root(slope, start, start - steps * TAU) / 2)


def _root(function: Callable[[float], float], one: float, other: float) -> float:
    """Find where the function is 0 between two points, by the Illinois algorithm.

    That is false position, except that an end that stays twice counts for half.
    """
    at_one, at_other = function(one), function(other)
    while abs(other - one) > CLOSE:
        between = one + (one - other) * at_one / (at_other - at_one)
        at_between = function(between)
        if at_between * at_other <= 0:
            one, at_one = other, at_other
        else:
            at_one /= 2
        other, at_other = between, at_between
    return other


def _scaled(rating: Rating) -> tuple[float, float]:
    return rating_to_mu(rating.value), rd_to_phi(rating.deviation)


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)
