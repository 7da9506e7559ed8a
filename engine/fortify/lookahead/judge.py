"""What a position of Fortify looks worth: the points of the volley as they stand and as they may become, and the match
that they are part of."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.fortify.board.position import Position
from engine.fortify.board.spaces import STRIDE, spread
from engine.fortify.match.state import MatchState
from engine.fortify.rules.formation import in_formation
from engine.lookahead import Shares

POINTS: Final = (1, 2, 3, 1, 3)
ON_TRACK: Final = -2.0
FORMED: Final = 0.4
BOARD: Final = 0.3
TWO: Final = 0.4
THREE: Final = 2.0
THREE_MOVER: Final = 2.5
HITS: Final = 0.5
TEMPO: Final = 0.5
SCALE: Final = 6.0
LATER: Final = 3.0


def judge(state: MatchState, position: Position) -> Shares:
    mover = (position.turn & 1) ^ 1
    tops = position.tops
    red = tops[0] | tops[1] | tops[2] | tops[3] | tops[4]
    green = tops[5] | tops[6] | tops[7] | tops[8] | tops[9]
    volley = _side(position, 0, red, green, mover == 0) - _side(position, 1, green, red, mover == 1)
    for unit in position.track:
        volley += -ON_TRACK if unit.owner else ON_TRACK
        if unit.fortified:
            points = POINTS[unit.piece % 5]
            volley += -points if unit.owner else points
    for _, unit in position.beneath:
        if unit.fortified:
            points = POINTS[unit.piece % 5]
            volley += -points if unit.owner else points
    if state.red:
        volley = -volley
    return _share(state, volley, 1)


def _side(position: Position, owner: int, mine: int, theirs: int, moves: bool) -> float:
    tops, stock, fortified = position.tops, position.stock, position.fortified
    start = owner * 5
    infantry, tanks, battleships, choppers, artillery = tops[start : start + 5]
    own = mine & fortified
    row = owner * 10 + 5
    value: float = (
        (infantry & own).bit_count() + 2 * (tanks & own).bit_count() + 3 * ((battleships | artillery) & own).bit_count()
        + (choppers & own).bit_count()
        + stock[row] + 2 * stock[row + 1] + 3 * (stock[row + 2] + stock[row + 4]) + stock[row + 3]
    )  # fmt: skip
    value += BOARD * mine.bit_count()
    formed = in_formation(infantry, tanks, battleships, mine, fortified)
    able = (formed | battleships & position.map.shore) & ~fortified
    value += FORMED * (
        (able & infantry).bit_count() + 2 * (able & tanks).bit_count() + 3 * (able & battleships).bit_count()
    )
    attackers = (formed | own) & ~(choppers | artillery)
    hits = spread(attackers) & theirs & ~fortified | spread(attackers & fortified) & theirs
    value += HITS * hits.bit_count()
    a, b, c, d = own, own >> 1, own >> STRIDE, own >> STRIDE + 1
    blocked = theirs | theirs >> 1 | theirs >> STRIDE | theirs >> STRIDE + 1
    three = (a & b & (c | d) | c & d & (a | b)) & ~blocked
    two = (a & b | c & d | (a | b) & (c | d)) & ~blocked
    value += TWO * two.bit_count()
    if three:
        value += THREE + (THREE_MOVER if moves else 0)
    return value + (TEMPO * position.left if moves else 0)


def judge_between(state: MatchState) -> Shares:
    return _share(state, 0.0, 0)


def _share(state: MatchState, volley: float, running: int) -> Shares:
    first, second = state.scores
    if state.setup.by_points:
        lead = first - second + volley
        left = state.setup.volleys - len(state.results) - running
        scale = SCALE + LATER * left
    else:
        lead = first - second + volley / 12
        scale = 0.7
    share = 1 / (1 + exp(-lead / scale))
    return share, 1 - share
