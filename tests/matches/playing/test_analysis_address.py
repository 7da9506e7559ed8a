"""What was tried, as a part of an address. The texts of turns are Fortify's; none of it knows the game."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from matches.playing.analysis_address import LONGEST, MOST_TURNS, BadAddress, Node, Tree, read_address, written

# b3-c3, then pass, then c3+; and a branch in which T@b3 follows b3-c3.
BRANCHED = Tree((Node(-1, "b3-c3"), Node(0, "pass"), Node(1, "c3+ c3xd3"), Node(0, "T@b3")), 2)


def test_a_tree_is_written_turn_by_turn_and_read_back() -> None:
    assert written(BRANCHED) == "b3-c3~pass~c3+_c3xd3*~(2)T@b3"
    assert read_address("b3-c3~pass~c3+_c3xd3*~(2)T@b3") == BRANCHED
    assert written(BRANCHED.at(3)) == "b3-c3~pass~c3+_c3xd3~(2)T@b3"
    assert written(BRANCHED.at(-1)) == "*~b3-c3~pass~c3+_c3xd3~(2)T@b3"
    assert read_address(written(BRANCHED.at(-1))).here == -1
    assert (written(Tree()), read_address(""), read_address("*")) == ("", Tree(), Tree())


def test_another_turn_begins_a_branch_and_the_same_one_does_not() -> None:
    tree = Tree().with_turn("b3-c3").with_turn("pass").with_turn("c3+ c3xd3").at(0).with_turn("T@b3")
    assert tree == BRANCHED.at(3)
    assert tree.at(0).with_turn("pass") == BRANCHED.at(1)


def test_a_turn_tried_in_an_earlier_branch_keeps_each_branch_whole() -> None:
    tree = BRANCHED.at(1).with_turn("d3+")
    assert [(node.parent, node.text) for node in tree.nodes] == [
        (-1, "b3-c3"),
        (0, "pass"),
        (1, "c3+ c3xd3"),
        (1, "d3+"),
        (0, "T@b3"),
    ]
    assert tree.nodes[tree.here].text == "d3+"


def test_undoing_a_turn_takes_what_followed_it_away() -> None:
    assert BRANCHED.without(1) == Tree((Node(-1, "b3-c3"), Node(0, "T@b3")), 0)
    assert BRANCHED.without(0) == Tree()


turns = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp", "Cf"]), min_size=1, max_size=6)


@given(st.lists(st.tuples(st.integers(0, 9), st.lists(turns, min_size=1, max_size=2)), max_size=12))
def test_whatever_a_turn_says_it_survives_the_address(tried: list[tuple[int, list[str]]]) -> None:
    tree = Tree()
    for back, words in tried:
        tree = tree.at(max(-1, len(tree.nodes) - 1 - back)).with_turn(" ".join(words))
    if not tree.nodes:
        return
    address = reverse("matches:analysis", args=[7, 3, written(tree)])
    segment = unquote(address.removeprefix("/matches/7/analysis/3/").removesuffix("/"))
    assert "/" not in segment
    assert segment not in {".", ".."}
    assert read_address(segment) == tree


@pytest.mark.parametrize(
    "segment",
    [
        *(
            "~",
            "pass~",
            "~pass",
            "(1)pass",
            "pass~(2)pass",
            "(x)pass",
            "(0)pass",
            "pass**",
            "pass(1)",
            "pass~*~pass",
        ),
        *("a__b", "_pass", "pass!0a", "!20", "x" * 201, "pa\x00ss", "\u202epass", "\ud800"),
        *("pass~" * MOST_TURNS + "pass", "x" * (LONGEST + 1), "(99)" * 3),
    ],
)
def test_what_is_no_list_of_turns_is_refused_in_a_sentence(segment: str) -> None:
    with pytest.raises(BadAddress, match=r"\.$"):
        read_address(segment)


def test_there_is_an_end_to_what_an_address_holds() -> None:
    full = Tree()
    for number in range(MOST_TURNS):
        full = full.with_turn(f"t{number}")
    with pytest.raises(BadAddress, match=f"{MOST_TURNS} turns"):
        full.with_turn("one more")
    assert full.at(3).with_turn("t4").here == 4
    wide = Tree()
    for number in range(LONGEST // 201):
        wide = wide.with_turn(f"{number:0200}")
    with pytest.raises(BadAddress, match="too long"):
        wide.with_turn("x" * 200)
