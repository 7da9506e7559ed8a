from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fortify.board.position import Position
from engine.fortify.board.units import GREEN, RED, Unit
from engine.fortify.notation.position import PositionError, format_position, parse_position
from engine.fortify.rules.legal import count_steps
from tests.engine.fortify.boards import LARGE, MAPS, SMALL, at, chance_position, space

START = "4/4/4/4/4 r 1/1 I4T4B4i4t4b4 - 0"


def test_the_start_of_a_volley_is_written_as_the_rules_write_it() -> None:
    assert format_position(Position.start(SMALL, (4, 4, 4, 0, 0), (4, 4, 4, 0, 0))) == START


def test_it_tells_what_stands_where() -> None:
    position = parse_position(SMALL, "4/4/+T[Cb]2/4/3i r 3/2 I2T1+I1i1 +iB 3")
    a3, b3 = space("a3"), space("b3")
    assert position.top(a3) == Unit(RED, "T", True)
    assert position.top(b3) == Unit(RED, "C", False)
    assert position.covered(b3) == Unit(GREEN, "B", False)
    assert position.top(space("a1")) is None
    assert position.covered(a3) is None
    assert position.supply(RED) == ((Unit(RED, "I", False), 2), (Unit(RED, "T", False), 1), (Unit(RED, "I", True), 1))
    assert position.track == (Unit(GREEN, "I", True), Unit(RED, "B", False))
    assert (position.side, position.turn, position.left, position.quiet) == (RED, 3, 2, 3)
    assert position.army(RED) == (3, 2, 1, 1, 0)
    assert sum(position.army(GREEN)) == 4


@given(st.integers(0, 2**32), st.sampled_from(MAPS))
def test_every_position_is_read_back_from_its_text(seed: int, map: object) -> None:
    random = Random(seed)
    position = chance_position(random.choice(MAPS), random)
    assert parse_position(position.map, format_position(position)) == position


@given(st.text(alphabet="012345/rg+-[]IiTtBbCcAa ", max_size=60))
def test_a_text_is_refused_or_is_exactly_what_would_be_written(text: str) -> None:
    try:
        position = parse_position(SMALL, text)
    except PositionError:
        return
    assert format_position(position) == text


@given(st.integers(0, len(START)), st.sampled_from("0129/rg+-[]IiCAx \u0662"), st.booleans())
def test_one_stray_letter_is_refused_or_still_makes_a_position(place: int, letter: str, replace: bool) -> None:
    text = START[:place] + letter + START[place + replace :]
    try:
        position = parse_position(SMALL, text)
    except PositionError:
        return
    assert format_position(position) == text
    assert count_steps(position) >= 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "six fields with one blank between"),
        (START.replace(" r", "  r"), "six fields with one blank between"),
        (f" {START}", "six fields with one blank between"),
        (f"{START}\n", "from 0 to 60"),
        (START.replace("\x20", "\t"), "six fields"),
        ("4/4/4/4 r 1/1 I4i4 - 0", "has 5 rows, not 4"),
        ("5/4/4/4/4 r 1/1 I4i4 - 0", "Row 5 of the board, “5”, has 5 spaces, not 4"),
        ("3/4/4/4/4 r 1/1 I4i4 - 0", "has 3 spaces, not 4"),
        ("22/4/4/4/4 r 1/1 I4i4 - 0", "must count empty spaces by one digit"),
        ("40/4/4/4/4 r 1/1 I4i4 - 0", "must count empty spaces by one digit"),
        ("4/4/I0I2/4/4 r 3/1 I1i4 - 0", "must count empty spaces by one digit"),
        ("4/4/X3/4/4 r 3/1 I4i4 - 0", "“X” on a3 is not a unit"),
        ("4/4/?3/4/4 r 3/1 I4i4 - 0", "not made of digits, units and stacks"),
        ("4/4/+3/4/4 r 3/1 I4i4 - 0", "not made of digits, units and stacks"),
        ("4/4/I3/4/4I r 3/1 I1i4 - 0", "has 5 spaces, not 4"),
        ("T3/4/4/4/4 r 3/1 I4i4 - 0", "a5 is Water, where no Tank can stand"),
        ("4/4/4/4/B3 r 3/1 I4i4 - 0", "a1 is Land, where no Battleship can stand"),
        ("4/4/A3/4/4 r 3/1 I4i4 - 0", "a3 is Shore, where no Artillery can stand"),
        ("[CT]3/4/4/4/4 r 3/1 I4i4 - 0", "a5 is Water, where no Tank can stand"),
        ("4/4/[TC]3/4/4 r 3/1 I4i4 - 0", "the upper unit must be a Chopper"),
        ("4/4/[Cc]3/4/4 r 3/1 I4i4 - 0", "a Chopper sits on a Chopper"),
        ("4/4/[C]3/4/4 r 3/1 I4i4 - 0", "is not a stack"),
        ("4/4/[CTI]3/4/4 r 3/1 I4i4 - 0", "is not a stack"),
        ("4/4/[CT3/4/4 r 3/1 I4i4 - 0", "not made of digits, units and stacks"),
        ("4/4/4/4/4 w 1/1 I4i4 - 0", "The side to move is r or g, not “w”"),
        ("4/4/4/4/4 g 1/1 I4i4 - 0", "Turn 1 is Red’s: odd turns are Red’s"),
        ("4/4/4/4/4 r 2/2 I4i4 - 0", "Turn 2 is Green’s: odd turns are Red’s"),
        ("4/4/4/4/4 r 1/2 I4i4 - 0", "has 1 action, so it is written 1/1"),
        ("4/4/4/4/4 r 3/0 I4i4 - 0", "“3/0” is not a turn"),
        ("4/4/4/4/4 r 3/3 I4i4 - 0", "“3/3” is not a turn"),
        ("4/4/4/4/4 r 03/1 I4i4 - 0", "“03/1” is not a turn"),
        ("4/4/4/4/4 g 0/1 I4i4 - 0", "“0/1” is not a turn"),
        ("4/4/4/4/4 r 9999999999/1 I4i4 - 0", "is not a turn"),
        ("4/4/4/4/4 r 1/1 I4T0i4 - 0", "“T0” in the supply is not a count from 1 to 9"),
        ("4/4/4/4/4 r 1/1 I04i4 - 0", "“I04” in the supply is not a count from 1 to 9"),
        ("4/4/4/4/4 r 1/1 T4I4i4 - 0", "must go in the order"),
        ("4/4/4/4/4 r 1/1 i4I4 - 0", "must go in the order"),
        ("4/4/4/4/4 r 1/1 +I1T4i4 - 0", "must go in the order"),
        ("4/4/4/4/4 r 1/1 I2I2i4 - 0", "must go in the order"),
        ("4/4/4/4/4 r 1/1 X4i4 - 0", "“X” in the supply is not a unit"),
        ("4/4/4/4/4 r 1/1 Ii4 - 0", "is not units with counts"),
        ("4/4/4/4/4 r 1/1 -I4i4 - 0", "is not units with counts"),
        ("4/4/4/4/4 r 1/1 I4i4- - 0", "is not units with counts"),
        ("4/4/4/4/4 r 1/1 I4i4 TTTT 0", "has 3 slots, not 4"),
        ("4/4/4/4/4 r 1/1 I4i4 A 0", "An Artillery is never on the track"),
        ("4/4/4/4/4 r 1/1 I4i4 T1 0", "The track “T1” is not units"),
        ("4/4/4/4/4 r 1/1 I4i4 X 0", "The track “X” is not units"),
        ("4/4/4/4/4 r 1/1 I4i4 - 61", "from 0 to 60, not “61”"),
        ("4/4/4/4/4 r 1/1 I4i4 - 00", "from 0 to 60, not “00”"),
        ("4/4/4/4/4 r 1/1 I4i4 - -1", "from 0 to 60, not “-1”"),
        ("4/4/4/4/4 r 1/1 I4i4 - \u0663", "from 0 to 60"),
        ("4/4/4/4/4 r 1/1 I4 - 0", "Green has no units"),
        ("4/4/4/4/4 r 1/1 i4 - 0", "Red has no units"),
        ("4/4/4/4/4 r 1/1 - - 0", "Red has no units"),
        ("4/4/I3/4/4 r 3/1 I4i4 - 0", "Red has more units than an army: I5"),
        ("4/4/4/4/4 r 1/1 I4T4B4C1i4 - 0", "Red has more units than an army: I4T4B4C1"),
        ("4/4/4/4/4 r 1/1 I4T4B3A1i4 - 0", "Red has more units than an army: I4T4B3A1"),
        ("4/4/4/4/4 r 1/1 I4c1 c 0", "Green has more units than an army: C2"),
    ],
)
def test_any_form_but_the_canonical_one_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError) as refused:
        parse_position(SMALL, text)
    assert reason in str(refused.value)
    assert str(refused.value).endswith(".")


def test_a_digit_may_follow_a_unit_and_a_unit_a_digit() -> None:
    text = "1B1b1/5/2[+C+t]1T/4A/1i3 g 12/1 - +BtI 7"
    assert format_position(at(text, LARGE)) == text
