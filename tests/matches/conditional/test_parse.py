"""What is read as conditional turns, before any game looks at it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.conditional.limits import DEEPEST, LONGEST, MOST_BRANCHES
from matches.conditional.parse import Pair, Unreadable, parse

pytestmark = pytest.mark.either


def test_the_example_of_the_rules_page_is_read() -> None:
    assert parse("if I@c1 T@d2 then b3+ b3xb4; if pass then b3+") == [
        (Pair("I@c1 T@d2", "b3+ b3xb4"),),
        (Pair("pass", "b3+"),),
    ]


def test_a_chain_is_one_branch() -> None:
    assert parse("if a then b if c then d") == [(Pair("a", "b"), Pair("c", "d"))]


@pytest.mark.parametrize(
    "text",
    [
        "if a then b\nif c then d",
        "if a then b;if c then d",
        "if a then b ;\r\n\r\n; if c then d;",
        "IF a, THEN b. If c, then d.",
        "  if\ta then\u00a0b\u2028if c then d !",
        "if a: then: b; if: c then d",
        "\u200eif a then b\u2029if c then d\u200f",
        "wenn a dann b; Wenn c, dann: d",
    ],
)
def test_branches_are_told_apart_however_they_are_written(text: str) -> None:
    assert parse(text) == [(Pair("a", "b"),), (Pair("c", "d"),)]


@pytest.mark.parametrize("text", ["if a; b then c", "if a\nb then c", "if a ;\n b then c"])
def test_what_stands_between_the_words_is_left_to_the_game(text: str) -> None:
    (((condition, reply),),) = parse(text)
    assert condition.replace(";", " ").split() == ["a", "b"]
    assert reply == "c"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Nothing written yet"),
        (" ;; \n . ", "Nothing written yet"),
        ("b3+", "“b3+” comes before the first “if”"),
        ("then b3+", "It begins with “then”"),
        ("if a", "“then” and your own turn are missing after “if a”"),
        ("if", "A turn is missing after “if”"),
        ("if then b", "A turn is missing after “if”"),
        ("if a then", "A turn is missing after “then”"),
        ("if a then if c then d", "A turn is missing after “then”"),
        ("if a if b then c", "“then” and your own turn are missing after “if a”"),
        ("if a then b then c", "“then” comes twice. After “then b”, write “if”"),
        ("if a then b if c", "“then” and your own turn are missing after “if c”"),
        ("if a then b else c", "“else” doesn’t work here"),
        ("if a then b otherwise c", "“otherwise” doesn’t work here"),
        ("if a then b, if c then d", "A comma before “if” is ambiguous"),
    ],
)
def test_what_is_not_all_there_is_refused_by_name(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text)
    assert words in str(caught.value)
    assert "Branch" not in str(caught.value)


def test_of_several_branches_the_one_at_fault_is_named() -> None:
    with pytest.raises(Unreadable, match=r"^Branch 2: “then” and your own turn are missing"):
        parse("if a then b; if c; if d then e")


def test_a_branch_and_a_text_have_an_end() -> None:
    chain = " ".join(["if a then b"] * DEEPEST)
    assert len(parse(chain)[0]) == DEEPEST
    with pytest.raises(Unreadable, match="This chain has 9 of your turns; the limit is 8"):
        parse(f"{chain} if a then b")
    branches = ["if a then b"] * MOST_BRANCHES
    assert len(parse("; ".join(branches))) == MOST_BRANCHES
    with pytest.raises(Unreadable, match="That’s 21 branches; the limit is 20"):
        parse("; ".join([*branches, "if a then b"]))
    with pytest.raises(Unreadable, match="That’s 2001 characters; the limit is 2000"):
        parse("if a then b".ljust(LONGEST + 1))


@given(st.text(alphabet=st.sampled_from("ifthen IF;.,\n abx+-@3:!\u2028\u200e")) | st.text())
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    said = ""
    try:
        branches = parse(text)
    except Unreadable as error:
        branches, said = [], str(error)
    assert bool(branches) == (said == "")
    assert not said or said.endswith(".")
    assert "\n" not in said
    assert all(pair.condition and pair.reply for branch in branches for pair in branch)
