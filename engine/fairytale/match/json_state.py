"""A match state as JSON-able data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.fairytale.notation.position import format_position, read_position
from engine.fairytale.rules.position import Ending, Options

from .state import Departure, MatchState

VERSION: Final = 2
WITHOUT_TEXT: Final = 1
"""The version that had the last submission in words alone."""


def dump(state: MatchState) -> dict[str, Any]:
    return {
        "version": VERSION,
        "options": list(state.options),
        "position": format_position(state.position),
        "last": state.last,
        "done": state.done,
        "dice": list(state.dice),
        "coming": state.coming,
        "ending": state.ending.how if state.ending else "",
        "departures": [list(departure) for departure in state.departures],
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """The state that ``dump`` wrote, now or in an earlier version. Raises ``ValueError`` for another one."""
    if data["version"] not in (VERSION, WITHOUT_TEXT):
        raise ValueError(f"there is no version {data['version']} of a state of The Last Fairy Tale")
    return MatchState(
        options=Options(*data["options"]),
        position=read_position(data["position"]),
        last=data["last"],
        done=data["done"] if data["version"] == VERSION else "",
        dice=tuple(data["dice"]),
        coming=data["coming"],
        ending=Ending(data["ending"]) if data["ending"] else None,
        departures=tuple([Departure(seat, how) for seat, how in data["departures"]]),
    )
