"""Short volleys worked out by hand, and how to play them.

On map 4x5 the spaces c3, d3, c4 and d4 are Shore, where a Battleship is fortified without a formation; so four
Battleships there make the quickest 2x2.
"""

from __future__ import annotations

from dataclasses import replace

from engine.fortify.game import Fortify
from engine.fortify.match.state import MatchState
from engine.fortify.notation.position import parse_position

FORTIFY = Fortify()
SEED = bytes(32)

# Red wins by a 2x2 at turn 9. Red: 4 Battleships 4 x 3 + 7 = 19. Green has fortified nothing: 0.
RED_WINS = ("B@c3", "I@a1", "B@c4 B@d3", "pass", "B@d4 c3+", "pass", "c4+ d3+", "pass", "d4+")
# Green wins by a 2x2 at turn 8, for the same 19 points to Red's 0.
GREEN_WINS = ("I@a3", "B@c3 B@c4", "pass", "B@d3 B@d4", "pass", "c3+ c4+", "pass", "d3+ d4+")
# Nobody fortifies: the 60th turn end draws the volley (R10), 0 points each.
QUIET = ("I@a3", "I@a1", *["pass"] * 58)


def started(**raw: str) -> MatchState:
    return FORTIFY.start(FORTIFY.clean_options(raw), 2, SEED)


def played(state: MatchState, *texts: str) -> MatchState:
    """The state after the seat that is asked, the lower one first, has submitted each of these."""
    for text in texts:
        state = FORTIFY.play(state, FORTIFY.to_act(state)[0], text).state
    return state


def at(state: MatchState, position: str) -> MatchState:
    """The match with its running volley at another position."""
    return replace(state, position=parse_position(state.setup.map, position))
