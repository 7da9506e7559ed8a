from __future__ import annotations

import pytest

from engine.errors import MistypedTurn, UnreadableTurn
from engine.fortress.notation.step import parse_fortified, parse_step

SAME = [
    (
        "place left",
        "place left",
        "Place  LEFT",
        "left",
        "l",
        "L",
        "put left",
        "place the card at the left end",
        "left.",
    ),
    ("place right", "r", "right", "PLACE R"),
    ("shift 3 7", "shift 3-7", "shift 3 to 7", "move 3 7", "shift 3,7", "Shift 3 – 7", "shift card 3 to position 7"),
    ("shift 7 3", "shift 7 to 3"),
    ("shift 3 4", "shift 4 3", "move 4 to 3"),  # two neighbours, the lower one first
    ("keep", "KEEP", " keep ", "keep."),
    ("attack 4 left", "attack 4 l", "Attack left 4", "attack left with 4", "attack 4-4 left", "attack4left"),
    ("attack 4-5 right", "attack 4 5 right", "attack 5-4 right", "attack 4–5 r", "attack right end with 4 to 5"),
    (
        "attack 4-6 left",
        "attack 4 5 6 left",
        "attack 4, 5, 6 left",
        "attack 4 - 6 left",
        "attack with cards 6 5 4 left",
    ),
    ("ace 2", "ace2", "Ace 2.", "discard ace 2", "ace at position 2"),
    ("pass", "PASS", "pass!"),
    ("done", "Done."),
    ("start 2", "start player 2", "Start Player 2", "start2"),
    ("start 5", "start player 5"),
]


@pytest.mark.parametrize(("canonical", "text"), [(texts[0], text) for texts in SAME for text in texts])
def test_what_cannot_be_misread_is_read(canonical: str, text: str) -> None:
    assert str(parse_step(text, 5)) == canonical


MISTYPED = [
    ("attack", "which of your cards"),
    ("attack left", "which of your cards"),
    ("attack 4", "“attack 4 left” or “attack 4 right”"),
    ("attack 5-4", "“attack 4-5 left” or “attack 4-5 right”"),
    ("attack 4 left right", "which end"),
    ("attack 4 6 left", "doesn’t name neighbours"),
    ("attack 3-5-7 left", "doesn’t name neighbours"),
    ("attack 0 left", "which of your cards"),
    ("ace", "where the ace is"),
    ("ace 2 left", "Write “ace 2” alone"),
    ("place", "at which end"),
    ("place 3", "at which end"),
    ("shift 3", "from where to where"),
    ("shift 3 7 9", "from where to where"),
    ("start", "which player"),
    ("start 1 2", "which player"),
    ("pass done", "isn’t a step"),
]


@pytest.mark.parametrize(("text", "why"), MISTYPED)
def test_a_step_with_a_slip_in_it_is_refused_with_an_example(text: str, why: str) -> None:
    with pytest.raises(MistypedTurn, match=why):
        parse_step(text, 5)


@pytest.mark.parametrize("text", ["", "  ", "hello", "Good luck!", "1 2 3", "7h left", "pass me the salt", "x" * 300])
def test_a_sentence_is_no_step(text: str) -> None:
    with pytest.raises(UnreadableTurn) as refused:
        parse_step(text, 5)
    assert not isinstance(refused.value, MistypedTurn)


WHOLE = [
    ("fortify LRRLLRLR keep", "LRRLLRLR keep", "lrrllrlr keep", "L R R L L R L R, keep", "Fortify: lrrl lrlr keep."),
    ("fortify LRRLLRLR keep", "left right right left left right left right keep"),
    ("fortify LRRLLRLR shift 3 7", "LRRLLRLR shift 3 to 7", "lrrllrlr move 3 7"),
    ("fortify LRRLLRLR shift 3 4", "LRRLLRLR shift 4 3"),
    ("fortify LRR", "lrr", "L R R"),
]


@pytest.mark.parametrize(("canonical", "text"), [(texts[0], text) for texts in WHOLE for text in texts])
def test_a_whole_rounds_fortifying_is_read(canonical: str, text: str) -> None:
    assert str(parse_fortified(text, 5)) == canonical


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "where your eight cards go"),
        ("keep", "where your eight cards go"),
        ("LRRLLRL keep", "has 7 letters"),
        ("LRRLLRLRL keep", "has 9 letters"),
        ("LRRLLRLR pass", "where your eight cards go"),
        ("LRRLLRLR shift 3", "from where to where"),
        ("LRRLLRXR keep", "."),
    ],
)
def test_a_whole_rounds_fortifying_with_a_slip_in_it_is_refused(text: str, why: str) -> None:
    with pytest.raises(UnreadableTurn, match=why):
        parse_fortified(text, 5)
