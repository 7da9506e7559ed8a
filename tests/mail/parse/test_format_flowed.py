"""Wrapped lines put together again, by the examples of RFC 3676 and its rules."""

from __future__ import annotations

import pytest

from mail.parse.body import unflowed

pytestmark = pytest.mark.either


def test_a_line_that_ends_in_a_blank_goes_on() -> None:
    assert unflowed("I@a2&I@b2 \r\nc3+\r\nb3+") == "I@a2&I@b2 c3+\nb3+"


def test_the_blank_can_be_no_part_of_it() -> None:
    assert unflowed("I@a2&I@ \nb2 \nx", delete_space=True) == "I@a2&I@b2x"


def test_a_line_goes_on_in_one_as_deep_alone() -> None:
    text = "> Thou art a villainous ill-breeding spongy \n> dizzy-eyed reeky elf-skinned pigeon-egg! \n>> You \nb3+"
    assert unflowed(text).splitlines() == [
        "> Thou art a villainous ill-breeding spongy dizzy-eyed reeky elf-skinned pigeon-egg! ",
        ">> You ",
        "b3+",
    ]


def test_a_signature_neither_goes_on_nor_is_gone_on_to() -> None:
    assert unflowed("b3+ \n-- \nAda") == "b3+ \n-- \nAda"


def test_a_blank_that_was_put_before_a_line_is_taken_away() -> None:
    assert unflowed(" From here\n  two") == "From here\n two"


def test_an_empty_line_ends_it() -> None:
    assert unflowed("b3+ \n\nc3+") == "b3+ \nc3+"
