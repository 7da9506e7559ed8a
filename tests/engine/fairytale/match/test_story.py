"""What a turn's notes tell of the monsters, in positions worked out by hand (rules 4)."""

from __future__ import annotations

from itertools import count

import pytest

from engine.fairytale.game import Fairytale
from engine.fairytale.match.state import MatchState
from engine.fairytale.notation.position import parse_position
from engine.fairytale.rules.position import Options, Position
from tests.engine.fairytale.lines import SEED, line

GAME = Fairytale()


def chance(*dice: int) -> str:
    """The seed, and so many throws that these come next."""
    position = parse_position(line())
    return next(f"{SEED}:{throws}" for throws in count() if _thrown(position, throws, len(dice)) == dice)


def _thrown(position: Position, throws: int, number: int) -> tuple[int, ...]:
    found: list[int] = []
    for _ in range(number):
        die, position = (position if found else parse_position(line(chance=f"{SEED}:{throws}"))).throw()
        found.append(die)
    return tuple(found)


def story(text: str, *dice: int, figures: str = "hero@o", **position: str) -> list[str]:
    """The notes of a turn after which these dice fall: the last of them, if there are two, for new monsters."""
    played = parse_position(line(figures, chance=chance(*dice), **position))
    return [*GAME.play(MatchState(Options(), played), played.seat, text).notes]


NORTH = "The die shows 1: in the north "
NOBODY = "The die shows 1: no monster moves in the north."
NONE = "The next die shows 6, but there’s no monster tile: no new monsters come."


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({}, [NOBODY]),
        ({"n2": "X/n*1"}, [f"{NORTH}1 monster goes from n2 to n1."]),
        ({"n2": "X/n*2"}, [f"{NORTH}2 monsters go from n2 to n1."]),
        (
            {"n1": "X/n*1", "n2": "X/n*2"},
            [f"{NORTH}1 monster goes from n1 to the oak, 2 from n2 to n1.", "1 of 3 monsters has reached the oak."],
        ),
        # The first finds haste on n1, and so goes on to the oak.
        (
            {"n1": "Xh/n", "n2": "X/n*1"},
            [f"{NORTH}1 monster goes from n2 to the oak.", "1 of 3 monsters has reached the oak."],
        ),
        # The palace lets no monster in, and haste on n2w1 sends it back.
        (
            {"n1": "TP/e", "n2": "X/n*1", "n2w1": "Xh/n"},
            [f"{NORTH}1 monster leaves n2 and comes back."],
        ),
        (
            {"n1": "XR/n", "n2": "X/n*2"},
            [f"{NORTH}2 monsters go from n2 to n1.", "The trapdoor on n1 springs: a monster falls in."],
        ),
        ({"n1": "Ik/s", "n2": "X/n*3"}, [f"{NORTH}3 monsters go from n2 to n1.", "The gate on n1 breaks."]),
        ({"n1": "Iv/s", "n2": "X/n*1"}, [f"{NORTH}1 monster goes from n2 to n1.", "The wall on n1 breaks."]),
        (
            {"n1": "XT/n", "n2": "X/n*2"},
            [f"{NORTH}2 monsters go from n2 to n1.", "The treasure chest on n1 sends 2 monsters back to n2."],
        ),
        # Five ways are too many to be told one by one.
        (
            {"n1": "X/n*1", "n2": "X/n*1", "n3": "X/n*1", "n4": "X/n*1", "n5": "X/n*2"},
            [
                f"{NORTH}6 monsters move: 1 to the oak, 1 to n1, 1 to n2, 1 to n3, 2 to n4.",
                "1 of 3 monsters has reached the oak.",
            ],
        ),
    ],
)
def test_it_tells_how_many_moved_and_where_they_went(position: dict[str, str], told: list[str]) -> None:
    assert story("5:e", 1, 6, **position) == [*told, NONE]


def test_a_five_moves_the_side_that_was_named_and_a_six_all_of_them() -> None:
    forest = {"n2": "X/n*1", "e2": "X/n*2"}
    assert story("5:e", 5, 6, **forest)[0] == "The die shows 5: in the east, as chosen, 2 monsters go from e2 to e1."
    assert story("5:s", 5, 6, **forest)[0] == "The die shows 5: no monster moves in the south."
    assert story("5:s", 6, 6, **forest)[0] == (
        "The die shows 6: on all sides 1 monster goes from n2 to n1, 2 from e2 to e1."
    )
    assert story("5:s", 6, 6)[0] == "The die shows 6: no monster moves."


@pytest.mark.parametrize(
    ("die", "position", "told"),
    [
        (1, {"n2": "X/n"}, ["The next die shows 1: 2 new monsters come from the north, onto n2."]),
        (3, {}, ["The next die shows 3: 1 new monster comes from the south, onto s1."]),
        # n2 holds three already: what comes there goes on.
        (1, {"n2": "X/n*2"}, ["The next die shows 1: 2 new monsters come from the north, 1 onto n2, 1 onto n1."]),
        (1, {"n2": "Xh/n"}, ["The next die shows 1: 2 new monsters come from the north, onto n1."]),
        (
            1,
            {"n1": "Xh/n"},
            [
                "The next die shows 1: 1 new monster comes from the north, straight to the oak.",
                "1 of 3 monsters has reached the oak.",
            ],
        ),
        (6, {"n2": "XM/n"}, ["The next die shows 6: 2 new monsters come from the monster tiles, onto n2."]),
        (6, {}, [NONE]),
        (5, {}, ["The next die shows 5: Player 1 chooses where new monsters come from."]),
    ],
)
def test_it_tells_where_new_monsters_came_to_rest(die: int, position: dict[str, str], told: list[str]) -> None:
    assert story("5:e", 4, die, **position)[1:] == told


def test_it_tells_that_no_new_monsters_come() -> None:
    quiet = story("5:e", 4, figures="hero@o,hero@o", turns="1/39/3", who="1/0")
    assert quiet[1:] == ["The forest is still quiet: no new monsters come."]
    beauty = story("5:e", 4, figures="tailor@o,beauty@o", who="1/0")
    assert beauty[1:] == ["No new monsters come for Sleeping Beauty."]


def test_new_monsters_of_a_side_that_was_named_are_told_first() -> None:
    told = story("in:s 5:e", 4, 6, who="1/5", s2="X/n")
    assert told[0] == "2 new monsters come from the south, onto s2."


@pytest.mark.parametrize(
    ("figure", "text", "position", "told"),
    [
        ("tailor@n1", "x 5:e", {"n1": "X/n*3"}, "The Tailor drives off 3 monsters on n1."),
        ("tailor@n1", "x 5:e", {"n1": "X/n*1"}, "The Tailor drives off 1 monster on n1."),
        # The words of the turn say it.
        ("hero@n1", "x 5:e", {"n1": "X/n*3"}, "The die shows 4: no monster moves in the west."),
        (
            "red@o",
            "n1*n2 x 5:e",
            {"n1": "XC/n*1", "n2": "X/n*2"},
            "Red Riding Hood drives off 3 monsters on n2 and n1.",
        ),
        (
            "hero@o",
            "Xb/n@n2e2*n2e1 5:e",
            {"n1": "Xw/n", "e1": "Xw/n", "n2": "X/n", "n2e1": "X/n*2", "n1e1": "X/n", "e2": "X/n", "n1e2": "X/n",
             "market": "Xb"},
            "2 monsters are gone with the tile on n2e1.",
        ),
    ],
)  # fmt: skip
def test_it_tells_how_many_are_gone_by_what_was_done(
    figure: str, text: str, position: dict[str, str], told: str
) -> None:
    assert story(text, 4, 6, figures=figure, **position)[0] == told


def test_a_diamond_is_told_with_the_monsters_on_it_and_the_last_one_once() -> None:
    told = story("n3 5:e", 4, 6, figures="hero@n2", n2="X/n", n3="UD/s*1")
    assert told[:2] == ["1 monster is gone with the tile on n3.", "1 of 3 diamonds is destroyed."]
    assert story("n3", 4, figures="hero@n2", counts="0/2", n2="X/n", n3="UD/s") == [
        "Won: the third dark diamond is destroyed."
    ]


def test_the_third_monster_at_the_oak_is_told_once() -> None:
    assert story("5:e", 1, counts="2/0", n1="X/n*1") == [
        f"{NORTH}1 monster goes from n1 to the oak.",
        "Lost: the third monster has reached the oak.",
    ]
