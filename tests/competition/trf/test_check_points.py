"""A file that does not agree with itself."""

from __future__ import annotations

import pytest

from competition.trf import differing_points, read

from .files import player, text


def said(points: str, *lines: str) -> tuple[str, ...]:
    rows = player(1, "   2 w 1", "0000 - H", points=points), player(2, "   1 b 0", points="0.0")
    return differing_points(read(text("142 5", *rows, *lines)))


@pytest.mark.parametrize("points", ["1.0", "1.5", ""])
def test_the_bye_of_the_coming_round_may_be_in_the_points_or_not(points: str) -> None:
    assert said(points) == ()


@pytest.mark.parametrize("points", ["2.0", "2.5"])
def test_virtual_points_may_be_in_them(points: str) -> None:
    assert said(points, "250      01.0 001 002 0001 0001") == ()


def test_other_points_are_named() -> None:
    assert said("3.0") == ("The points of player 1 are given as 3, but the results are worth 1.",)


def test_scoring_that_the_file_does_not_say_shows() -> None:
    assert said("3.0", "162  W 3.0    D 1.0") == ()
