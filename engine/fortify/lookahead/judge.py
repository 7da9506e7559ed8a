"""The worth of a position: the points by which its volley may end, and the match that it is part of.

The weights were fitted by least squares to the outcomes of the positions of some thousand volleys between computer
players. All worths are in points.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from engine.fortify.board.maps import Map
from engine.fortify.board.position import Position
from engine.fortify.board.spaces import STRIDE
from engine.fortify.board.units import BALANCED_ARMY, Army
from engine.fortify.match.state import MatchState, VolleyResult
from engine.fortify.rules.formation import in_formation
from engine.fortify.rules.scoring import POINTS
from engine.lookahead import Shares

STRONG: Final = {letter: 0.9 + 1.28 * points for letter, points in POINTS.items()}
"""The worth of a fortified unit anywhere but on the track, by type.

Infantry and Choppers are worth the same, and so are Battleships and Artillery.
"""
STRONG_ON_TRACK: Final = 1.28
"""The worth of a fortified unit on the track, for each of its points."""
ON_TRACK: Final = -0.8
ARTILLERY_ON_BOARD: Final = 0.9
CHOPPER_ON_BOARD: Final = -1.3
FORTIFIABLE: Final = (0.85, 0.9, 2.5)
"""The worth of an Infantry, a Tank and a Battleship that could be fortified now."""
NEAREST_SQUARES: Final = 0.15

SQUARE_OF_MOVER: Final = (
    (5.9, 4.8, 1.8, 0.3, -1.1, -1.7, -2.2, -3.8, -4.2, -4.2),
    (5.9, 3.2, 3.2, 1.2, 0.3, -0.5, -1.1, -1.8, -3.4, -3.4),
)
"""The worth of the mover's nearest 2x2 by its cost (see ``_nearest``), with one and with two actions left."""
SQUARE_OF_OTHER: Final = (
    (2.6, 2.6, 3.0, 1.5, 0.2, -0.5, -1.2, -1.9, -3.4, -3.4),
    (2.3, 2.3, 2.7, 0.7, -0.1, -0.8, -1.7, -2.7, -2.7, -2.7),
)
"""The worth of the other player's nearest 2x2 by its cost, with one and with two actions left of the mover's turn."""
TURN: Final = (0.9, 2.0)
"""The worth of having the turn, with one and with two actions left."""

WORTH: Final = (0.2, 0.12)
"""The worth for the match of a point of the running volley, as a logarithm of odds: in its last volley, and before."""
LEAD: Final = 0.12
"""The worth for the match of a point of the volleys that have ended, as a logarithm of odds."""
IN_ARMY: Final = (0.5, 0.0, 0.0, -0.2, 0.1)
"""The worth for the match of one more unit of each type in a player's army, as a logarithm of odds."""


def judge(state: MatchState, position: Position) -> Shares:
    """Return the share of the match that each seat may expect in a position of its running volley."""
    turn, left, tops = position.turn, position.left, position.tops
    red = tops[0] | tops[1] | tops[2] | tops[3] | tops[4]
    green = tops[5] | tops[6] | tops[7] | tops[8] | tops[9]
    for_mover, for_other = SQUARE_OF_MOVER[left - 1], SQUARE_OF_OTHER[left - 1]
    tempo = TURN[left - 1]
    if turn & 1:
        worth = _side(position, 0, red, green, for_mover) - _side(position, 1, green, red, for_other) + tempo
    else:
        worth = _side(position, 0, red, green, for_other) - _side(position, 1, green, red, for_mover) - tempo
    for unit in position.track:
        own = ON_TRACK + (STRONG_ON_TRACK * POINTS[unit.type] if unit.fortified else 0)
        worth += -own if unit.owner else own
    for _, unit in position.beneath:
        if unit.fortified:
            worth += -STRONG[unit.type] if unit.owner else STRONG[unit.type]
    return _shares(state, -worth if state.red else worth, 1)


def _side(position: Position, owner: int, own: int, theirs: int, square: tuple[float, ...]) -> float:
    """Return the worth of a player's units, wherever they are except on the track."""
    map, tops, stock, fortified = position.map, position.tops, position.stock, position.fortified
    if owner:
        _, _, _, _, _, infantry, tanks, battleships, choppers, artillery = tops
    else:
        infantry, tanks, battleships, choppers, artillery, _, _, _, _, _ = tops
    row = owner * 10 + 5
    strong = own & fortified
    worth = (
        STRONG["I"] * (((infantry | choppers) & strong).bit_count() + stock[row] + stock[row + 3])
        + STRONG["T"] * ((tanks & strong).bit_count() + stock[row + 1])
        + STRONG["B"] * (((battleships | artillery) & strong).bit_count() + stock[row + 2] + stock[row + 4])
    )
    if choppers:
        worth += CHOPPER_ON_BOARD
    if artillery:
        worth += ARTILLERY_ON_BOARD
    formed = in_formation(infantry, tanks, battleships, own, fortified)
    able = (formed | battleships & map.shore) & ~fortified
    if able:
        worth += FORTIFIABLE[0] * (able & infantry).bit_count() + FORTIFIABLE[1] * (able & tanks).bit_count()
        worth += FORTIFIABLE[2] * (able & battleships).bit_count()
    cost, squares = _nearest(map, own, strong, theirs)
    return worth + square[cost] + NEAREST_SQUARES * squares


def _nearest(map: Map, own: int, strong: int, theirs: int) -> tuple[int, int]:
    """Return the cost of a player's nearest 2x2, at most 9, and how many squares cost the same, at most 4.

    A space costs 0 with a fortified unit of the player's, 1 with a normal one, 2 if empty, and 3 with an enemy. All
    squares are added up at once, bit by bit; a square is named by its space at the lower left.
    """
    high = map.board & ~own
    low = (own & ~strong) | theirs
    # The two spaces of the lower row, then of both rows, as sums of binary digits.
    high_right, low_right = high >> 1, low >> 1
    carry = low & low_right
    ones, differ = low ^ low_right, high ^ high_right
    twos, fours = differ ^ carry, high & high_right | differ & carry
    ones_above, twos_above, fours_above = ones >> STRIDE, twos >> STRIDE, fours >> STRIDE
    carry = ones & ones_above
    ones ^= ones_above
    differ = twos ^ twos_above
    carry, twos = twos & twos_above | differ & carry, differ ^ carry
    differ = fours ^ fours_above
    eights, fours = fours & fours_above | differ & carry, differ ^ carry
    nearest, cost = _squares(map), 0
    for digit, worth in ((eights, 8), (fours, 4), (twos, 2), (ones, 1)):
        if nearest & ~digit:
            nearest &= ~digit
        else:
            cost += worth
    return min(cost, 9), min(nearest.bit_count(), 4)


@lru_cache(maxsize=64)
def _squares(map: Map) -> int:
    """Return all squares of two by two, each named by its space at the lower left."""
    return map.board & map.board >> 1 & map.board >> STRIDE & map.board >> STRIDE + 1


def judge_between(state: MatchState) -> Shares:
    """Return the share that each seat may expect between two volleys."""
    return _shares(state, 0.0, 0)


def _shares(state: MatchState, worth: float, running: int) -> Shares:
    """Return the share of the match that each seat may expect.

    ``worth`` is that of the running volley to the first seat, and ``running`` the number of volleys running, 0 or 1.
    """
    lead, armies = _lead(state.results), _compare_armies(*state.armies)
    if state.setup.by_points:
        further = state.setup.volleys - len(state.results) - running
        share = _logistic((WORTH[min(further, 1)] * worth + LEAD * lead + armies) / max(1, further) ** 0.5)
    else:
        won = _logistic(WORTH[0] * worth + armies)
        share = won * _standard(lead + 1) + (1 - won) * _standard(lead - 1)
    return share, 1 - share


@lru_cache(maxsize=1 << 10)
def _lead(results: tuple[VolleyResult, ...]) -> int:
    return sum(result.points[0] - result.points[1] for result in results)


@lru_cache(maxsize=1 << 14)
def _compare_armies(first: Army | None, second: Army | None) -> float:
    """Return how much more the first seat's army is worth than the second's; an unknown one is taken as balanced."""
    pairs = zip(IN_ARMY, first or BALANCED_ARMY, second or BALANCED_ARMY, strict=True)
    return sum(worth * (mine - theirs) for worth, mine, theirs in pairs)


def _standard(lead: int) -> float:
    """Return the share that a lead in volleys won gives in a standard match, which two volleys win."""
    return min(1.0, max(0.0, 0.5 + lead / 4))


def _logistic(odds: float) -> float:
    return 1 / (1 + exp(-odds))
