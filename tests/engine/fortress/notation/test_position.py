"""Positions are read in exactly one form (rules 8), and what is refused is refused in a sentence."""

from __future__ import annotations

import pytest

from engine.fortress.notation.check import parse_position
from engine.fortress.notation.hidden_cards import format_view
from engine.fortress.notation.position import PositionError, format_position, read_position
from tests.engine.fortress.lines import FORTRESS, fortified, line, played, started

FORTIFYING = line("7c8c/9cTc", "f", coming="2c3c4c5c6cJcQcKc/2d3d4d5d6d7d8d9d")
ATTACKING = line("7c8c/9cTc/2d")
PLACING = line("7c8c/9cTc", "p1", coming="2c/.")
CHOOSING = line("7c!8c!/9c!Tc!", "s1", totals="3/4", last="3/4")
LATE = line("7c8c/9cTc/2d", match="3/full/single", round="10000/1", last="0/0/0")


def changed(text: str, field: int, value: str) -> str:
    fields = text.split(" ")
    fields[field] = value
    return " ".join(fields)


@pytest.mark.parametrize("text", [FORTIFYING, ATTACKING, PLACING, CHOOSING, LATE])
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    assert format_position(parse_position(text)) == text


def test_a_match_that_is_over_is_written_but_not_read() -> None:
    text = format_position(FORTRESS.forfeit(started(), 0, "time").position)
    assert text.split(" ")[2] == "e"
    assert format_position(read_position(text)) == text
    with pytest.raises(PositionError, match="The match is over"):
        parse_position(text)


REFUSED = [
    (ATTACKING + " x", "twelve fields"),
    (ATTACKING.replace(" ", "  ", 1), "twelve fields"),
    (ATTACKING.rpartition(" ")[0], "twelve fields"),
    ("", "twelve fields"),
    (changed(ATTACKING, 0, "6/full/single"), "is not a match"),
    (changed(ATTACKING, 0, "3/3/single"), "is not a match"),
    (changed(ATTACKING, 0, "2/full/single"), "3 values, not one for each of 2 players"),
    (changed(ATTACKING, 1, "0/1"), "counted from 1"),
    (changed(ATTACKING, 1, "01/1"), "without leading zeros"),
    (changed(ATTACKING, 1, "1/4"), "not a player of this match"),
    (changed(ATTACKING, 1, "1"), "not a player of this match"),
    (changed(ATTACKING, 2, "a"), "not a player"),
    (changed(ATTACKING, 2, "a0"), "not a player"),
    (changed(ATTACKING, 2, "f1"), "not a phase"),
    (changed(ATTACKING, 2, "b1"), "not a phase"),
    (changed(ATTACKING, 3, "00"), "without leading zeros"),
    (changed(ATTACKING, 3, "3"), "no more than 2 passes"),
    (changed(FORTIFYING, 3, "1"), "no more than 0 passes"),
    (changed(PLACING, 3, "1"), "no more than 0 passes"),
    (changed(CHOOSING, 3, "1"), "no more than 0 passes"),
    (changed(ATTACKING, 4, "7c8c/9cTc"), "2 values"),
    (changed(ATTACKING, 4, "7c8c/9cTc/1d"), "not a card"),
    (changed(ATTACKING, 4, "7c8c/9cTc/2d?"), "not a hand"),
    (changed(ATTACKING, 4, "7c8c/9cTc/"), "not a card|not a hand|the 52"),
    (line("/9c!Tc!", "s1", totals="3/4", last="3/4"), "not a hand"),
    (changed(ATTACKING, 4, "7c8c/9cTc/-"), "the 52"),
    (changed(ATTACKING, 4, "7c8c/9cTc/7c"), "the 52"),
    (line("7c8c/9cTc/-"), "has no cards"),
    (line("7c8c/9cTc/-", "p1", coming="2c/./."), "has no cards"),
    (changed(ATTACKING, 5, "././"), "not a row of cards|the 52"),
    (line("7c/8c", coming="2c/."), "no cards to come"),
    (line("7c/8c", coming="-/."), "no cards to come"),
    (line("7c/8c", "p1", coming="./."), "one card to place"),
    (line("7c/8c", "p1", coming="2c3c/."), "one card to place"),
    (line("7c/8c", "p1", coming="2c/3c"), "no cards to come"),
    (line("Ac2c3c4c5c6c7c8c9cTc/8d", "p1", coming="2d/."), "at most nine"),
    (line("Ac2c3c4c5c6c7c8c9cTcJc/8d"), "more than ten"),
    (line("7c/8c", captured="5c/-"), "Only royals"),
    (line("7c/8c", captured="KcJc/-"), "go in order"),
    (line("7c/8c", deck="2c").replace("Ac3c", "3cAc"), "go in order"),
    (line("7c/x", coming="./."), "At least two players"),
    (line("7c/8c/x", coming="././-"), "has given up"),
    (line("7c/8c/x", coming="././2c"), "has given up"),
    (line("7c/8c/x", captured="-/-/Kc"), "has given up"),
    (line("7c/8c/x", "a3"), "cannot act"),
    (line("7c8c/9cTc", "f", coming="2c3c4c5c6cJcQc/2d3d4d5d6d7d8d9d"), "ten with those to come"),
    (line("7c/9cTc", "f", coming="8c2c3c4c5c6cJcQcKc/2d3d4d5d6d7d8d9d"), "at least two cards"),
    (line("7c8c!/9cTc", "f", coming="2c3c4c5c6cJcQcKc/2d3d4d5d6d7d8d9d"), "no card is face up"),
    (line("7c8c/9cTc", "f", coming="2c3c4c5c6cJcQcKc/2d3d4d5d6d7d8d9d", captured="Kh/-"), "no royal is captured"),
    (line("7c8c2c3c4c5c6cJcQcKc/9cTc2d3d4d5d6d7d8d9d", "f", coming="./."), "still have something to do"),
    (line("7c!8c/9c!", "s1", totals="1/1", last="1/1"), "face up"),
    (line("7c!8c!/9c!", "s1", totals="1/1", last="1/1", deck="2c"), "too few cards"),
    (changed(CHOOSING, 8, "-"), "only then"),
    (changed(ATTACKING, 8, "0/0/0"), "only then"),
    (line("7c/8c", round="2/1", last="-"), "only then"),
    (changed(CHOOSING, 8, "4/4"), "above the total"),
    (changed(CHOOSING, 8, "03/4"), "without leading zeros"),
    (changed(ATTACKING, 7, "1/0/0"), "no totals before"),
    (changed(CHOOSING, 7, "21/4"), "target of 21"),
    (line("7c/8c/9c/2c/3c", round="2/1", totals="12/0/0/0/0"), "target of 12"),
    (line("7c!/8c!", "s1", match="2/1/single"), "All rounds"),
    (line("7c/8c", match="2/2/single", round="3/1"), "All rounds"),
    (changed(ATTACKING, 11, "0" * 63), "64 hexadecimal"),
    (changed(ATTACKING, 11, "A" * 64), "64 hexadecimal"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_is_refused_and_why(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=why) as refused:
        parse_position(text)
    assert str(refused.value).endswith(".")


# -- views -------------------------------------------------------------------------------------------------------


def test_the_views_of_the_start() -> None:
    """Rules 8, "View"."""
    start = started(length="full").position
    assert format_view(start, 0) == (
        "2/full/single 1/1 f 0 Th3s/???? Ks??????????????/???????????????? -/- 0/0 - 32 - -"
    )
    assert format_view(start, None) == (
        "2/full/single 1/1 f 0 ????/???? ????????????????/???????????????? -/- 0/0 - 32 - -"
    )


def test_in_a_whole_match_players_see_all_their_cards() -> None:  # R16
    start = started(length="full", pace="whole").position
    assert format_view(start, 0).split(" ")[5] == "Ks5cJcAdKh5sAc4s/????????????????"


def test_the_views_of_a_pending_card() -> None:
    """Rules 8, "A pending card"."""
    position = played(fortified(length="full"), "ace 2").position
    head = "2/full/single 1/1 p1 0"
    assert format_view(position, 0) == (f"{head} 4s5sKhAdJc5cKsTh3s/???????????????????? 4c/. -/- 0/0 - 31 Ac -")
    assert format_view(position, 1) == (f"{head} ??????????????????/TdQh7s6d7c8s5dKc9dJh ??/. -/- 0/0 - 31 Ac -")
    assert format_view(position, None) == (f"{head} ??????????????????/???????????????????? ??/. -/- 0/0 - 31 Ac -")


def test_cards_face_up_are_seen_by_everyone() -> None:
    position = parse_position(line("7c8c!/9cTc"))
    assert format_view(position, None).split(" ")[4] == "??8c!/????"
    assert format_view(position, 0).split(" ")[4] == "7c8c!/????"
