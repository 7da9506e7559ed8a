"""A match state as JSON-able data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine.editions import FIRST_EDITION
from engine.fairytale.notation.position import format_position, read_position
from engine.fairytale.rules.position import ForestEnding, Options

from .state import Departure, MatchState

VERSION: Final = 3
WITHOUT_EDITION: Final = 2
"""The version whose matches are all of the rules' first edition."""
WITHOUT_TEXT: Final = 1
"""The version that, in addition, had the last submission in words alone."""


def dump(state: MatchState) -> dict[str, Any]:
    """Return the state as JSON-able data."""
    return {
        "version": VERSION,
        "options": list(state.options.words),
        "edition": state.options.edition,
        "position": format_position(state.position),
        "last": state.last,
        "done": state.done,
        "dice": list(state.dice),
        "coming": state.coming,
        "ending": state.ending.how if state.ending else "",
        "departures": [list(departure) for departure in state.departures],
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """Return the state that ``dump`` wrote, in this version or an earlier one. Raises ``ValueError`` for any other."""
    if data["version"] not in (VERSION, WITHOUT_EDITION, WITHOUT_TEXT):
        raise ValueError(f"there is no version {data['version']} of a state of The Last Fairy Tale")
    level, tiles, cast = data["options"]
    options = Options(level, tiles, cast, data.get("edition", FIRST_EDITION))
    return MatchState(
        options=options,
        position=replace(read_position(data["position"]), edition=options.edition),
        last=data["last"],
        done=data.get("done", ""),
        dice=tuple(data["dice"]),
        coming=data["coming"],
        ending=ForestEnding(data["ending"]) if data["ending"] else None,
        departures=tuple([Departure(seat, how) for seat, how in data["departures"]]),
    )
