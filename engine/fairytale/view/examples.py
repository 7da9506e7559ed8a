"""Example boards for the rules and the first page, drawn from real positions like any other board."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from engine.fairytale.match.state import MatchState
from engine.fairytale.notation.position import read_position
from engine.fairytale.rules.position import Options
from engine.values import View
from i18n.text import noop, say

from .draft import build_draft
from .view import build_view


class Example(NamedTuple):
    """A position, up to its deck, and the words of a turn; ``caption`` is a message."""

    position: str
    caption: str
    words: str = ""


EXAMPLES: Final = {
    "start": Example(
        "1/39/3 1/0 0/0 tailor@o,red@o n1:T/e,w1:Tw/n,e1:Lg/w,s1:X/n Lw,Td,X",
        noop("The start: the four first tiles lie beside the oak, and the figures stand on it"),
    ),
    "lay": Example(
        "5/39/3 1/0 0/0 tailor@n1,red@e1 n1:T/e,w1:Tw/n,e1:Lg/w,s1:X/n*2 Td,X,Tw",
        noop("The Brave Little Tailor has laid a fork with distraction on n2, and goes there"),
        "Td/e@n2 n2",
    ),
    "way": Example(
        "9/39/3 1/2 0/0 tailor@s1,red@w1 n2:T/e*1,n1:X/n*2,n1e1:Td/w,w1:Tw/n,e1:T/s*3,s1:X/n,s2:Xk/n*1 X,Tw,L",
        noop(
            "The monsters on n1 go to the distraction on n1e1, those on e1 to the oak, and the one on s2 can’t pass the"
            " gate"
        ),
    ),
}
SHOWCASE: Final = Example(
    "9/39/3 1/2 1/1 tailor@n1,red@e1 n3:UD/s,n2:Tw/w,n2e1:L/s*2,w1:Tw/s*1,n1:X/n,e1:Tg/n*3,s1:Tw/n,s1e1:Lb/w Xg,Tb,I",
    noop("The Brave Little Tailor is two steps from a dark diamond, while monsters close in on the oak"),
)


def draw_example(example: Example) -> View:
    """Return the view of an example."""
    state = example_state(example.position)
    view = build_draft(state, 0, example.words).view if example.words else build_view(state)
    return {**view, "caption": say(example.caption)}


def example_state(fields: str) -> MatchState:
    """Return a match in the position of a line up to its market. The deck is empty, and the seed unknown."""
    position = read_position(f"{fields} - {bytes(32).hex()}:0")
    return MatchState(Options(), replace(position, seed=b""))
