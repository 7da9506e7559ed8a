"""A match state as JSON-able data, and back. It is about as long as the line of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.fortac.notation.position import format_position, parse_any
from engine.fortac.rules.apply import Ending

from .state import Last, MatchState

VERSION: Final = 1


def dump(state: MatchState) -> dict[str, Any]:
    """Return the state as JSON-able data."""
    return {
        "version": VERSION,
        "position": format_position(state.position),
        "last": None if state.last is None else state.last._asdict(),
        "end": None if state.end is None else state.end._asdict(),
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """Return the state that ``dump`` wrote. Raises ``ValueError`` for any other version."""
    if data["version"] != VERSION:
        raise ValueError(f"there is no version {data['version']} of a Fortac state")
    return MatchState(
        position=parse_any(data["position"]),
        last=None if data["last"] is None else Last(**data["last"]),
        end=None if data["end"] is None else Ending(**data["end"]),
    )
