"""Example boards for the rules and the first page, drawn from real positions like any other board."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.fortac.board.cards import ALL_CARDS, LETTERS
from engine.fortac.board.position import Position
from engine.fortac.explain.describe import step_words
from engine.fortac.explain.names import side_name
from engine.fortac.match.state import MatchState, after_step
from engine.fortac.match.submit import play_step
from engine.fortac.notation.position import parse_position
from engine.values import View
from i18n.text import noop, say

from .view import build_view

_SEED: Final = bytes(32).hex()


class Picture(NamedTuple):
    """A board, Red's and Black's hands, and Red's turn; ``caption`` is a message.

    The picture shows the board after the turn, or the board itself if there is none.
    """

    board: str
    hands: str
    step: str
    caption: str


START: Final = "RR2/RR2/2BB/2BB"
PICTURES: Final = {
    "start": Picture(START, "JTN/HJW", "", noop("The start: each player has four men, and three cards face up")),
    "hop": Picture(START, "HTN/HJW", "hop b3-b2", noop("Hop: the man on b3 went one step down")),
    "skip": Picture(START, "STN/HJW", "skip b3-a2", noop("Skip: the man on b3 went one step diagonally")),
    "jump": Picture(START, "JTN/HJW", "jump a4-a2", noop("Jump: the man on a4 went over a3")),
    "trade": Picture(START, "JTN/HJW", "trade b3-c2", noop("Trade: the men on b3 and c2, which are adjacent, swapped")),
    "switch": Picture(START, "TWN/HJW", "switch a4-d1", noop("Switch: the men on a4 and d1, far apart, swapped")),
    "rook": Picture(START, "TRN/HJW", "rook a3-a1", noop("Rook: the man on a3 went two spaces down")),
    "king": Picture(START, "TKN/HJW", "king a3-b2", noop("King: the man on a3 went one step, in any direction")),
    "horse": Picture(START, "JTN/HJW", "horse b3-a1", noop("Horse: the man on b3 made a knight’s move")),
    "bishop": Picture(START, "TNB/HJW", "bishop a3-b2", noop("Bishop: the man on a3 went along a diagonal")),
    "zip": Picture(START, "TNI/HJW", "zip b3-a1", noop("Zip: the man on b3 went to an empty corner")),
    "zap": Picture(START, "TNA/HJW", "zap b3-a2", noop("Zap: the man on b3 went to an empty space, not a corner")),
    "push": Picture("RR2/2R1/1RB1/1BBB", "TNP/HJW", "push b2-c2", noop("Push: the man on b2 pushed the one on c2")),
    "corner": Picture("R2R/1B2/RBB1/1B1R", "TRN/HJW", "rook a2-a1", noop("Corner: Red’s men are on the four corners")),
    "diagonal": Picture("R2B/1R2/2RB/B1BR", "HTN/HJW", "", noop("Diagonal: Red’s men are on a main diagonal")),
    "orthogonal": Picture("B2B/RRRR/1B2/3B", "HTN/HJW", "", noop("Orthogonal: Red’s men are on a whole row")),
    "center": Picture("B2B/1RR1/1RR1/B2B", "HTN/HJW", "", noop("Centre: Red’s men are on the four centre spaces")),
}
SHOWCASE: Final = Picture(
    "1B1R/1RB1/2B1/R1BR", "HJK/HTW", "king b3-a4",
    noop("Red’s men have just reached the four corners with a King: the first of two combos that win a match"),
)  # fmt: skip


def draw_example(example: Picture) -> View:
    """Return the view of an example."""
    state = _state(example)
    view = build_view(state)
    caption = say(example.caption)
    return {**view, "caption": caption, "alt": f"{caption}. {view['on_board'][0]}. {view['on_board'][1]}."}


def _state(example: Picture) -> MatchState:
    position = example_position(example.board, example.hands)
    if not example.step:
        return MatchState(position)
    step, applied = play_step(position, example.step)
    words = step_words(position, step)
    return after_step(applied, step, say("%(side)s: %(turn)s.", side=side_name(position.side), turn=words))


def example_position(board: str, hands: str, combos: str = "-/-") -> Position:
    """Return a position with Red to move, given its board, hands and combos in notation.

    The order of its deck is unknown. Both players have taken one turn for each side that has a combo.
    """
    turns = 2 * sum(field != "-" for field in combos.split("/"))
    left = [LETTERS[card] for card in ALL_CARDS]
    for letter in hands.replace("/", ""):
        left.remove(letter)
    discards, deck = "".join(left[:turns]) or "-", "".join(left[turns:])
    text = f"{board} r {turns + 1} {hands} {deck} {discards} {combos} {min(turns, 1)} {_SEED}"
    return parse_position(text).as_known()
