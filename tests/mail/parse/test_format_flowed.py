"""Wrapped lines put together again, by the examples of RFC 3676 and its rules."""

from __future__ import annotations

import pytest

from mail.parse.body import unflowed

pytestmark = pytest.mark.either


LONG = "I@a2&I@b2 T@c3 b3-c4 c4-d5 d5-e6 I@a3&I@b4 T@c5 b5-c6"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("I@a2&I@b2 \r\nc3+\r\nb3+", "I@a2&I@b2 c3+\nb3+"),  # a line that ends in a blank goes on
        ("b3+ \n-- \nAda", "b3+ \n-- \nAda"),  # a signature neither goes on nor is gone on to
        (" From here\n  two", "From here\n two"),  # a blank that was put before a line is taken away
        ("b3+ \n\nc3+", "b3+ \nc3+"),  # an empty line ends it
    ],
)
def test_lines_go_on(text: str, read: str) -> None:
    assert unflowed(text) == read


def test_the_blank_can_be_no_part_of_it() -> None:
    assert unflowed("I@a2&I@ \nb2 \nx", delete_space=True) == "I@a2&I@b2x"


def test_short_lines_may_be_left_alone() -> None:
    text = f"b3+ \nSee you \n{LONG} \nc3+"
    assert unflowed(text, narrowest=50).splitlines() == ["b3+ ", "See you ", f"{LONG} c3+"]


def test_a_line_goes_on_in_one_as_deep_alone() -> None:
    text = "> Thou art a villainous ill-breeding spongy \n> dizzy-eyed reeky elf-skinned pigeon-egg! \n>> You \nb3+"
    assert unflowed(text).splitlines() == [
        "> Thou art a villainous ill-breeding spongy dizzy-eyed reeky elf-skinned pigeon-egg! ",
        ">> You ",
        "b3+",
    ]
