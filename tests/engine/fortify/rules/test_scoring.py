"""How a volley ends (rules 4, R9, R10) and what it scores (rules 5)."""

from __future__ import annotations

import pytest

from engine.fortify.match.play_turn import play_step
from engine.fortify.notation.position import format_position
from engine.fortify.rules.scoring import VolleyEnding, score
from tests.engine.fortify.boards import at

SQUARE = "4/4/+T+T2/+I+I2/3i"
GREEN_SQUARE = "4/4/+t+t2/+i+i2/3I"


def ended(position: str, text: str = "end") -> VolleyEnding | None:
    return play_step(at(position), text)[1]


def test_the_mover_wins_by_a_two_by_two() -> None:
    assert ended(f"{SQUARE} r 3/2 T1") == VolleyEnding(0, "2x2")
    assert ended(f"{GREEN_SQUARE} g 4/2 t1") == VolleyEnding(1, "2x2")


def test_it_is_looked_at_only_when_the_turn_ends() -> None:
    middle, ending = play_step(at("4/4/+T+T2/+I+I2/3i r 3/2 T1"), "T@c3")
    assert (middle.left, ending) == (1, None)


def test_the_last_action_of_a_turn_ends_the_volley_in_the_same_step() -> None:
    after, ending = play_step(at("4/4/+B+B2/+BB2/3i r 3/1 T1"), "b2+")
    assert ending == VolleyEnding(0, "2x2")
    assert format_position(after) == "4/4/+B+B2/+B+B2/3i g 4/2 T1 - 1"


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("4/4/[C+t]+t2/+i+i2/4 r 3/1", "a3-d1"),
        ("4/2+T1/2[c+t]+t/2+i+i/4 r 3/1", "c4xc3"),
        ("4/4/2[c+t]+t/2+i+i/2A1 r 3/1", "c1xc3"),
    ],
)
def test_r9_a_two_by_two_that_the_mover_lays_bare_is_the_opponents(position: str, text: str) -> None:
    assert ended(position, text) == VolleyEnding(1, "2x2")


def test_the_movers_own_two_by_two_comes_first() -> None:
    assert ended("4/2+b[C+b]/2+b+b/+T+T2/+T+T2 r 3/1", "d4-a5") == VolleyEnding(0, "2x2")


def test_a_covered_corner_makes_no_two_by_two() -> None:
    assert ended("4/4/[c+T]+T2/+I+I2/3i r 3/2 T1") is None


def test_every_unit_fortified_wins_wherever_they_are() -> None:
    assert ended("4/4/[+Ct]3/4/+I2i r 3/2 +B2 +T") == VolleyEnding(0, "all-fortified")


@pytest.mark.parametrize(
    "position",
    [
        "4/4/[+Ct]3/4/I2i r 3/2 +B2 +T",
        "4/4/[+Ct]3/4/+I2i r 3/2 B1+B2 +T",
        "4/4/[+Ct]3/4/+I2i r 3/2 +B2 T",
    ],
)
def test_one_normal_unit_anywhere_is_enough_to_go_on(position: str) -> None:
    assert ended(position) is None


@pytest.mark.parametrize("position", ["4/4/[c+T]3/4/+I2i r 3/2 +B2", "4/4/2[+C+B]1/4/+I2i r 3/2 +B2"])
def test_a_covered_unit_of_the_mover_holds_that_win_up_whoever_covers_it(position: str) -> None:
    assert ended(position) is None
    bare = position.replace("[c+T]3", "+Tc2").replace("[+C+B]1", "+B+C")
    assert ended(bare) == VolleyEnding(0, "all-fortified")


def test_all_fortified_counts_for_the_mover_alone() -> None:
    assert ended("4/4/+T3/4/3i g 4/2 +I1") is None


def test_a_two_by_two_of_the_opponent_comes_before_the_movers_all_fortified() -> None:
    assert ended(f"{GREEN_SQUARE.replace('3I', '3+I')} r 3/2 +I1") == VolleyEnding(1, "2x2")


def test_all_fortified_comes_before_the_quiet_draw() -> None:
    assert ended("4/4/+T3/4/3i r 61/2 - - 59") == VolleyEnding(0, "all-fortified")


def test_r10_the_sixtieth_quiet_turn_end_draws() -> None:
    assert ended("4/4/T3/4/3i r 61/2 - - 58") is None
    after, ending = play_step(at("4/4/T3/4/3i r 61/2 - - 59"), "end")
    assert ending == VolleyEnding(None, "quiet")
    assert format_position(after) == "4/4/T3/4/3i g 62/2 - - 60"
    assert at(format_position(after)) == after


def test_r10_the_end_of_the_turn_in_which_a_fortify_happened_counts_as_the_first() -> None:
    middle, _ = play_step(at("4/4/B3/4/3i r 61/2 T1 - 59"), "a3+")
    assert middle.quiet == 0
    after, ending = play_step(middle, "end")
    assert (after.quiet, ending) == (1, None)


def test_enlists_moves_and_attacks_do_not_break_the_quiet() -> None:
    position = at("4/4/+Tt2/4/3T r 7/2 T1i1 - 20")
    for text in ("T@a2", "a3xb3", "d1-c1"):
        assert play_step(position, text)[0].quiet == 20


def test_scores_count_fortified_units_everywhere_and_the_track_against_their_owner() -> None:
    # Red: +T 2 on the board, +B 3 covered, +I 1 and +A 3 in supply, +C 1 on the track, two on the track -4: 6.
    # Green: c, on the track t -2: -2.
    position = at("4/4/[c+B]3/4/+T3 r 3/2 T1+I1+A1 +CtI")
    assert score(position, None, "none") == (6, -2)


@pytest.mark.parametrize(
    ("winner", "how", "points"),
    [
        (0, "2x2", (13, -2)),
        (1, "2x2", (6, 5)),
        (0, "all-fortified", (6, -2)),
        (None, "quiet", (6, -2)),
        (1, "none", (6, -2)),
    ],
)
def test_only_a_two_by_two_brings_seven_more(winner: int | None, how: str, points: tuple[int, int]) -> None:
    assert score(at("4/4/[c+B]3/4/+T3 r 3/2 T1+I1+A1 +CtI"), winner, how) == points


def test_an_ending_reads_as_scripts_want_it() -> None:
    assert [str(VolleyEnding(0, "2x2")), str(VolleyEnding(1, "all-fortified")), str(VolleyEnding(None, "quiet"))] == [
        "over red 2x2",
        "over green all-fortified",
        "over draw quiet",
    ]
