"""The computer at Fortress: what it submits is legal and by what its seat knows, and it beats chance."""

from __future__ import annotations

import pytest

from engine.players.choose import choose_as
from engine.players.series import RANDOM, Series, play_series
from engine.players.strengths import Strength
from tests.engine.fortress.lines import FORTRESS, started

MATCHES = 16


@pytest.mark.parametrize(("players", "least"), [(2, 12), (4, 8)])
def test_it_beats_chance(players: int, least: int) -> None:
    """A player no better than chance wins that many of 16 in one of 26 series at two, in one of 37 at four."""
    options = FORTRESS.clean_options({"length": "1"})
    series = Series("fortress", options, ("40", *[RANDOM] * (players - 1)), "1")
    assert sum(score.shares[0] for score in play_series(series, MATCHES, 1)) >= least


def test_a_whole_rounds_fortifying_is_one_submission() -> None:
    state = started(pace="whole")
    chosen = choose_as(FORTRESS, state, 0, Strength("test", "", 60, 0), bytes(32))
    assert FORTRESS.play(state, 0, chosen.text).text == chosen.text
