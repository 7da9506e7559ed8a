"""What mail programs do to characters, undone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.parse.spelling import bare, plain, spellings, visible, without_links

pytestmark = pytest.mark.either


@given(st.text())
def test_nothing_is_left_to_be_undone(line: str) -> None:
    assert visible(visible(line)) == visible(line)
    assert plain(plain(line)) == plain(line)
    assert bare(bare(line)) == bare(line)


@given(st.text(alphabet="abIT123@&+-x ", max_size=30))
def test_what_was_typed_on_a_typewriter_stays(line: str) -> None:
    assert list(spellings(line)) == [" ".join(line.split())]


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("\ufeffb3\u00ad+\u200b\u2060", "b3+"),
        ("b3+\u00a0\u2009\u3000\tc3+ ", "b3+ c3+"),
        ("\u200f\u2067b3+\u2069", "b3+"),
        ("\u202eb3+", "\u202eb3+"),
    ],
)
def test_what_is_seen(line: str, seen: str) -> None:
    assert visible(line) == seen


@pytest.mark.parametrize(
    "line",
    [
        *("*b3+*", "**b3+**", "__b3+__", "_b3+_", "**`b3+`**", "*b3+*!"),
        *(
            "b3+ :-)",
            "b3+ ;)",
            "b3+ 🙂",
            "b3+ 👍🏽 🎉!",
            "b3+! ❤️",
            "*b3+* :-D",
            "b3+&nbsp;",
            "&#98;3+",
            "&quot;b3+&quot;",
        ),
    ],
)
def test_what_is_set_around_or_behind_a_turn_is_taken_off(line: str) -> None:
    assert list(spellings(line))[-1] == "b3+"


@pytest.mark.parametrize(
    ("line", "typed"), [("T@b3&nbsp;&amp; x", "T@b3 & x"), ("&amp;amp;", "&"), ("a & b;", "a & b;")]
)
def test_signs_spelled_out_as_in_html_are_signs(line: str, typed: str) -> None:
    assert plain(line) == typed


@pytest.mark.parametrize("line", ["*b3+", "b3+*", "*b3+* T@c1", "H7 ♠", "b3 ⚅"])
def test_nothing_else_is_taken_off(line: str) -> None:
    assert list(spellings(line)) == [line]


@pytest.mark.parametrize("dash", "‐‑‒–—―−")
def test_a_dash_is_a_dash(dash: str) -> None:
    assert plain(f"b3{dash}c3") == "b3-c3"


@pytest.mark.parametrize(
    ("line", "without"),
    [
        ("T@b3<mailto:T@b3>", "T@b3"),
        ("see b3.example <http://b3.example/> now", "see b3.example now"),
        ("T@b3<mailto:T@b4>", "T@b3<mailto:T@b4>"),
        ("<mailto:T@b3>", "<mailto:T@b3>"),
        ("T@b3<T@b3>", "T@b3<T@b3>"),
    ],
)
def test_a_link_that_says_nothing_new_is_taken_out(line: str, without: str) -> None:
    assert without_links(line) == without
