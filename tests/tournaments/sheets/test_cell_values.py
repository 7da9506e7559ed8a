from __future__ import annotations

import sys
import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.sheets import FORMULAS, NAMES, TEXTS
from tournaments.sheets.cell_values import clean, disarmed, exact, plain, utc
from tournaments.sheets.sheet import Number


def test_a_formula_gets_an_apostrophe_before_it() -> None:
    for text in FORMULAS:
        armless = disarmed(clean(text))
        assert armless != clean(text), text
        assert armless.replace("'", "") == clean(text), text


def test_a_name_is_left_as_it_is() -> None:
    assert [disarmed(clean(text)) for text in NAMES] == list(NAMES)


def test_the_apostrophe_stands_before_the_blanks_too() -> None:
    assert disarmed("  =1+1") == "'  =1+1"
    assert disarmed("Ann\n =1\n-2") == "Ann\n' =1\n'-2"


def test_only_the_last_of_many_breaks_before_a_sign_gets_one() -> None:
    assert disarmed("  \n \n=1") == "  \n \n'=1"
    blank_lines = " \n" * 200_000  # looked at once each, or this takes minutes
    assert disarmed(f"{blank_lines}=1") == f"{blank_lines}'=1"


def test_every_character_that_normalises_to_a_sign_of_a_formula_counts_as_one() -> None:
    letters = map(chr, range(sys.maxunicode + 1))
    signs = [letter for letter in letters if unicodedata.normalize("NFKC", letter).startswith(("=", "+", "-", "@"))]
    assert len(signs) > 10
    assert [sign for sign in signs if disarmed(f"{sign}1") != f"'{sign}1"] == []


@given(text=TEXTS)
def test_text_is_disarmed_once_and_for_all(text: str) -> None:
    assert disarmed(disarmed(text)) == disarmed(text)


@given(text=TEXTS)
def test_clean_text_can_be_written_and_is_clean(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode()
    assert clean(cleaned) == cleaned
    assert not set(cleaned) & {*map(chr, range(9)), "\x0b", "\x0c", "\r", *map(chr, range(14, 32)), "\ufffe", "\uffff"}


def test_ends_of_lines_are_all_the_same() -> None:
    assert clean("a\r\nb\rc\nd") == "a\nb\nc\nd"


def test_a_character_that_no_file_holds_leaves_a_mark() -> None:
    assert clean("A\x00n\x1fn\ud800 \ufffe\uffff") == "A\ufffdn\ufffdn\ufffd \ufffd\ufffd"


@pytest.mark.parametrize(
    ("number", "digits"),
    [
        (Fraction(9, 2), "4.5"),
        (Fraction(-1, 2), "-0.5"),
        (Fraction(3), "3"),
        (0, "0"),
        (-3, "-3"),
        (Decimal("24.10"), "24.1"),
        (Decimal("1E+2"), "100"),
        (Decimal("-0.000000001"), "-0.000000001"),
        (Fraction(1, 80), "0.0125"),
        (10**20, "100000000000000000000"),
    ],
)
def test_a_number_is_written_in_digits(number: Number, digits: str) -> None:
    assert exact(number) == plain(number) == digits


def test_a_third_has_no_digits_and_is_rounded_where_people_read_it() -> None:
    assert exact(Fraction(1, 3)) is None
    assert plain(Fraction(-2, 3)) == "-0.666667"


@given(number=st.fractions(max_denominator=10**6))
def test_digits_are_exact_or_none(number: Fraction) -> None:
    digits = exact(number)
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    assert (digits is not None) == (rest == 1)
    assert digits is None or Fraction(digits) == number


@given(number=st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9))
def test_a_decimal_keeps_all_of_its_digits(number: Decimal) -> None:
    assert Decimal(exact(number) or "NaN") == number


def test_moments_are_written_in_utc_to_the_second() -> None:
    evening = datetime(2026, 3, 1, 20, 30, 5, 999_999, tzinfo=timezone(timedelta(hours=2)))
    assert utc(evening) == datetime(2026, 3, 1, 18, 30, 5, tzinfo=UTC).replace(tzinfo=None)
    assert plain(evening) == "2026-03-01 18:30:05"
