"""Every refusal names the card or the man, says why not, and what is possible."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fortac.explain.illegal import canonical, why_illegal
from engine.fortac.notation.step import parse_step
from engine.fortac.rules.legal import steps
from engine.fortac.rules.steps import STEPS, Step
from tests.engine.fortac.positions import START, at, chance_position

OPEN = "R2B/2B1/1R2/RRBB"


@pytest.mark.parametrize(
    ("board", "hand", "text", "reason"),
    [
        (START, "STW", "hop a3-a2", "Hop is not in Red’s hand, which is Skip, Trade and Switch"),
        (START, "HST", "hop a1-a2", "there is no man on a1; Red’s men are on a3, b3, a4 and b4"),
        (START, "HST", "hop c2-b2", "the man on c2 is Black’s"),
        (START, "HST", "trade c2-b3", "name your own man first, as in trade b3-c2"),
        (START, "HST", "trade c2-a4", "the man on c2 is Black’s"),
        (START, "HST", "hop a3-a3", "the man on a3 has to leave it; with it, the man on a3 can go to a2"),
        (START, "HST", "hop a3-a4", "a4 is not empty; with it, the man on a3 can go to a2"),
        (START, "HST", "hop a3-a1", "Hop goes one step across, up or down; with it, the man on a3 can go to a2"),
        (START, "HST", "hop a4-a2", "Hop goes one step across, up or down; men that can move with it: a3, b3 and b4"),
        (START, "HST", "skip b4-c4", "Skip goes one step diagonally; with it, the man on b4 can go to c3"),
        (OPEN, "JST", "jump b1-b2", (
            "Jump goes straight over one adjacent man to the space beyond it; with it, the man on b1 can go to b3"
        )),
        (OPEN, "JST", "jump b2-d2", "there is no man on c2 to jump over; men that can move with it: b1"),
        (OPEN, "JST", "jump a1-c1", "c1 is not empty; men that can move with it: b1"),
        (START, "HST", "trade a3-c2", (
            "Trade swaps with an adjacent man; with it, the man on a3 can swap with b3, a4 and b4"
        )),
        (START, "HST", "trade b3-b2", (
            "there is no man on b2; with it, the man on b3 can swap with c2, a3, a4 and b4"
        )),
        (START, "HSW", "switch b3-c2", (
            "Switch swaps with a man that is not adjacent; with it, the man on b3 can swap with c1, d1 and d2"
        )),
        (OPEN, "RST", "rook b2-c3", (
            "Rook goes along a row or column; with it, the man on b2 can go to a2, c2, d2, b3 and b4"
        )),
        (START, "RST", "rook a4-a1", "the man on a3 is in the way; men that can move with it: a3, b3 and b4"),
        (OPEN, "BST", "bishop b2-d4", "the man on c3 is in the way; with it, the man on b2 can go to a3"),
        (START, "KST", "king a3-c3", "King goes one step in any direction; with it, the man on a3 can go to a2 and b2"),
        (START, "NST", "horse a3-a1", (
            "Horse goes as a knight does in chess; with it, the man on a3 can go to b1 and c4"
        )),
        (START, "IST", "zip a3-b1", "Zip goes to an empty corner; with it, the man on a3 can go to a1 and d4"),
        (OPEN, "IST", "zip a1-a4", "a4 is not empty; no man can move with Zip now"),
        (START, "AST", "zap a3-a1", (
            "Zap goes to an empty space that is not a corner;"
            " with it, the man on a3 can go to b1, a2, b2, c3, d3 and c4"
        )),
        (START, "PST", "push b3-b2", "there is no man on b2; "),
        (START, "PST", "push a3-a4", "the men pushed from a4 on would have no space to go to; "),
    ],
)  # fmt: skip
def test_it_says_why(board: str, hand: str, text: str, reason: str) -> None:
    position = at(board, red=hand)
    why = why_illegal(position, canonical(position, parse_step(text)))
    assert why is not None
    assert why.startswith(f"{text}: {reason}")


def test_a_card_that_is_not_known_is_neither_legal_nor_denied() -> None:
    position = at(START, red="HST").as_known()
    unknown = position._replace(hands=(bytes([*position.hands[0][:2], 12]), position.hands[1]))
    assert why_illegal(unknown, parse_step("hop a3-a2")) is None
    why = why_illegal(unknown, parse_step("king a3-a2"))
    assert why == "king a3-a2: Red has Hop and Skip in hand; whether King is drawn isn’t known yet"


def test_two_men_of_ones_own_are_put_in_order() -> None:
    position = at(START, red="HTW")
    assert str(canonical(position, parse_step("trade b4-a3"))) == "trade a3-b4"
    assert str(canonical(position, parse_step("trade b3-c2"))) == "trade b3-c2"
    assert str(canonical(position, parse_step("hop a4-a3"))) == "hop a4-a3"


@given(st.randoms(use_true_random=False), st.sampled_from([step for card in STEPS for row in card for step in row]))
def test_every_step_is_legal_or_refused_for_a_reason(random: Random, step: Step) -> None:
    position = chance_position(random)
    wanted = canonical(position, step)
    why = why_illegal(position, wanted)
    assert (why is None) == (wanted in steps(position))
    assert why is None or why.startswith(f"{wanted}: ")
