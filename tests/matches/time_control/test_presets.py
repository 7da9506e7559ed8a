"""The time controls that are offered."""

from __future__ import annotations

from matches.time_control import presets


def test_presets_are_named_in_players_words() -> None:
    assert presets.PRESETS[presets.DEFAULT].words == "3 days a turn"
    assert presets.PRESETS["10+1"].words == "10 days + 1 day a turn, at most 10 days"
    assert presets.PRESETS["14+2"].words == "14 days + 2 days a turn, at most 20 days"
    assert presets.PRESETS["30"].words == "30 days for the whole match"
