"""Example boards for the rules and the first page, drawn from real positions like any other board."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.fortify.board.maps import load_map
from engine.fortify.match.play_turn import play_actions
from engine.fortify.match.state import MatchState, Setup
from engine.fortify.notation.position import parse_position
from engine.fortify.notation.turn import parse_turn
from engine.values import View
from i18n.text import noop, say

from .view import Drafted, build_view


class Picture(NamedTuple):
    """A position and, if ``turn`` is not empty, the turn played from it; ``caption`` is a message.

    The picture shows the board after the turn.
    """

    map: str
    position: str
    turn: str
    caption: str


PICTURES: Final = {
    "map-4x5": Picture("4x5", "4/4/4/4/4 r 1/1 I4T4B4i4t4b4 - 0", "", noop("The map 4x5")),
    "map-5x5": Picture("5x5", "5/5/5/5/5 r 1/1 I4T4B4i4t4b4 - 0", "", noop("The map 5x5")),
    "enlist": Picture(
        "4x5",
        "4/4/1T1t/4/4 r 3/2 I4T3B4i4t3b4 - 0",
        "I@b2&I@b1",
        noop("Two Infantry enlisted in one action: b2 is adjacent to the Tank, b1 to b2"),
    ),
    "move": Picture(
        "4x5",
        "4/3t/2T1/I3/1I1i r 9/2 I2T3B4i3t3b4 - 4",
        "a2-d3",
        noop("A jump: the Infantry went from a2 to d3, which is adjacent to the Tank"),
    ),
    "infantry": Picture(
        "4x5",
        "4/3t/b1+T1/1II1/4 r 9/2 I2T3B4i4t3b3 - 2",
        "b2+",
        noop("Infantry formation: b2 and c2 are a pair, and c2 is adjacent to a third unit that is fortified"),
    ),
    "tank": Picture(
        "4x5",
        "4/3t/TTB1/4/3i r 9/2 I4T2B3i3t3b4 - 4",
        "a3+",
        noop("Tank formation: two Tanks and a third unit on three consecutive spaces in a straight line"),
    ),
    "battleship": Picture(
        "4x5",
        "BB2/1B1t/2T1/4/3i r 9/2 I4T3B1i3t3b4 - 4",
        "b5+",
        noop("Battleship formation: three Battleships in a connected group"),
    ),
    "attack": Picture(
        "4x5",
        "4/2Tt/2T1/2I1/3i r 9/2 I3T2B4i3t3b4 - 4",
        "c4xd4",
        noop("An attack: the Tank on c4 stands in formation and sent the Tank on d4 to the reinforcement track"),
    ),
    "artillery": Picture(
        "5x5",
        "5/3b1/1t3/2I2/2AIt r 9/2 I2T3B2i2t2b2c1 - 4",
        "c1xe1",
        noop("Artillery reaches along its row or column, whatever stands between"),
    ),
    "chopper": Picture(
        "5x5",
        "1+B3/3[Ct]1/2T2/1i3/4I r 9/2 I2T2B1A1i2t2b3a1 - 1",
        "",
        noop(
            "Red’s Chopper on d4 covers Green’s Tank, which does nothing and counts for nothing until the Chopper"
            " leaves"
        ),
    ),
    "2x2": Picture(
        "4x5",
        "4/1b2/1+T+Bt/1+II1/i3 r 15/2 I2T3B3i3t3b3 - 1",
        "c2+",
        noop("A 2x2: four fortified units of Red in a square, and the volley is won"),
    ),
}


SHOWCASE: Final = Picture(
    "5x5",
    "5/3+b+b/1I+t+ii/BI+T+Ta/2+A2 g 18/2 I2T1i1c1 tCt 2",
    "e3+",
    noop(
        "Red’s units are round, Green’s square, and a toothed rim means fortified: with four such in a square Green has"
        " just won"
    ),
)


def draw_example(example: Picture) -> View:
    """Return the view of an example."""
    before = parse_position(load_map(example.map), example.position)
    actions = parse_turn(example.turn) if example.turn else []
    after = play_actions(before, actions).position
    state = MatchState(Setup(before.map, "standard", special=False), "turn", (None, None), position=before)
    view = build_view(state, None, Drafted(after, tuple(actions), after.left))
    caption = say(example.caption)
    return {**view, "caption": caption, "alt": _alt(caption, view)}


def _alt(caption: str, view: View) -> str:
    return f"{caption}. {view['on_board'][0]}. {view['on_board'][1]}."
