"""A position's line (rules 7): written in one form, read in no other."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fortac.board.position import Position
from engine.fortac.notation.position import (
    PositionError,
    format_known,
    format_position,
    parse_any,
    parse_position,
)
from tests.engine.fortac.positions import SEED, at, chance_position

LINE = (
    "RR2/RR2/2BB/2BB r 1 JTN/HJW BBRPKSPWSTKSTSTAWPNNJIWPHHNAIBRJHB - -/- 0"
    " 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
)
LATER = format_position(at("RR2/RR2/2BB/2BB", turn=9, combos="corner/-", quiet=3))
"""Turn 9, with discards and a combo of Red's."""
FIELDS = ("board", "side", "turn", "hands", "deck", "discards", "combos", "quiet", "seed")


def changed(line: str, **fields: str) -> str:
    values = dict(zip(FIELDS, line.split(" "), strict=True)) | fields
    return " ".join(values.values())


def test_the_start_is_written_as_the_rules_do() -> None:
    assert format_position(Position.start(SEED)) == LINE
    assert parse_position(LINE) == Position.start(SEED)


def test_what_may_be_seen() -> None:
    assert format_known(Position.start(SEED)) == "RR2/RR2/2BB/2BB r 1 JTN/HJW 34 - -/- 0 -"
    known = Position.start(SEED).as_known()
    assert format_known(known) == format_known(Position.start(SEED))
    assert format_position(known).split(" ")[4::4] == ["?" * 34, "-"]


@given(st.randoms(use_true_random=False))
def test_every_position_is_read_back(random: Random) -> None:
    position = chance_position(random)
    assert parse_position(format_position(position)) == position


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"board": "RR2/RR2/2BB"}, "has 4 rows"),
        ({"board": "RR2/RR2/2BB/2BB/4"}, "has 4 rows"),
        ({"board": "RR11/RR2/2BB/2BB"}, "single digits"),
        ({"board": "RR20/RR2/2BB/2BB"}, "single digits"),
        ({"board": "RR3/RR2/2BB/2BB"}, "has 5 spaces"),
        ({"board": "RR1/RR2/2BB/2BB"}, "has 3 spaces"),
        ({"board": "RR2/RR2/2BB/2bb"}, "single digits"),
        ({"board": "RR2/RR2//2BB"}, "single digits"),
        ({"board": "RR2/RRR1/2BB/2BB"}, "Red has 5 men"),
        ({"board": "RR2/RR2/3B/2BB"}, "Black has 3 men"),
        ({"side": "R"}, "is r or b"),
        ({"side": "b"}, "odd turns are Red's"),
        ({"turn": "0"}, "counted from 1"),
        ({"turn": "09"}, "without leading zeros"),
        ({"turn": "-9"}, "without leading zeros"),
        ({"turn": "٩"}, "without leading zeros"),
        ({"turn": "10"}, "odd turns are Red's"),
        ({"turn": "11"}, "at turn 11 it has 24"),
        ({"hands": "HST"}, "with a slash"),
        ({"hands": "HST/HST/HST"}, "with a slash"),
        ({"hands": "HTS/HST"}, "not in the order of the cards"),
        ({"hands": "HS/HST"}, "Red has 2 cards in hand, not 3"),
        ({"hands": "/HST"}, "may not be left empty"),
        ({"hands": "hst/HST"}, "not letters of cards"),
        ({"hands": "HSS/HST"}, "of the game"),
        ({"deck": "-"}, "not letters of cards"),
        ({"deck": ""}, "may not be left empty"),
        ({"deck": "HH"}, "The deck has 2 cards; at turn 9 it has 26"),
        ({"discards": "-"}, "of the game"),
        ({"discards": ""}, "may not be left empty"),
        ({"discards": "PPPPAAII"}, "not in the order of the cards"),
        ({"combos": "corner"}, "with a slash"),
        ({"combos": "corner/"}, "not a kind of combo"),
        ({"combos": "Corner/-"}, "not a kind of combo"),
        ({"combos": "corner+corner/-"}, "not a kind of combo"),
        ({"combos": "corner+center/-"}, "Red has made more than one combo"),
        ({"combos": "-/corner+center"}, "Black has made more than one combo"),
        ({"combos": "-/-"}, "there were 8 quiet turns, not 3"),
        ({"quiet": "8"}, "There cannot have been 8 quiet turns"),
        ({"combos": "corner/corner", "quiet": "7"}, "There cannot have been 7 quiet turns"),
        ({"quiet": "03"}, "without leading zeros"),
        ({"quiet": "-"}, "without leading zeros"),
        ({"seed": "-"}, "not 64 hexadecimal digits"),
        ({"seed": SEED.hex().upper()}, "not 64 hexadecimal digits"),
        ({"seed": SEED.hex()[:-1]}, "not 64 hexadecimal digits"),
        ({"seed": SEED.hex() + "\n"}, "not 64 hexadecimal digits"),
    ],
)
def test_any_other_form_is_refused(fields: dict[str, str], fault: str) -> None:
    assert parse_position(LATER)
    with pytest.raises(PositionError, match=rf"{fault}.*\.$"):
        parse_position(changed(LATER, **fields))


@pytest.mark.parametrize("text", ["", " ", LINE + " ", " " + LINE, LINE.replace(" ", "  ", 1), LINE.replace(" ", "\t")])
def test_another_number_of_fields_is_refused(text: str) -> None:
    with pytest.raises(PositionError, match="9 fields separated by one blank"):
        parse_position(text)


def test_a_quiet_of_as_many_turns_as_there_can_be_is_read() -> None:
    assert parse_position(changed(LATER, quiet="7")).quiet == 7
    assert parse_position(changed(LATER, combos="corner/corner", quiet="6")).quiet == 6


def test_a_hundred_quiet_turns_are_written_but_not_read() -> None:
    position = at("RR2/RR2/2BB/2BB", turn=103, combos="corner/-", quiet=99)
    text = format_position(position._replace(quiet=100))
    with pytest.raises(PositionError, match="the match is over"):
        parse_position(text)
    assert parse_any(text).quiet == 100


def test_the_deck_need_not_be_what_the_seed_gives() -> None:
    assert parse_position(changed(LINE, seed=bytes(32).hex())).deck == Position.start(SEED).deck


@given(st.text(), st.integers(0, len(LINE)))
def test_no_damage_is_read_otherwise_or_makes_reading_fail(noise: str, place: int) -> None:
    text = LINE[:place] + noise + LINE[place + len(noise) :]
    try:
        read = format_position(parse_position(text))
    except PositionError as error:
        read, text = str(error)[-1], "."
    assert read == text
