"""A match state as JSON-able data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.fairytale.notation.position import format_position, read_position
from engine.fairytale.rules.position import Ending, Options

from .state import Departure, MatchState

VERSION: Final = 1


def dump(state: MatchState) -> dict[str, Any]:
    return {
        "version": VERSION,
        "options": list(state.options),
        "position": format_position(state.position),
        "last": state.last,
        "dice": list(state.dice),
        "coming": state.coming,
        "ending": state.ending.how if state.ending else "",
        "departures": [list(departure) for departure in state.departures],
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """The state that ``dump`` wrote. Raises ``ValueError`` for another version."""
    if data["version"] != VERSION:
        raise ValueError(f"there is no version {data['version']} of a state of The Last Fairy Tale")
    return MatchState(
        options=Options(*data["options"]),
        position=read_position(data["position"]),
        last=data["last"],
        dice=tuple(data["dice"]),
        coming=data["coming"],
        ending=Ending(data["ending"]) if data["ending"] else None,
        departures=tuple([Departure(seat, how) for seat, how in data["departures"]]),
    )
