from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.input.text import cut, one_line, too_long


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  well\r\n\tplayed  ", "well played"),
        ("nul\x00 and bell\x07", "nul and bell"),
        ("a\u202eb\u2066c", "abc"),
        ("👩‍👩‍👧 naïve — “quoted”", "👩‍👩‍👧 naïve — “quoted”"),
        ("שלום, مرحبا", "שלום, مرحبا"),
        ("a\u2028b\u00a0c", "a b c"),
    ],
)
def test_it_keeps_what_can_be_read_on_one_line(typed: str, kept: str) -> None:
    assert one_line(typed) == kept


@given(st.text(alphabet=st.characters()))
def test_every_text_can_be_stored_and_stays_as_it_is(typed: str) -> None:
    line = one_line(typed)
    line.encode()
    assert "\x00" not in line
    assert one_line(line) == line


def test_it_cuts_what_does_not_fit() -> None:
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abcdef", 4) == "abc…"


def test_it_says_how_long_a_message_is() -> None:
    assert too_long("a" * 500) is None
    assert too_long("a" * 501) == "Your message has 501 characters; the limit is 500."
